// A thread's log as the engine uses it: appends to the store, and keeps the history that the model is sent in step with it.
import type { DurableEvent, Envelope, Event } from '../protocol/event.js';
import type { ChatMessage } from '../protocol/message.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { projectHistory } from '../thread/history.js';
import type { ThreadStore } from '../thread/thread-store.js';

export interface ThreadLog {
  readonly threadId: string;
  /** Writes one event and returns its position. */
  append(envelope: Envelope<DurableEvent>): number;
  isEmpty(): boolean;
  /** The conversation so far, without the system message. */
  messages(): ChatMessage[];
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
  let usage: Usage = noUsage;
  let lastUsage: Usage | undefined;
  let isInStore = earlier.length > 0;
  let startedAt: number | undefined;
  const keep = (envelope: Envelope) => {
    const { event } = envelope;
    startedAt ??= envelope.at;
    if (isSpoken(event)) spoken.push(envelope);
    if (event.type === 'message.completed') for (const call of event.calls) callIds.add(call.callId);
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
      keep(envelope);
      return seq;
    },
    isEmpty: () => startedAt === undefined,
    messages: () => projectHistory(spoken),
    usage: () => usage,
    lastUsage: () => lastUsage,
    startedAt: () => startedAt,
    hasCall: (callId) => callIds.has(callId),
  };
}

const titleLength = 60;

/** The events that history is made of; the rest (displays, meters) need not stay in memory. */
function isSpoken({ type }: Event): boolean {
  return (
    type === 'turn.started' ||
    type === 'turn.steered' ||
    type === 'message.completed' ||
    type === 'tool.completed' ||
    type === 'shell.completed'
  );
}

/** A thread is called by the first line its user wrote. */
export function titleOf(input: string): string {
  const line = input.trim().split('\n')[0] ?? '';
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}
