import { expect, test } from '@jest/globals';
import { budgetFor, resultTokensFor } from '../../../src/context/budget.js';

test('a window of 128,000 is compacted at 95,000 and aims at 55 % of that', () => {
  expect(budgetFor({ window: 128_000, fixed: 3000 })).toMatchObject({ trigger: 95_000, target: 52_250 });
});

test('large instructions lower the trigger to what leaves room for work', () => {
  const { trigger } = budgetFor({ window: 32_000, fixed: 2000 });
  expect(trigger).toBe(Math.min(32_000 - 8000 - 4000, 2000 + 0.8 * (32_000 - 4000 - 2000)));
});

test.each([1000, 4000, 8000, 32_000, 200_000, 1_000_000])(
  'a window of %d keeps the order target < trigger < most < window',
  (window) => {
    const { target, trigger, most } = budgetFor({ window, fixed: window / 20 });
    expect(target).toBeLessThan(trigger);
    expect(trigger).toBeLessThan(most);
    expect(most).toBeLessThan(window);
  },
);

test('one result may take a quarter of the window', () => {
  expect(resultTokensFor(8000)).toBe(2000);
});
