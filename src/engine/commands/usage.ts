// What the turns of the open thread cost.
import { PaiError } from '../../base/error.js';
import type { QueryResult } from '../../protocol/query.js';
import { usageByTurn } from '../../thread/turn-usage.js';
import type { EngineState } from '../state.js';

export function answerUsage({ threads, session }: EngineState): QueryResult {
  try {
    return { kind: 'usage', turns: usageByTurn(threads.store().load(session.threadId).envelopes) };
  } catch (error) {
    // A thread is in the log from its first turn on.
    if (error instanceof PaiError && error.code === 'not-found') return { kind: 'usage', turns: [] };
    throw error;
  }
}
