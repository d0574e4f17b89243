import { expect, test } from '@jest/globals';
import { findModel } from '../../../src/provider/catalog.js';
import { catalogProviders } from '../../../src/provider/catalog-data.js';
import { layUserEntries } from '../../../src/provider/user-catalog.js';

const lay = (given: unknown) =>
  layUserEntries(catalogProviders, {
    entries: Object.entries(given as object),
    placeOf: (key) => `/h/models.json:${key}`,
  });

test('a provider of the user’s own is added with its rules, key variable and models', () => {
  const providers = lay({
    lab: {
      name: 'The lab',
      baseUrl: 'http://10.0.0.5:8000/v1/',
      keyVariable: 'LAB_KEY',
      systemRole: 'user',
      models: { 'org/big': { contextWindow: 32768, images: true, parallelCalls: false } },
    },
  });
  expect(providers.at(-1)).toMatchObject({
    provider: 'lab',
    baseUrl: 'http://10.0.0.5:8000/v1',
    keyVariables: ['LAB_KEY'],
  });
  expect(findModel('lab', 'org/big', providers)).toMatchObject({
    contextWindow: 32768,
    assumed: false,
    images: true,
    systemRole: 'user',
    parallelCalls: false,
    turns: 'free',
  });
});

test('what the user says of a known model holds, the rest stays', () => {
  const prices = { currency: 'CNY', input: 2, cachedInput: 0.2, output: 3, asOf: '2026-10-01' };
  const providers = lay({ deepseek: { models: { 'deepseek-chat': { prices }, new: { contextWindow: 1000000 } } } });
  expect(findModel('deepseek', 'deepseek-chat', providers)).toMatchObject({ contextWindow: 128000, prices });
  expect(findModel('deepseek', 'deepseek-reasoner', providers).prices?.currency).toBe('USD');
  expect(findModel('deepseek', 'new', providers)).toMatchObject({ contextWindow: 1000000, replayReasoning: true });
  expect(findModel('deepseek', 'deepseek-chat').prices?.currency).toBe('USD');
});

test.each([
  [{ lab: { baseUrl: 'ftp://x' } }, 'lab.baseUrl must be an http or https address'],
  [{ lab: { baseUrl: 'http://x', models: { m: {} } } }, 'lab.models["m"].contextWindow must be a whole number'],
  [{ openai: { models: { 'gpt-5': { prices: { input: 1 } } } } }, 'prices.currency must be "USD" or "CNY"'],
  [{ openai: { turns: 'loose' } }, 'openai.turns must be "free" or "merged" or "strict"'],
  [{ openai: { apiKey: 'sk-secret' } }, 'openai.apiKey must be one of name, baseUrl'],
  [{ 'A B': {} }, '"A B" must be a name'],
  [{ demo: {} }, 'another name'],
  [{ openai: [] }, 'openai must be an object'],
])('a fault is one line that names file and key: %j', (given, message) => {
  expect(() => lay(given)).toThrow(message);
  expect(() => lay(given)).toThrow(/^\/h\/models\.json:/);
  expect(() => lay(given)).not.toThrow('sk-secret');
});
