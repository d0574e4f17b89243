// What may be spent in a turn and in a day, and what was. Counts every call of a model; the loop asks before each step.
import type { ReachedLimit } from '../agent/turn.js';
import { dayOf } from '../base/day.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';

/** Absent: no limit. Tokens are those in and out. */
export interface SpendingLimits {
  costUsdPerTurn?: number;
  costUsdPerDay?: number;
  tokensPerTurn?: number;
  tokensPerDay?: number;
}

export interface Spending {
  /** One call. Throws PaiError('storage'). */
  add(model: string, usage: Usage): void;
  /** By model. Throws PaiError('storage'). */
  today(): { model: string; usage: Usage }[];
  /** For one turn: the first limit that `usage`, the turn's so far, or the day has reached. */
  forTurn(): (usage: Usage) => ReachedLimit | undefined;
}

export interface SpendingOptions {
  limits: SpendingLimits;
  now(): number;
  days(): { add(day: string, model: string, usage: Usage): void; of(day: string): { model: string; usage: Usage }[] };
}

type Measure = 'cost' | 'tokens';

export function createSpending({ limits, now, days }: SpendingOptions): Spending {
  /** Further amounts that the person allowed for a day, in limits' worth. */
  const allowed = new Map<string, number>();
  const today = () => days().of(dayOf(now()));
  const ofToday = () => today().reduce((sum, { usage }) => addUsage(sum, usage), noUsage);

  function ofDay(measure: Measure, limit: number | undefined): ReachedLimit | undefined {
    if (limit === undefined) return undefined;
    const key = `${measure} ${dayOf(now())}`;
    const times = allowed.get(key) ?? 1;
    const goOn = () => void allowed.set(key, times + 1);
    return reached({ measure, isDay: true, spent: amountOf(measure, ofToday()), limit, times, goOn });
  }

  return {
    add: (model, usage) => days().add(dayOf(now()), model, usage),
    today,
    forTurn() {
      const times = { cost: 1, tokens: 1 };
      const ofTurn = (measure: Measure, limit: number | undefined, usage: Usage) =>
        limit === undefined
          ? undefined
          : reached({
              measure,
              isDay: false,
              spent: amountOf(measure, usage),
              limit,
              times: times[measure],
              goOn: () => void times[measure]++,
            });
      return (usage) =>
        ofTurn('cost', limits.costUsdPerTurn, usage) ??
        ofTurn('tokens', limits.tokensPerTurn, usage) ??
        ofDay('cost', limits.costUsdPerDay) ??
        ofDay('tokens', limits.tokensPerDay);
    },
  };
}

const amountOf = (measure: Measure, usage: Usage) =>
  measure === 'cost' ? (usage.costUsd ?? 0) : usage.input + usage.output;

interface Reading {
  measure: Measure;
  isDay: boolean;
  spent: number;
  limit: number;
  /** How many limits' worth are allowed by now. */
  times: number;
  goOn(): void;
}

function reached({ measure, isDay, spent, limit, times, goOn }: Reading): ReachedLimit | undefined {
  const bound = limit * times;
  if (spent < bound) return undefined;
  const when = isDay ? 'today' : 'in this turn';
  const amount = (value: number) =>
    measure === 'cost' ? `$${Number(value.toPrecision(4))}` : `${value.toLocaleString('en-US')} tokens`;
  return {
    reason: `the ${measure === 'cost' ? 'cost' : 'token'} limit of ${amount(bound)} was reached ${when}`,
    question: `${amount(spent)} spent ${when}; another ${amount(limit)}?`,
    hint: isDay
      ? `Go on tomorrow, or set ${measure === 'cost' ? 'maxCostUsdPerDay' : 'maxTokensPerDay'} higher.`
      : 'Send another message to go on.',
    goOn,
  };
}
