import { expect, test } from '@jest/globals';
import { findModel, findProvider, listModels } from '../../../src/provider/catalog.js';
import { catalogProviders } from '../../../src/provider/catalog-data.js';

test('every provider of the product is listed', () => {
  expect(catalogProviders.map((entry) => entry.provider)).toEqual([
    'openai',
    'deepseek',
    'glm',
    'glm-cn',
    'kimi',
    'kimi-cn',
    'qwen',
    'qwen-cn',
    'openrouter',
    'mistral',
    'ollama',
    'lmstudio',
    'llamacpp',
    'vllm',
    'custom',
  ]);
});

test('an unknown model gets an assumed window and its provider’s rules', () => {
  expect(findModel('mistral', 'new-one')).toMatchObject({ contextWindow: 128_000, assumed: true, callIds: 'nine' });
  expect(findModel('mistral', 'new-one').prices).toBeUndefined();
});

test('a known model has its window, not an assumed one', () => {
  expect(findModel('openai', 'gpt-5')).toMatchObject({ contextWindow: 400_000, assumed: false, images: true });
});

test('a dated release is found under its model', () => {
  expect(findModel('openai', 'gpt-5-2025-08-07')).toMatchObject({ model: 'gpt-5-2025-08-07', assumed: false });
});

test('an unknown provider is refused with the known ones', () => {
  expect(() => findProvider('nobody')).toThrow('no provider "nobody"');
});

test('listed models have windows larger than their output and prices in a sane order', () => {
  for (const model of catalogProviders.flatMap((entry) => listModels(entry.provider))) {
    expect(model.maxOutputTokens ?? 0).toBeLessThan(model.contextWindow);
    if (model.prices) expect(model.prices.cachedInput).toBeLessThan(model.prices.input);
  }
});

test('a price has its day and its currency', () => {
  const priced = catalogProviders.flatMap(({ models }) => models.flatMap(({ prices }) => (prices ? [prices] : [])));
  expect(new Set(priced.map(({ currency }) => currency))).toEqual(new Set(['USD', 'CNY']));
  for (const { asOf } of priced) expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test('a model may follow other rules than its provider', () => {
  expect(findModel('openai', 'gpt-5')).toMatchObject({ systemRole: 'developer' });
  expect(findModel('openai', 'gpt-4.1')).toMatchObject({ systemRole: 'system' });
  expect(findModel('kimi', 'kimi-k2-thinking')).toMatchObject({ replayReasoning: true });
  expect(findModel('mistral', 'any')).toMatchObject({ turns: 'strict' });
});
