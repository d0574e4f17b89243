// A thread's log as the engine uses it: appends to the store, and keeps the history that the model is sent in step with it.
import type { DurableEvent, Envelope, Event } from '../protocol/event.js';
import type { ChatMessage } from '../protocol/message.js';
import type { Plan } from '../protocol/plan.js';
import { foldPlanEvent, isPlanEvent } from '../protocol/plan-fold.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { effectiveLog, rewindsToUndo } from '../thread/effective-log.js';
import { type PlacedMessage, placedHistory, projectHistory } from '../thread/history.js';
import type { ThreadStore } from '../thread/thread-store.js';

export interface ThreadLog {
  readonly threadId: string;
  /** Writes one event and returns its position. */
  append(envelope: Envelope<DurableEvent>): number;
  isEmpty(): boolean;
  /** The conversation so far, without the system message. */
  messages(): ChatMessage[];
  /** The same, each message with the event it begins with. */
  placed(): PlacedMessage[];
  /** As `placed` would be with results of tools up to this event cleared. */
  placedIfCleared(throughSeq: number): PlacedMessage[];
  /** What the user first asked for in this thread; empty before the first turn. */
  firstInput(): string;
  /** Positions of the turns that count, oldest first. */
  turns(): { seq: number; input: string }[];
  /** A plan that was running when its turn broke off. */
  openPlan(): Plan | undefined;
  /** Rewinds that can be undone. */
  rewinds(): number;
  usage(): Usage;
  /** Of the newest model call: how full its context is. */
  lastUsage(): Usage | undefined;
  /** When the first event came, ms since 1970; undefined for a thread that is still empty. */
  startedAt(): number | undefined;
  /** True for ids of calls that are in the log already. */
  hasCall(callId: string): boolean;
}

/** The log of `threadId`; `earlier` are its events so far (empty for a new thread). */
export function createThreadLog(store: () => ThreadStore, threadId: string, earlier: Envelope[]): ThreadLog {
  const spoken: Envelope[] = [];
  const callIds = new Set<string>();
  /** Only the newest turns with a plan matter, but which those are changes with every rewind. */
  const planned: Envelope[] = [];
  let usage: Usage = noUsage;
  let lastUsage: Usage | undefined;
  let isInStore = earlier.length > 0;
  let startedAt: number | undefined;
  const keep = (envelope: Envelope) => {
    const { event } = envelope;
    startedAt ??= envelope.at;
    if (isPlanEvent(event) || framesTurns(event)) planned.push(envelope);
    if (isSpoken(event) && envelope.taskId === undefined) spoken.push(withoutDisplay(envelope));
    if (event.type === 'message.completed') for (const call of event.calls) callIds.add(call.callId);
    if (event.type === 'context.compacted' && event.usage) usage = addUsage(usage, event.usage);
    if (event.type !== 'step.completed') return;
    usage = addUsage(usage, event.usage);
    lastUsage = event.usage;
  };
  for (const envelope of earlier) keep(envelope);
  return {
    threadId,
    append(envelope) {
      const { at, event } = envelope;
      // Once, also when the first event could not be written and is tried again.
      if (event.type === 'thread.created' && !isInStore) {
        store().createThread({ threadId, cwd: event.cwd, title: event.title, at });
        isInStore = true;
      }
      const seq = store().append(threadId, envelope);
      keep({ ...envelope, seq });
      return seq;
    },
    isEmpty: () => startedAt === undefined,
    messages: () => projectHistory(spoken),
    placed: () => placedHistory(spoken),
    placedIfCleared: (throughSeq) => placedHistory(spoken, throughSeq),
    firstInput: () => turnsIn(spoken)[0]?.input ?? '',
    turns: () => turnsIn(spoken),
    openPlan: () => openPlanIn(planned),
    rewinds: () => rewindsToUndo(spoken),
    usage: () => usage,
    lastUsage: () => lastUsage,
    startedAt: () => startedAt,
    hasCall: (callId) => callIds.has(callId),
  };
}

const titleLength = 60;

/** What the screen shows of a result is no part of history, and often as long as its text. */
function withoutDisplay(envelope: Envelope): Envelope {
  const { event } = envelope;
  if (event.type !== 'tool.completed' && event.type !== 'shell.completed') return envelope;
  return { ...envelope, event: { ...event, display: [] } };
}

/** The events that history is made of; the rest (displays, meters) need not stay in memory. */
function isSpoken({ type }: Event): boolean {
  return (
    type === 'turn.started' ||
    type === 'turn.steered' ||
    type === 'message.completed' ||
    type === 'tool.completed' ||
    type === 'context.compacted' ||
    type === 'thread.rewound' ||
    type === 'thread.restored' ||
    type === 'snapshot.restored' ||
    type === 'shell.completed'
  );
}

/** What effectiveLog goes by. */
function framesTurns({ type }: Event): boolean {
  return type === 'turn.started' || type === 'thread.rewound' || type === 'thread.restored';
}

/** Of a turn that was taken back no plan is left. */
function openPlanIn(envelopes: readonly Envelope[]): Plan | undefined {
  const plans = new Map<string, Plan>();
  for (const { at, event } of effectiveLog(envelopes)) if (isPlanEvent(event)) foldPlanEvent(plans, event, at);
  return [...plans.values()].findLast(({ status }) => status === 'RUNNING');
}

function turnsIn(envelopes: readonly Envelope[]): { seq: number; input: string }[] {
  return effectiveLog(envelopes).flatMap(({ seq, event }) =>
    event.type === 'turn.started' && seq !== undefined ? [{ seq, input: event.input }] : [],
  );
}

/** A thread is called by the first line its user wrote. */
export function titleOf(input: string): string {
  const line = input.trim().split('\n')[0] ?? '';
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}
