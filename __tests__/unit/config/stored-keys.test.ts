// Keys that were given to the program itself: to whom they are sent, and what beats them.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadSettings } from '../../../src/config/load-settings.js';
import { knownProviders } from '../../../src/provider/catalog.js';
import { catalogProviders } from '../../../src/provider/catalog-data.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'paicli-keys-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const deepseek = { provider: 'deepseek', baseUrl: 'https://api.deepseek.com/v1', key: 'sk-stored-1' };
function store(servers: unknown, mode = 0o600): void {
  writeFileSync(join(home, 'credentials.json'), typeof servers === 'string' ? servers : JSON.stringify({ servers }));
  chmodSync(join(home, 'credentials.json'), mode);
}
const load = (env: NodeJS.ProcessEnv = {}) =>
  loadSettings({ home, env, flags: {}, providers: knownProviders(catalogProviders) });

test('a stored key sets its provider up', () => {
  store([deepseek]);
  const settings = load();
  expect(settings).toMatchObject({ provider: 'deepseek', model: 'deepseek-chat', isStoredKey: true });
  expect(settings.apiKey?.reveal()).toBe('sk-stored-1');
  expect(settings.origins.apiKey).toContain('credentials.json');
});

test('the environment is stronger than a stored key', () => {
  store([deepseek]);
  expect(load({ DEEPSEEK_API_KEY: 'sk-env' }).apiKey?.reveal()).toBe('sk-env');
  expect(load({ OPENAI_API_KEY: 'sk-env' }).provider).toBe('openai');
});

test('a stored key is sent to its own address only', () => {
  store([deepseek]);
  const elsewhere = load({ PAICLI_PROVIDER: 'deepseek', PAICLI_BASE_URL: 'https://proxy.test/v1' });
  expect(elsewhere.apiKey).toBeUndefined();
  expect(load({ PAICLI_BASE_URL: 'http://127.0.0.1:9/v1', PAICLI_MODEL: 'm' }).apiKey).toBeUndefined();
});

test('another server is found by its stored address', () => {
  store([{ provider: 'custom', baseUrl: 'http://10.0.0.5/v1', key: 'k' }]);
  writeFileSync(join(home, 'config.json'), '{"provider": "custom", "model": "m"}');
  const settings = load();
  expect(settings).toMatchObject({ provider: 'custom', model: 'm', baseUrl: 'http://10.0.0.5/v1' });
  expect(settings.apiKey?.reveal()).toBe('k');
  expect(settings.origins.baseUrl).toContain('credentials.json');
});

test('a file that others can read is told of', () => {
  store([deepseek], 0o644);
  expect(load().notices).toEqual([expect.stringContaining('chmod 600')]);
});

test.each([
  ['{"servers": [{"provider": "x", "key": "sk-secret"}]}'],
  ['{"servers": "sk-secret"}'],
  ['{"a": sk-secret'],
])('a bad file is one line that quotes nothing: %s', (text) => {
  store(text);
  expect(() => load()).toThrow('credentials.json');
  expect(() => load()).not.toThrow('sk-secret');
});
