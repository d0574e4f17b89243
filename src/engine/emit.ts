// The only place that stamps events: durable ones are written to the log first and delivered after, live ones are gathered and merged for a moment.
import type { Clock } from '../base/clock.js';
import { type DurableEvent, type Envelope, type Event, isDurable, type LiveEvent } from '../protocol/event.js';
import { type EnginePort, fullBatch } from '../protocol/port.js';

/** Live events wait at most this long, so that 500 deltas a second are some 60 messages to the screen thread. */
const gatherMs = 16;

/** Which thread and turn an event belongs to. */
export interface EventScope {
  threadId: string;
  turnId?: string;
  /** The task of a plan in which it happened, and who works on it where several may. */
  taskId?: string;
  agentId?: string;
}

export interface Emitter {
  /** Throws PaiError('storage') when a durable event could not be written; it is then not delivered either. */
  emit(scope: EventScope, event: Event): Envelope;
  /** Delivers what is already written, e.g. a thread that is opened again. */
  deliver(envelopes: Envelope[]): void;
  flush(): void;
}

export interface EmitterOptions {
  port: EnginePort;
  clock: Clock;
  /** Writes to the thread's log and returns the event's position in it. */
  append(envelope: Envelope<DurableEvent>): number;
}

export function createEmitter({ port, clock, append }: EmitterOptions): Emitter {
  let waiting: Envelope[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastFlush = 0;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    lastFlush = performance.now();
    port.emit(batch);
  };

  return {
    emit(scope, event) {
      const envelope: Envelope = { at: clock.now(), ...scope, event };
      if (isDurable(event)) {
        envelope.seq = append(envelope as Envelope<DurableEvent>);
        waiting.push(envelope);
        flush();
      } else {
        gather(waiting, envelope as Envelope<LiveEvent>);
        timer ??= setTimeout(flush, Math.max(0, gatherMs - (performance.now() - lastFlush)));
      }
      return envelope;
    },
    deliver(envelopes) {
      flush();
      for (let at = 0; at < envelopes.length; at += fullBatch) port.emit(envelopes.slice(at, at + fullBatch));
    },
    flush,
  };
}

/** Adds a live event; a delta that continues the last one is joined to it. */
function gather(waiting: Envelope[], next: Envelope<LiveEvent>): void {
  const last = waiting.at(-1)?.event;
  const event = next.event;
  if (
    event.type === 'message.delta' &&
    last?.type === 'message.delta' &&
    last.messageId === event.messageId &&
    last.channel === event.channel
  )
    last.text += event.text;
  else if (event.type === 'tool.progress' && last?.type === 'tool.progress' && last.callId === event.callId)
    last.text += event.text;
  else waiting.push({ ...next, event: { ...event } });
}
