// The events of a copy of a thread, up to the end of one of its turns. Pure; who writes them, and where, is the engine's business.
import { PaiError } from '../base/error.js';
import type { IdSource } from '../base/ids.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import { effectiveLog } from './effective-log.js';
import { repairEvents, repairTasks } from './repair.js';
import { repairShells } from './repair-shell.js';

export interface ForkOptions {
  /** Id of the copy. */
  threadId: string;
  newId: IdSource;
  /** The last turn that is copied, counted from 1; absent: the thread's last. */
  uptoTurn?: number;
}

/**
 * A whole log of its own: numbered anew, with turn, message and approval ids of its own; a turn that is not closed is closed as broken off.
 * Ids of calls stay, because the model's history has them and a changed one would cost the provider's cache.
 * Throws PaiError('usage' | 'not-found') when there is no such turn.
 */
export function forkEvents(log: readonly Envelope<DurableEvent>[], options: ForkOptions): Envelope<DurableEvent>[] {
  const { threadId, newId } = options;
  const copied = upTo(effectiveLog(log), options.uptoTurn);
  const closing = closingEnvelopes(copied, 'the thread was forked');
  const ids = new Map<string, string>();
  const renamed = (id: string, prefix: string): string => {
    const known = ids.get(`${prefix} ${id}`) ?? newId(prefix);
    ids.set(`${prefix} ${id}`, known);
    return known;
  };
  const placeOf = (seq: number) =>
    copied.filter((envelope) => envelope.seq !== undefined && envelope.seq <= seq).length;
  return [...copied, ...closing].map((envelope, index) => ({
    ...envelope,
    seq: index + 1,
    threadId,
    ...(envelope.turnId === undefined ? {} : { turnId: renamed(envelope.turnId, 'turn') }),
    event: atOwnPlaces(withOwnIds(envelope.event, renamed, envelope.threadId), placeOf),
  }));
}

/** Where long outputs are kept for the copy too, the model is told of those: it may read no other thread's. `from`, `to`: part of their paths. */
export function withOutputsAt(
  log: readonly Envelope<DurableEvent>[],
  { from, to }: { from: string; to: string },
): Envelope<DurableEvent>[] {
  return log.map((envelope) => {
    const { event } = envelope;
    if (event.type !== 'tool.completed' && event.type !== 'shell.completed') return envelope;
    return { ...envelope, event: { ...event, text: event.text.replaceAll(from, to) } };
  });
}

/** What was taken back is not copied, so that events stand at other places than in the original. */
function atOwnPlaces(event: DurableEvent, placeOf: (seq: number) => number): DurableEvent {
  if (event.type !== 'context.compacted') return event;
  const { summarizedThroughSeq, clearedThroughSeq } = event;
  return {
    ...event,
    summarizedThroughSeq: placeOf(summarizedThroughSeq),
    clearedThroughSeq: placeOf(clearedThroughSeq),
  };
}

/** Commands of the user's own belong to no turn, so that the newest event need not belong to the open one. */
function closingEnvelopes(copied: Envelope<DurableEvent>[], cause: string): Envelope<DurableEvent>[] {
  const { at, threadId } = copied.at(-1)!;
  const turnId = copied.findLast((envelope) => envelope.turnId !== undefined)?.turnId;
  const stamped = (event: DurableEvent): Envelope<DurableEvent> => ({ at, threadId, event });
  return [
    ...repairShells(copied, cause).map(stamped),
    ...repairTasks(copied, cause).map(({ event, ...work }) => ({
      ...stamped(event),
      ...work,
      ...(turnId === undefined ? {} : { turnId }),
    })),
    ...repairEvents(copied, cause).map((event) => ({ ...stamped(event), ...(turnId === undefined ? {} : { turnId }) })),
  ];
}

/** The events to the end of turn `uptoTurn`. */
function upTo(log: readonly Envelope<DurableEvent>[], uptoTurn: number | undefined): Envelope<DurableEvent>[] {
  const starts = log.flatMap(({ event }, index) => (event.type === 'turn.started' ? [index] : []));
  // Nothing but commands of the user's own is copied whole.
  if (starts.length === 0 && uptoTurn === undefined && log.some(({ event }) => event.type === 'shell.started'))
    return [...log];
  if (starts.length === 0) throw new PaiError('not-found', 'there is nothing to fork: the thread has no turn yet');
  const turn = uptoTurn ?? starts.length;
  if (!Number.isInteger(turn) || turn < 1 || turn > starts.length)
    throw new PaiError('usage', `there is no turn ${turn}: the thread has ${starts.length}`);
  return log.slice(0, starts[turn]);
}

function withOwnIds(
  event: DurableEvent,
  renamed: (id: string, prefix: string) => string,
  forkedFrom: string,
): DurableEvent {
  switch (event.type) {
    case 'thread.created':
      return { ...event, title: forkTitle(event.title), forkedFrom };
    case 'message.completed':
      return { ...event, messageId: renamed(event.messageId, 'message') };
    case 'approval.requested':
      return {
        ...event,
        request: { ...event.request, approvalId: renamed(event.request.approvalId, 'approval') },
      };
    case 'approval.resolved':
      return { ...event, approvalId: renamed(event.approvalId, 'approval') };
    case 'shell.started':
    case 'shell.completed':
      return { ...event, shellId: renamed(event.shellId, 'shell') };
    default:
      return event;
  }
}

/** `fix it (fork)`, and `fix it (fork 2)` for a fork of that one. */
function forkTitle(title: string): string {
  const [, name = title, number] = /^([\s\S]*) \(fork(?: (\d+))?\)$/.exec(title) ?? [];
  return name === title ? `${title} (fork)` : `${name} (fork ${Number(number ?? 1) + 1})`;
}
