import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chooseSearch } from '../../../src/config/choose-search.js';
import { loadSettings } from '../../../src/config/load-settings.js';
import { Secret } from '../../../src/config/secret.js';
import { settingsTable } from '../../../src/config/settings-table.js';

const own = new Secret('own-key');
const chosen = (...given: Parameters<typeof chooseSearch>) => {
  const search = chooseSearch(...given);
  return search && [search.provider, search.baseUrl, search.apiKey?.reveal()];
};

test.each([
  ['nothing', {}, {}, undefined],
  ['an address', { searchBaseUrl: 'http://s' }, {}, ['searxng', 'http://s', undefined]],
  ['a service and a key', { searchProvider: 'brave', searchApiKey: own }, {}, ['brave', undefined, 'own-key']],
  ['a variable of Brave', {}, { BRAVE_API_KEY: 'b' }, ['brave', undefined, 'b']],
  ['a variable of SerpApi', {}, { SERPAPI_API_KEY: 's' }, ['serpapi', undefined, 's']],
  ['a variable of Zhipu alone', {}, { ZHIPUAI_API_KEY: 'z' }, undefined],
  ['Zhipu by name', { searchProvider: 'zhipu' }, { ZHIPUAI_API_KEY: 'z' }, ['zhipu', undefined, 'z']],
  [
    'an own key before the variable',
    { searchProvider: 'brave', searchApiKey: own },
    { BRAVE_API_KEY: 'b' },
    ['brave', undefined, 'own-key'],
  ],
  [
    "another service's variable",
    { searchProvider: 'serpapi' },
    { BRAVE_API_KEY: 'b' },
    ['serpapi', undefined, undefined],
  ],
  [
    'a variable beside another address',
    { searchProvider: 'brave', searchBaseUrl: 'http://s' },
    { BRAVE_API_KEY: 'b' },
    ['brave', 'http://s', undefined],
  ],
  ['a key of no service', { searchApiKey: own }, {}, undefined],
  [
    'a key of no service beside an address',
    { searchBaseUrl: 'http://s', searchApiKey: own },
    {},
    ['searxng', 'http://s', undefined],
  ],
  ['a key with a line break', {}, { BRAVE_API_KEY: 'a\nb' }, undefined],
] as const)('with %s', (_what, settings, env, expected) => {
  expect(chosen(settings, env)).toEqual(expected);
});

test('a stronger layer that names another service leaves the key of the first behind', () => {
  const home = mkdtempSync(join(tmpdir(), 'pai-search-'));
  try {
    const file = { searchProvider: 'brave', searchApiKey: 'brave-key', searchBaseUrl: 'http://s' };
    writeFileSync(join(home, 'config.json'), JSON.stringify(file), { mode: 0o600 });
    const load = (env: NodeJS.ProcessEnv) => loadSettings({ home, env, flags: {}, providers: [] });
    expect(load({}).searchApiKey?.reveal()).toBe('brave-key');
    const other = load({ PAICLI_SEARCH_PROVIDER: 'serpapi' });
    expect([other.searchProvider, other.searchApiKey, other.searchBaseUrl]).toEqual(['serpapi', undefined, undefined]);
    expect(load({ PAICLI_SEARCH_PROVIDER: 'brave' }).searchApiKey?.reveal()).toBe('brave-key');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test('no folder can name a host or a search service', () => {
  const rows = settingsTable.filter(({ key }) => /^(web|search)/.test(key));
  expect(rows.map(({ personal, savable }) => [personal, savable])).toEqual(Array(4).fill([true, undefined]));
});
