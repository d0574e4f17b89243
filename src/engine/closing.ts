// The events that close a turn in its log, whatever happened to it. Pure; the session writes them.
import type { TurnEnd } from '../agent/turn.js';
import { toErrorData } from '../base/error.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import { noUsage } from '../protocol/usage.js';
import { repairEvents, repairTasks, type TaskRepair } from '../thread/repair.js';

/** What the log still lacks of the turn whose events are `written`: completions a fault left out, then its end. */
export function closingEvents(written: Envelope[], end: TurnEnd, durationMs: number): TaskRepair[] {
  const cause = 'the turn broke off';
  const own = [...repairEvents(written, cause).slice(0, -1), closingEvent(end, durationMs)];
  return [...repairTasks(written, cause), ...own.map((event) => ({ event }))];
}

export function closingEvent({ outcome, error, ...rest }: TurnEnd, durationMs: number): DurableEvent {
  if (outcome !== 'failed')
    return { type: 'turn.completed', outcome, durationMs, ...rest, ...(error ? { error } : {}) };
  return { type: 'turn.failed', error: error ?? { code: 'crash', message: 'the turn failed' }, durationMs, ...rest };
}

/** The end of a turn that a fault of ours broke off: what it did and spent until then is in its events. */
export function endByFault(written: Envelope[], fault: unknown): TurnEnd {
  const closing = repairEvents(written).at(-1);
  const { text, steps, usage } = closing?.type === 'turn.failed' ? closing : { text: '', steps: 0, usage: noUsage };
  return { outcome: 'failed', text, steps, usage, error: toErrorData(fault) };
}
