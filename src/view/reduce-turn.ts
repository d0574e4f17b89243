// Turns: what the person said, and how it ended.
import { stripControls } from '../base/sanitize.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { UserBlock } from './block.js';
import { cleanError } from './clean.js';
import { settleMessages } from './reduce-message.js';
import { settleTools } from './reduce-tool.js';
import type { View } from './view-model.js';

type Started = Extract<DurableEvent, { type: 'turn.started' }>;
type Steered = Extract<DurableEvent, { type: 'turn.steered' }>;
type Closed = Extract<DurableEvent, { type: 'turn.completed' | 'turn.failed' }>;

export function startTurn(view: View, envelope: Envelope, event: Started): boolean {
  settleTurn(view);
  markTurn(view, envelope);
  view.turn = { turnId: envelope.turnId ?? '', mode: event.mode, startedAt: envelope.at, step: 0 };
  addUserBlock(view, envelope, event.input, { steered: false, from: 'user' });
  return true;
}

/** Where the turn begins, so that it can be taken back; a new turn closes the way back to what was. */
function markTurn(view: View, { seq, at, turnId = '' }: Envelope): void {
  if (seq === undefined) return;
  view.bookkeeping.turnMarks.push({ seq, turnId, at, blocks: view.blocks.length });
  view.bookkeeping.takenBack = [];
}

export function steerTurn(view: View, envelope: Envelope, event: Steered): boolean {
  addUserBlock(view, envelope, event.text, { steered: true, from: event.by ?? 'user' });
  return true;
}

function addUserBlock(view: View, envelope: Envelope, text: string, origin: Pick<UserBlock, 'steered' | 'from'>): void {
  const id = envelope.seq === undefined ? `user-at-${view.blocks.length}` : `user-${envelope.seq}`;
  view.blocks.push({ kind: 'user', id, version: 0, text: stripControls(text), ...origin });
}

export function closeTurn(view: View, envelope: Envelope, event: Closed): boolean {
  const turnId = envelope.turnId ?? view.turn?.turnId ?? '';
  settleTurn(view);
  const outcome = event.type === 'turn.failed' ? 'failed' : event.outcome;
  const { steps, usage, durationMs, error } = event;
  view.lastTurn = { turnId, outcome, steps, usage, durationMs };
  if (outcome === 'answered') return true;
  view.blocks.push({
    kind: 'turn-end',
    id: `end-${turnId || view.blocks.length}`,
    version: 0,
    outcome,
    steps,
    durationMs,
    ...(error === undefined ? {} : { error: cleanError(error) }),
  });
  return true;
}

/** No turn runs: whatever is still open was interrupted (a log that ends in the middle, an engine that died). */
export function settleTurn(view: View): boolean {
  const wasRunning = view.turn !== undefined || view.compacting !== undefined;
  const wasOpen = wasRunning || view.approvals.length > 0 || view.bookkeeping.tools.size > 0;
  settleMessages(view);
  settleTools(view);
  view.approvals = [];
  view.turn = undefined;
  view.compacting = undefined;
  return wasOpen;
}
