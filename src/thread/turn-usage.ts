// Tokens and money of each closed turn of a thread, from its log.
import type { Envelope } from '../protocol/event.js';
import type { TurnUsage } from '../protocol/query.js';

/** One entry a closed turn, oldest first. */
export function usageByTurn(envelopes: readonly Envelope[]): TurnUsage[] {
  const turns: TurnUsage[] = [];
  let model = '';
  for (const { at, event } of envelopes) {
    if (event.type === 'turn.started') model = event.model;
    if (event.type !== 'turn.completed' && event.type !== 'turn.failed') continue;
    const { steps, durationMs, usage } = event;
    turns.push({ at, model, steps, durationMs, usage });
  }
  return turns;
}
