// The one joint between a front end and the engine: plain data both ways, over a MessageChannel or in one process.
import type { CommandEnvelope } from './command.js';
import type { Envelope } from './event.js';

/**
 * A thread that is opened comes in batches of so many events: one of them all would have to be held in memory twice over.
 * One that is full is followed by another at once, so that nothing need be drawn in between.
 */
export const fullBatch = 500;

/** The front end's side. */
export interface Port {
  send(command: CommandEnvelope): void;
  /** Events arrive in batches, in order. One listener; returns nothing, the port lives as long as the engine. */
  onEvents(listener: (events: Envelope[]) => void): void;
}

/** The engine's side. */
export interface EnginePort {
  emit(events: Envelope[]): void;
  onCommand(listener: (command: CommandEnvelope) => void): void;
}

/** What worker_threads' MessagePort and parentPort have in common. */
interface MessageEndpoint {
  postMessage(value: unknown): void;
  on(event: 'message', listener: (value: unknown) => void): unknown;
}

/** Engine's side of a MessagePort. */
export function enginePortOver(endpoint: MessageEndpoint): EnginePort {
  return {
    emit: (events) => endpoint.postMessage(events),
    onCommand: (listener) => endpoint.on('message', (value) => listener(value as CommandEnvelope)),
  };
}

/** Both sides in one process, for `run` and tests. Delivery is asynchronous and in order; values are cloned as a real port would. */
export function createLocalPorts(): { front: Port; engine: EnginePort } {
  let onEvents: (events: Envelope[]) => void = () => {};
  let onCommand: (command: CommandEnvelope) => void = () => {};
  const later = (run: () => void) => queueMicrotask(run);
  return {
    front: {
      send: (command) => {
        const copy = structuredClone(command);
        later(() => onCommand(copy));
      },
      onEvents: (listener) => {
        onEvents = listener;
      },
    },
    engine: {
      emit: (events) => {
        const copy = structuredClone(events);
        later(() => onEvents(copy));
      },
      onCommand: (listener) => {
        onCommand = listener;
      },
    },
  };
}
