// Commands about what the model is sent: turns taken back, a conversation made smaller, where the window goes.
import { PaiError } from '../../base/error.js';
import type { EngineState } from '../state.js';

/** Throws PaiError('conflict' | 'not-found'). */
export async function rewindThread({ session, emitter, context }: EngineState, turns: number): Promise<void> {
  demandIdle(session.busy);
  const { log, threadId } = session;
  const known = log.turns();
  const first = known.at(-turns);
  if (!Number.isInteger(turns) || turns < 1 || first === undefined)
    throw new PaiError(
      'not-found',
      known.length === 0 ? 'there is no turn to take back' : `the thread has only ${known.length} turns`,
    );
  emitter.emit({ threadId }, { type: 'thread.rewound', fromSeq: first.seq, turns });
  await context.tellMeter(threadId, log);
}

/** Throws PaiError('conflict' | 'not-found'). */
export async function restoreThread({ session, emitter, context }: EngineState): Promise<void> {
  demandIdle(session.busy);
  const { log, threadId } = session;
  if (log.rewinds() === 0)
    throw new PaiError('not-found', 'there is nothing to bring back: no turn was taken back since the last one began');
  emitter.emit({ threadId }, { type: 'thread.restored' });
  await context.tellMeter(threadId, log);
}

export function compactContext({ session, context }: EngineState, focus: string | undefined): Promise<void> {
  return session.alone(async (scope) => {
    await context.compact(scope, focus?.trim() || undefined);
    scope.emit({ type: 'usage.changed', thread: session.usage() });
  });
}

export async function answerContext({ session, context, tell }: EngineState, commandId: string): Promise<void> {
  const sizes = await context.sizes(session.threadId, session.log);
  tell({ type: 'query.answered', commandId, result: { kind: 'context', ...sizes } });
}

function demandIdle(busy: boolean): void {
  if (busy) throw new PaiError('conflict', 'something is running here', 'Wait for its end, or stop it with Esc.');
}
