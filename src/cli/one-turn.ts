// Takes an engine through one turn: opens the thread that is gone on with, starts the turn, waits for its end, stops the engine.
import { createDeferred, type Deferred } from '../base/deferred.js';
import { fromErrorData } from '../base/error.js';
import type { Engine } from '../engine/engine.js';
import type { Command } from '../protocol/command.js';
import { type Envelope, type Event, isDurable } from '../protocol/event.js';
import type { Port } from '../protocol/port.js';

export interface OneTurn {
  engine: Engine;
  port: Port;
  /** Returns the command's id. */
  send(command: Command): string;
  input: string;
  /** Thread to go on with; absent: a new one. */
  resume?: string;
  /** Cancels the turn. */
  signal: AbortSignal;
  /** Everything the engine says, but for the earlier turns of the thread. */
  onEnvelope(envelope: Envelope): void;
}

/** Resolves when the turn is closed, or was stopped before it began. Throws PaiError when it could not begin. */
export async function playTurn({ engine, port, send, input, resume, signal, onEnvelope }: OneTurn): Promise<void> {
  const closed = createDeferred<void>();
  const answers = new Map<string, Deferred<void>>();
  let isBegun = false;
  port.onEvents((envelopes) => {
    for (const envelope of envelopes) {
      const { event } = envelope;
      settle(answers, event);
      if (!isBegun && isDurable(event)) continue;
      onEnvelope(envelope);
      if (event.type === 'turn.completed' || event.type === 'turn.failed') closed.resolve();
    }
  });
  const ask = (command: Command) => {
    const answer = createDeferred<void>();
    answers.set(send(command), answer);
    return answer.promise;
  };
  try {
    await engine.ready;
    if (resume !== undefined) await ask({ type: 'thread.open', which: { threadId: resume } });
    if (signal.aborted) return;
    isBegun = true;
    signal.addEventListener('abort', () => send({ type: 'turn.cancel' }), { once: true });
    await Promise.all([ask({ type: 'turn.start', input }), closed.promise]);
  } finally {
    await engine.stop();
  }
}

function settle(answers: Map<string, Deferred<void>>, event: Event): void {
  if (event.type === 'command.accepted') answers.get(event.commandId)?.resolve();
  if (event.type === 'command.rejected') answers.get(event.commandId)?.reject(fromErrorData(event.error));
}
