import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { PaiError } from '../../../src/base/error.js';
import { readFolderSettings } from '../../../src/config/folder-settings.js';
import { loadSettings, type SettingSources, type Settings } from '../../../src/config/load-settings.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

const providers = [
  { id: 'openai', keyVariables: ['OPENAI_API_KEY'], baseUrl: 'https://api.openai.com/v1', defaultModel: 'gpt' },
  { id: 'deepseek', keyVariables: ['DEEPSEEK_API_KEY'], baseUrl: 'https://api.deepseek.com', defaultModel: 'chat' },
  { id: 'glm', keyVariables: ['GLM_API_KEY', 'ZAI_API_KEY'], baseUrl: 'https://api.z.ai/v4', defaultModel: 'glm' },
  { id: 'ollama', keyVariables: [], baseUrl: 'http://127.0.0.1:11434/v1' },
  { id: 'custom', keyVariables: ['PAICLI_API_KEY'], baseUrl: '' },
];

interface Given {
  config?: unknown;
  env?: Record<string, string>;
  flags?: SettingSources['flags'];
  /** The folder's own settings, trusted. */
  folder?: Record<string, unknown>;
}

const folderEntries = (settings: Record<string, unknown>) =>
  readFolderSettings('/p/.paicli/config.json', JSON.stringify(settings)).entries;

function load({ config, env = {}, flags = {}, folder }: Given, home = tempFolder()): Settings {
  if (config !== undefined) {
    const text = typeof config === 'string' ? config : JSON.stringify(config);
    writeFileSync(join(home, 'config.json'), text, { mode: 0o600 });
  }
  return loadSettings({
    home,
    env,
    flags,
    providers,
    ...(folder === undefined ? {} : { folder: folderEntries(folder) }),
  });
}

