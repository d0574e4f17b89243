// Takes an engine through one turn: opens the thread that is gone on with, starts the turn, waits for its end, stops the engine.
import { createDeferred, type Deferred } from '../base/deferred.js';
import { fromErrorData } from '../base/error.js';
import type { Engine } from '../engine/engine.js';
import type { Command } from '../protocol/command.js';
import { type Envelope, type Event, isDurable, type Mode } from '../protocol/event.js';
import type { Port } from '../protocol/port.js';

export interface OneTurn {
  engine: Engine;
  port: Port;
  /** Returns the command's id. */
  send(command: Command): string;
  input: string;
  /** Absent: the one that is set. */
  mode?: Mode;
  /** Thread to go on with, or with `fork` in a copy of; absent: a new one. */
  resume?: { threadId: string; fork: boolean };
  /** Cancels the turn. */
  signal: AbortSignal;
  /** Everything the engine says, but for the earlier turns of the thread. */
  onEnvelope(envelope: Envelope): void;
  /** The earlier turns. */
  onEarlier(envelope: Envelope): void;
}

/** Resolves when the turn is closed, or was stopped before it began. Throws PaiError when it could not begin. */
export async function playTurn(turn: OneTurn): Promise<void> {
  const { engine, port, send, input, mode, resume, signal, onEnvelope, onEarlier } = turn;
  const closed = createDeferred<void>();
  const answers = new Map<string, Deferred<void>>();
  let isBegun = false;
  port.onEvents((envelopes) => {
    for (const envelope of envelopes) {
      const { event } = envelope;
      settle(answers, event);
      if (!isBegun && isDurable(event)) {
        onEarlier(envelope);
        continue;
      }
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
    if (resume) await ask(openingOf(resume));
    if (signal.aborted) return;
    isBegun = true;
    signal.addEventListener('abort', () => send({ type: 'turn.cancel' }), { once: true });
    await Promise.all([ask({ type: 'turn.start', input, ...(mode ? { mode } : {}) }), closed.promise]);
  } finally {
    await engine.stop();
  }
}

function openingOf({ threadId, fork }: NonNullable<OneTurn['resume']>): Command {
  return fork ? { type: 'thread.fork', threadId } : { type: 'thread.open', which: { threadId } };
}

function settle(answers: Map<string, Deferred<void>>, event: Event): void {
  if (event.type === 'command.accepted') answers.get(event.commandId)?.resolve();
  if (event.type === 'command.rejected') answers.get(event.commandId)?.reject(fromErrorData(event.error));
}
