import { expect, test } from '@jest/globals';
import { createSpending, type SpendingLimits } from '../../../src/engine/spending.js';
import { addUsage, noUsage, type Usage } from '../../../src/protocol/usage.js';

const dayMs = 86_400_000;
const cost = (costUsd: number): Usage => ({ ...noUsage, input: 10, costUsd });

function spendingWith(limits: SpendingLimits) {
  const clock = { now: new Date(2026, 10, 30, 12).getTime() };
  const rows = new Map<string, { model: string; usage: Usage }[]>();
  const days = {
    add(day: string, model: string, usage: Usage) {
      rows.set(day, [...(rows.get(day) ?? []), { model, usage }]);
    },
    of: (day: string) => rows.get(day) ?? [],
  };
  return { spending: createSpending({ limits, now: () => clock.now, days: () => days }), clock, rows };
}

test('without limits nothing is reached', () => {
  const { spending } = spendingWith({});
  spending.add('m', cost(1e6));
  expect(spending.forTurn()(cost(1e6))).toBeUndefined();
});

test('a limit of cost says what was spent, and how much more is asked for', () => {
  const { spending } = spendingWith({ costUsdPerTurn: 0.5 });
  const reached = spending.forTurn();
  expect(reached(cost(0.49))).toBeUndefined();
  expect(reached(cost(0.512345))).toMatchObject({
    reason: 'the cost limit of $0.5 was reached in this turn',
    question: '$0.5123 spent in this turn; another $0.5?',
  });
});

test('a step that cost several limits is asked about until the next one lies above', () => {
  const { spending } = spendingWith({ costUsdPerTurn: 0.5 });
  const reached = spending.forTurn();
  reached(cost(1.2))?.goOn();
  expect(reached(cost(1.2))?.reason).toContain('$1 ');
  reached(cost(1.2))?.goOn();
  expect(reached(cost(1.2))).toBeUndefined();
  expect(reached(cost(1.5))).toBeDefined();
});

test('a model whose price is not known costs nothing that could be held', () => {
  const { spending } = spendingWith({ costUsdPerTurn: 0.5 });
  expect(spending.forTurn()({ ...noUsage, input: 1e9 })).toBeUndefined();
});

test('the limit of a day adds up the models, and another day begins anew', () => {
  const { spending, clock } = spendingWith({ costUsdPerDay: 1 });
  spending.add('a', cost(0.6));
  spending.add('b', cost(0.6));
  const reached = spending.forTurn();
  expect(reached(noUsage)?.reason).toBe('the cost limit of $1 was reached today');
  reached(noUsage)?.goOn();
  expect(reached(noUsage)).toBeUndefined();
  clock.now += dayMs;
  expect(spending.today()).toEqual([]);
  spending.add('a', addUsage(cost(0.6), cost(0.6)));
  expect(reached(noUsage)?.reason).toContain('$1 ');
});