function errorOf(given: Given): PaiError {
  try {
    load(given);
  } catch (error) {
    if (error instanceof PaiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const key = { OPENAI_API_KEY: 'sk-1' };

test('with nothing set it is the demo model with the built-in values', () => {
  expect(load({})).toEqual({
    provider: 'demo',
    model: 'demo',
    notify: 'auto',
    parallelTasks: 4,
    teamWorkers: 3,
    snapshots: 'on',
    snapshotLimitMb: 1024,
    diagnostics: 'on',
    routing: 'suggest',
    theme: 'default',
    layout: 'auto',
    mouse: 'off',
    approvals: 'ask',
    maxSteps: 20,
    toolTimeoutS: 60,
    stallTimeoutS: 60,
    sandbox: 'off',
    sandboxNetwork: 'on',
    origins: { provider: 'built in, no key was found' },
    notices: [],
  });
});

test('the environment is stronger than the file, and flags are stronger than both', () => {
  const config = { maxSteps: 1, toolTimeoutS: 1, stallTimeoutS: 1 };
  const env = { PAICLI_MAX_STEPS: '2', PAICLI_TOOL_TIMEOUT: '2' };
  const settings = load({ config, env, flags: { maxSteps: '3' } });
  expect([settings.maxSteps, settings.toolTimeoutS, settings.stallTimeoutS]).toEqual([3, 2, 1]);
  expect(settings.origins).toMatchObject({
    maxSteps: 'set by --max-steps',
    toolTimeoutS: 'set by PAICLI_TOOL_TIMEOUT',
    stallTimeoutS: expect.stringMatching(/^set in .*config\.json:1$/),
  });
});

test.each<[string, Given, Partial<Settings>]>([
  ['a key variable chooses its provider', { env: { DEEPSEEK_API_KEY: 'k' } }, { provider: 'deepseek', model: 'chat' }],
  ['a second name of a key variable too', { env: { ZAI_API_KEY: 'k' } }, { provider: 'glm' }],
  ['an empty key variable counts for nothing', { env: { DEEPSEEK_API_KEY: ' ' } }, { provider: 'demo' }],
  [
    'PAICLI_PROVIDER is stronger than a key',
    { env: { ...key, GLM_API_KEY: 'k', PAICLI_PROVIDER: 'glm' } },
    { provider: 'glm' },
  ],
  [
    'a base URL makes it custom',
    { env: { PAICLI_BASE_URL: 'http://h/v1/', PAICLI_MODEL: 'm' } },
    { provider: 'custom', baseUrl: 'http://h/v1', model: 'm' },
  ],
  [
    'a base URL of a known server is that provider',
    { env: { ...key, PAICLI_BASE_URL: 'https://api.openai.com/v1' } },
    { provider: 'openai' },
  ],
  [
    'OPENAI_BASE_URL moves openai',
    { env: { ...key, OPENAI_BASE_URL: 'http://h/v1' } },
    { provider: 'openai', baseUrl: 'http://h/v1' },
  ],
  ['OPENAI_BASE_URL needs no key', { env: { OPENAI_BASE_URL: 'http://h/v1' } }, { provider: 'openai' }],
  [
    'OPENAI_BASE_URL says nothing of others',
    { env: { OPENAI_BASE_URL: 'http://h/v1', DEEPSEEK_API_KEY: 'k', PAICLI_PROVIDER: 'deepseek' } },
    { baseUrl: 'https://api.deepseek.com' },
  ],
  [
    'a local provider needs no key',
    { env: { PAICLI_PROVIDER: 'ollama', PAICLI_MODEL: 'm' } },
    { provider: 'ollama', model: 'm' },
  ],
  [
    'the demo model is asked for by flag',
    { env: { ...key, PAICLI_MODEL: 'gpt' }, flags: { provider: 'demo' } },
    { provider: 'demo', model: 'demo' },
  ],
  ['a model by flag', { env: key, flags: { model: 'gpt-x' } }, { provider: 'openai', model: 'gpt-x' }],
  ['a window is a number', { env: { ...key, PAICLI_CONTEXT_WINDOW: '8000000' } }, { contextWindow: 8_000_000 }],
])('%s', (_what, given, expected) => {
  expect(load(given)).toMatchObject(expected);
});

test('a key is of its provider and is not printed by accident', () => {
  const settings = load({ env: { OPENAI_API_KEY: 'sk-1', DEEPSEEK_API_KEY: 'sk-2', PAICLI_PROVIDER: 'deepseek' } });
  expect(settings.apiKey?.reveal()).toBe('sk-2');
  expect(`${settings.apiKey} ${JSON.stringify(settings)} ${inspect(settings)}`).not.toContain('sk-2');
});

test('PAICLI_API_KEY is stronger than the key variable of the provider', () => {
  const env = { ...key, PAICLI_PROVIDER: 'openai', PAICLI_API_KEY: 'own' };
  expect(load({ env }).apiKey?.reveal()).toBe('own');
});

test('the key of OpenAI is not sent to a custom server, and that is said', () => {
  const settings = load({ env: { ...key, PAICLI_BASE_URL: 'http://h/v1', PAICLI_MODEL: 'm' } });
  expect(settings.apiKey).toBeUndefined();
  expect(settings.notices).toEqual([expect.stringContaining('OPENAI_API_KEY is not sent')]);
});

test('another provider in the environment leaves the key, model and address of the file behind', () => {
  const config = { provider: 'openai', apiKey: 'of-openai', model: 'gpt', baseUrl: 'http://h', contextWindow: 5000 };
  const settings = load({ config, env: { PAICLI_PROVIDER: 'deepseek', DEEPSEEK_API_KEY: 'k' } });
  expect(settings).toMatchObject({ model: 'chat', baseUrl: 'https://api.deepseek.com' });
  expect(settings.contextWindow).toBeUndefined();
  expect(settings.apiKey?.reveal()).toBe('k');
});

test.each<[string, Given, RegExp]>([
  [
    'a number that is none',
    { env: { PAICLI_MAX_STEPS: 'many' } },
    /^maxSteps: "many" is not a whole number from 1 to 10000 \(set by PAICLI_MAX_STEPS\)$/,
  ],
  [
    'a number out of range',
    { flags: { toolTimeoutS: 601 } },
    /^toolTimeoutS: 601 is not .* \(set by --tool-timeout\)$/,
  ],
  ['a number as a fraction', { config: { maxSteps: 1.5 } }, /^maxSteps: 1.5 is not .* \(set in .*config\.json:1\)$/],
  [
    'a choice that is none',
    { flags: { approvals: 'yolo' } },
    /^approvals: "yolo" is not one of ask, edits, all, never \(set by --approve\)$/,
  ],
  [
    'an address that is none',
    { env: { PAICLI_BASE_URL: 'localhost:8080' } },
    /^baseUrl: "localhost:8080" is not an http or https address \(set by PAICLI_BASE_URL\)$/,
  ],
  [
    'OPENAI_BASE_URL that is no address',
    { env: { OPENAI_BASE_URL: 'x' } },
    /^baseUrl: "x" .* \(set by OPENAI_BASE_URL\)$/,
  ],
  ['a text of another type', { config: { model: ['a'] } }, /^model: \["a"\] is not a text/],
  [
    'a key with a blank, which is not shown',
    { env: { PAICLI_API_KEY: 'sk secret' } },
    /^apiKey: the value is not a key \(.*\) \(set by PAICLI_API_KEY\)$/,
  ],
  [
    'an unknown provider',
    { env: { PAICLI_PROVIDER: 'nobody' } },
    /^provider: "nobody" is not one of openai, .*, demo \(set by PAICLI_PROVIDER\)$/,
  ],
  ['a provider without its key', { env: { PAICLI_PROVIDER: 'glm' } }, /^apiKey: not set for provider "glm"$/],
  ['a key of nobody', { env: { PAICLI_API_KEY: 'k' } }, /^provider: not set, .* \(set by PAICLI_API_KEY\)$/],
  ['a provider without a usual model', { env: { PAICLI_PROVIDER: 'ollama' } }, /^model: not set/],
  ['custom without an address', { env: { PAICLI_PROVIDER: 'custom', PAICLI_MODEL: 'm' } }, /^baseUrl: not set/],
  ['the line of a bad value', { config: '{\n  "model": "m",\n  "maxSteps": 0\n}' }, /config\.json:3\)$/],
  ['JSON with a comma too many', { config: '{\n  "model": "m",\n}\n' }, /config\.json:3 is not valid JSON$/],
  ['JSON with a word', { config: '{\n  "model": m,\n  "theme": "t"\n}\n' }, /config\.json:2 is not valid JSON$/],
  ['JSON that is cut off', { config: '{\n  "apiKey": "sk-sec' }, /config\.json:2 is not valid JSON$/],
  ['JSON that is no object', { config: '[]' }, /config\.json:1 is not a JSON object of settings/],
])('%s is one clear line', (_what, given, message) => {
  const error = errorOf(given);
  expect(error.code).toBe('config');
  expect(error.message).toMatch(message);
  expect(error.message).not.toMatch(/\n|sec/);
  expect(error.hint).toBeTruthy();
});

test('a key the program does not know is named and otherwise left alone', () => {
  const { notices } = load({ config: '{\n"version": 1,\n"colour": 1}' });
  expect(notices).toEqual([expect.stringMatching(/config\.json:3: "colour" is no setting/)]);
});

test.each([
  ['absent', undefined],
  ['empty', ''],
  ['blank', ' \n'],
])('a file that is %s stands for no settings (PA-01)', (_what, config) => {
  expect(load({ config }).provider).toBe('demo');
});

test.each([
  ['a byte order mark in front', '\uFEFF{"maxSteps": 3}'],
  ['zero bytes behind', `{"maxSteps": 3}${'\0'.repeat(1700)}`],
])('%s: no harm (PA-01)', (_what, config) => {
  expect(load({ config }).maxSteps).toBe(3);
});

test('a file with a key that others can read is pointed out', () => {
  const home = tempFolder();
  writeFileSync(join(home, 'config.json'), '{"provider": "openai", "apiKey": "k"}');
  chmodSync(join(home, 'config.json'), 0o644);
  expect(load({}, home).notices).toEqual([expect.stringContaining('chmod 600')]);
});

describe("a trusted folder's own settings", () => {
  test("are stronger than the user's file and weaker than environment and flags", () => {
    const config = { maxSteps: 5, toolTimeoutS: 5, stallTimeoutS: 5, approvals: 'never' };
    const folder = { maxSteps: 6, toolTimeoutS: 6, stallTimeoutS: 6 };
    const settings = load({ config, folder, env: { PAICLI_TOOL_TIMEOUT: '7' }, flags: { stallTimeoutS: '8' } });
    expect(settings).toMatchObject({ approvals: 'never', maxSteps: 6, toolTimeoutS: 7, stallTimeoutS: 8 });
    expect(settings.origins.maxSteps).toBe('set in /p/.paicli/config.json:1');
  });

  test.each([
    ['from the environment', { env: key }],
    ['from the file', { config: { provider: 'openai', apiKey: 'sk-1' } }],
    ['of the program itself', { env: { PAICLI_API_KEY: 'sk-1', PAICLI_PROVIDER: 'openai' } }],
  ])('lead to no server with a key %s', (_where, given: Given) => {
    const settings = load({ ...given, folder: { baseUrl: 'https://elsewhere.test/v1', model: 'm' } });
    expect([settings.provider, settings.baseUrl]).toEqual([
      given.config || given.env?.PAICLI_PROVIDER ? 'openai' : 'custom',
      'https://elsewhere.test/v1',
    ]);
    expect(settings.apiKey).toBeUndefined();
    expect(settings.origins.apiKey).toBeUndefined();
  });

  test.each(['PAICLI_API_KEY', 'OPENAI_API_KEY'])('that name a server say why %s does not go there', (variable) => {
    const { notices } = load({ env: { [variable]: 'k' }, folder: { baseUrl: 'https://elsewhere.test', model: 'm' } });
    expect(notices).toEqual([
      expect.stringMatching(/^No key of yours is sent to https:\/\/elsewhere\.test \(set in .*PAICLI_BASE_URL/),
    ]);
  });

  test("may name the provider's own server, or the one the user chose, and the key still goes there", () => {
    const own = load({ env: key, folder: { provider: 'openai', baseUrl: 'https://api.openai.com/v1' } });
    expect(own.apiKey?.reveal()).toBe('sk-1');
    const chosen = { baseUrl: 'https://mine.test', apiKey: 'k', model: 'm', provider: 'custom' };
    expect(load({ config: chosen, folder: { baseUrl: 'https://mine.test' } }).apiKey?.reveal()).toBe('k');
  });

  test('that leave no usable choice are left out, and that is said', () => {
    const settings = load({ env: key, folder: { provider: 'nonsense', maxSteps: 3 } });
    expect(settings).toMatchObject({ provider: 'openai', maxSteps: 20 });
    expect(settings.notices).toEqual([expect.stringMatching(/^The folder's own settings are not used: .*nonsense/)]);
  });
});

test('loading writes nothing, and a home that cannot be is no error', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(load({}, join(folder, 'file')).provider).toBe('demo');
  expect(load({}, join(folder, 'absent')).provider).toBe('demo');
  expect(readdirSync(folder)).toEqual(['file']);
});

test.each([
  ['a flag', { flags: { maxCostUsdPerTurn: ' 0.25 ' } }, { maxCostUsdPerTurn: 0.25 }],
  [
    'the file',
    { config: { maxCostUsdPerDay: 5, maxTokensPerDay: 2_000_000 } },
    { maxCostUsdPerDay: 5, maxTokensPerDay: 2e6 },
  ],
  ['the environment', { env: { PAICLI_MAX_TOKENS_PER_TURN: '50000' } }, { maxTokensPerTurn: 50_000 }],
])('what may be spent is set by %s', (_where, given: Given, expected) => {
  expect(load(given)).toMatchObject(expected);
});

test('nothing limits what may be spent unless it was set', () => {
  expect(Object.keys(load({})).filter((key) => /^max(Cost|Tokens)/.test(key))).toEqual([]);
});

test.each(['0', '-1', '1e3', 'free', '', '2000000', true, null, Number.NaN])('%p is no amount of money', (value) => {
  expect(errorOf({ config: JSON.stringify({ maxCostUsdPerTurn: value }) }).message).toContain('a number above 0');
});

test("a folder's own file cannot raise what may be spent", () => {
  expect(load({ config: { maxCostUsdPerTurn: 1 }, folder: { maxCostUsdPerTurn: 100 } })).toMatchObject({
    maxCostUsdPerTurn: 1,
  });
});
