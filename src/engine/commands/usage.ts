// What the turns of the open thread cost, and what today did.
import { PaiError } from '../../base/error.js';
import type { QueryResult, TurnUsage } from '../../protocol/query.js';
import { usageByTurn } from '../../thread/turn-usage.js';
import type { EngineState } from '../state.js';

export function answerUsage(state: EngineState): QueryResult {
  return { kind: 'usage', turns: turnsOf(state), today: state.spending.today() };
}

function turnsOf({ threads, session }: EngineState): TurnUsage[] {
  try {
    return usageByTurn(threads.store().load(session.threadId).envelopes);
  } catch (error) {
    // A thread is in the log from its first turn on.
    if (error instanceof PaiError && error.code === 'not-found') return [];
    throw error;
  }
}
