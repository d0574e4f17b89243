// The user's own commands: shown like a call of a tool, but of no turn, and turns that begin or end leave them running.
import { createStreamSanitizer } from '../base/sanitize.js';
import type { DurableEvent } from '../protocol/event.js';
import type { ToolBlock } from './block.js';
import { cleanOneLine, cleanResult } from './clean.js';
import type { View } from './view-model.js';

type Started = Extract<DurableEvent, { type: 'shell.started' }>;
type Completed = Extract<DurableEvent, { type: 'shell.completed' }>;

/** Stands where a tool's name does. */
const shellName = '!';

export function startShell(view: View, at: number, event: Started): boolean {
  settleShell(view);
  const block: ToolBlock = {
    kind: 'tool',
    id: `shell-${event.shellId}`,
    version: 0,
    callId: event.shellId,
    name: shellName,
    title: cleanOneLine(event.command),
    step: 0,
    state: 'running',
    startedAt: at,
    progress: [],
    display: [],
    text: '',
  };
  view.blocks.push(block);
  view.shell = { shellId: event.shellId, startedAt: at };
  view.bookkeeping.shell = { block, progress: createStreamSanitizer() };
  return true;
}

export function completeShell(view: View, event: Completed): boolean {
  const open = view.bookkeeping.shell;
  if (open?.block.callId !== event.shellId) return false;
  forget(view);
  const { outcome: state, durationMs } = event;
  const display = cleanResult(event.display);
  Object.assign(open.block, { state, durationMs, display, progress: [], version: open.block.version + 1 });
  return true;
}

/** Nobody will say how it ended. */
export function settleShell(view: View): void {
  const open = view.bookkeeping.shell;
  if (open === undefined) return;
  forget(view);
  Object.assign(open.block, { state: 'interrupted', progress: [], version: open.block.version + 1 });
}

function forget(view: View): void {
  view.bookkeeping.shell = undefined;
  view.shell = undefined;
}
