import { expect, test } from '@jest/globals';
import { costOf } from '../../../src/provider/pricing.js';
import { usageOf } from '../../../src/provider/usage-mapping.js';

const prices = { currency: 'USD' as const, input: 2, cachedInput: 0.5, output: 8, asOf: '2026-01-01' };

test('cached input is billed at its own price', () => {
  expect(costOf({ input: 1_000_000, cached: 400_000, output: 100_000 }, prices)).toBeCloseTo(1.2 + 0.2 + 0.8);
});

test('without a cached price all input costs the same', () => {
  const { cachedInput: _, ...rest } = prices;
  expect(costOf({ input: 1_000_000, cached: 400_000, output: 0 }, rest)).toBeCloseTo(2);
});

test.each([
  [
    'OpenAI',
    {
      prompt_tokens: 11,
      completion_tokens: 3,
      prompt_tokens_details: { cached_tokens: 5 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
  [
    'DeepSeek',
    {
      prompt_tokens: 11,
      completion_tokens: 3,
      prompt_cache_hit_tokens: 5,
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
  ['Kimi', { prompt_tokens: 11, completion_tokens: 3, cached_tokens: 5, reasoning_tokens: 2 }],
  [
    'responses style',
    {
      input_tokens: 11,
      output_tokens: 3,
      input_tokens_details: { cached_tokens: 5 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
  ],
])('usage is read in the spelling of %s', (_title, raw) => {
  expect(usageOf(raw)).toEqual({ input: 11, output: 3, cached: 5, reasoning: 2, estimated: false });
});

test('a usage that says nothing is no usage', () => {
  expect([null, undefined, {}, { prompt_tokens: 0, completion_tokens: 0 }].map((raw) => usageOf(raw))).toEqual(
    Array(4).fill(undefined),
  );
});

test('the cost the server names beats the price list', () => {
  expect(usageOf({ prompt_tokens: 10, completion_tokens: 1, cost: 0.25 }, prices)?.costUsd).toBe(0.25);
});
