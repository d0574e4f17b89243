// Notices, and the death of the engine.
import type { ErrorData } from '../base/error.js';
import { stripControls } from '../base/sanitize.js';
import type { NoticeBlock } from './block.js';
import { cleanError } from './clean.js';
import { settleShell } from './reduce-shell.js';
import { settleTurn } from './reduce-turn.js';
import type { View } from './view-model.js';

export function addNotice(view: View, level: NoticeBlock['level'], text: string, hint?: string): boolean {
  view.bookkeeping.notices++;
  view.blocks.push({
    kind: 'notice',
    id: `notice-${view.bookkeeping.notices}`,
    version: 0,
    level,
    text: stripControls(text),
    ...(hint === undefined ? {} : { hint: stripControls(hint) }),
  });
  return true;
}

/** What was open is settled, as nobody will settle it any more. */
export function reportCrash(view: View, error: ErrorData): boolean {
  settleTurn(view);
  settleShell(view);
  view.crashed = cleanError(error);
  view.queue = [];
  return addNotice(view, 'error', error.message, error.hint);
}
