// What changes the conversation as a whole: parts made smaller for the model, turns taken back and brought back.
import { stripControls } from '../base/sanitize.js';
import type { ContextCompacted } from '../protocol/event.js';
import type { TurnMark } from './bookkeeping.js';
import { formatCount, formatTokens } from './format.js';
import { addNotice } from './reduce-notice.js';
import type { View } from './view-model.js';

/** The conversation stays as it is; a fold tells what the model is sent in its place. */
export function showCompaction(view: View, event: ContextCompacted): boolean {
  view.compacting = undefined;
  const sizes = `about ${formatTokens(event.beforeTokens)} to ${formatTokens(event.afterTokens)} tokens`;
  if (event.summary === '')
    return addNotice(view, 'info', `Context made smaller (${sizes}): results of earlier calls are not sent any more.`);
  const how =
    event.method === 'extract' ? ' The model could not be asked, so it was put together from the messages.' : '';
  addNotice(view, 'info', `Context made smaller (${sizes}): a summary stands for the earlier part.${how}`);
  const block = view.blocks.at(-1);
  if (block?.kind === 'notice') block.detail = stripControls(event.summary);
  return true;
}

export function takeBack(view: View, fromSeq: number, turns: number): boolean {
  const { turnMarks, takenBack } = view.bookkeeping;
  const first = turnMarks.findIndex(({ seq }) => seq >= fromSeq);
  if (first === -1) return false;
  const marks: TurnMark[] = turnMarks.splice(first);
  const from = marks[0]?.blocks ?? view.blocks.length;
  const blocks = view.blocks.slice(from);
  view.blocks = view.blocks.slice(0, from);
  view.lastTurn = undefined;
  view.plan = newestPlan(view);
  addNotice(
    view,
    'info',
    `${formatCount(turns, 'turn')} taken back. Files stay as they are.`,
    '/redo brings back what was taken.',
  );
  takenBack.push({ marks, blocks, noticeId: view.blocks.at(-1)?.id ?? '' });
  return true;
}

/** What came meanwhile (a command of the user's own) stays, before what is brought back: so the model reads it too. */
export function bringBack(view: View): boolean {
  const taken = view.bookkeeping.takenBack.pop();
  if (taken === undefined) return false;
  view.blocks = view.blocks.filter(({ id }) => id !== taken.noticeId);
  const moved = view.blocks.length - (taken.marks[0]?.blocks ?? view.blocks.length);
  view.blocks.push(...taken.blocks);
  view.bookkeeping.turnMarks.push(...taken.marks.map((mark) => ({ ...mark, blocks: mark.blocks + moved })));
  view.plan = newestPlan(view);
  return true;
}

/** In a turn, or by the user's wish; whatever follows says that it is over, also when nothing came of it. */
export function beginCompacting(view: View, at: number): boolean {
  view.compacting = { startedAt: at };
  return true;
}

function newestPlan(view: View): View['plan'] {
  const block = view.blocks.findLast(({ kind }) => kind === 'plan');
  return block?.kind === 'plan' ? block.plan : undefined;
}
