// Connecting a model from the screen: at a first start, before the engine, and by /connect.
import { describe, expect, test } from '@jest/globals';
import type { ConnectChoice, ConnectServices } from '../../src/tui/connect.js';
import { expectGolden } from '../support/golden.js';
import { openIdle } from '../support/open-app.js';
import { openHandFed, type ScreenOptions } from '../support/screen-app.js';
import { opened, ready } from '../support/thread-events.js';

const secret = 'sk-very-secret-1234567890';
const offers: Awaited<ReturnType<ConnectServices['offers']>> = [
  {
    provider: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    key: 'found',
    keyVariable: 'OPENAI_API_KEY',
    models: [{ model: 'gpt-5', contextWindow: 400_000 }],
  },
  {
    provider: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    key: 'needed',
    models: [
      { model: 'deepseek-chat', contextWindow: 128_000 },
      { model: 'deepseek-reasoner', contextWindow: 128_000 },
    ],
  },
  { provider: 'custom', name: 'Another server', baseUrl: '', key: 'optional', models: [] },
];
const ollama = {
  provider: 'ollama',
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: [{ model: 'qwen3:8b', contextWindow: 40_960 }, { model: 'gemma\x1b[31m3' }],
};

type Result = Awaited<ReturnType<ConnectServices['test']>>;

function services({ isNeeded = true, results = [{ durationMs: 640 }] as Result[], local = [ollama] } = {}) {
  const seen = { tested: [] as ConnectChoice[], kept: [] as ConnectChoice[] };
  const connect: ConnectServices = {
    isNeeded: () => isNeeded,
    offers: async () => offers,
    findLocal: async () => local,
    models: async ({ baseUrl }) => {
      if (baseUrl.includes('silent')) throw new Error(`no server answers at ${baseUrl}`);
      return [{ model: 'served-1' }];
    },
    test: async (choice) => {
      seen.tested.push(choice);
      return results[seen.tested.length - 1] ?? { durationMs: 1 };
    },
    keep: async (choice) => {
      seen.kept.push(choice);
      return undefined;
    },
  };
  return { connect, seen };
}

async function openFirst(options: ScreenOptions = {}, given = services()) {
  const app = await openHandFed({ ...options, connect: given.connect });
  await app.waitForText('DeepSeek');
  await app.waitForText('Ollama');
  app.clock.advance(300);
  return { app, ...given };
}

describe.each([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
])('at $cols x $rows', (size) => {
  test('a first start asks whose models are wanted, with what runs on this machine first', async () => {
    const { app } = await openFirst(size);
    expectGolden(`screen/connect-${size.cols}x${size.rows}`, app.screenText());
  });
});

test('a key is masked, tested with one question, kept, and never on the screen', async () => {
  const { app, seen } = await openFirst({ firstInput: 'fix it' });
  expect(app.engine.commands).toEqual([]);
  await app.type('deeps');
  await app.press('enter');
  await app.paste(secret);
  expect(app.screenText()).not.toContain('sk-');
  expectGolden('screen/connect-key-80x24', app.screenText());
  await app.press('enter', 'enter');
  await app.waitForText('· deepseek-chat answered in 640 ms.');
  const choice = {
    provider: 'deepseek',
    baseUrl: 'https://api.deepseek.com/v1',
    key: secret,
    model: 'deepseek-chat',
    contextWindow: 128_000,
  };
  expect(seen).toEqual({ tested: [choice], kept: [choice] });
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'fix it' }]);
  expect(app.terminal.output.writes.join('')).not.toContain('sk-very');
  expect(app.screenText()).not.toContain('Connect a model');
});

test('a test that fails says why and what to do, and nothing is kept until the user goes on', async () => {
  const error = {
    code: 'auth' as const,
    message: "the model's server refused the key (401)",
    hint: 'Check the key for it.',
  };
  const { app, seen } = await openFirst({}, services({ results: [{ error }] }));
  await app.type('deeps');
  await app.press('enter');
  await app.paste(secret);
  await app.press('enter', 'enter');
  await app.waitForText('refused the key');
  expectGolden('screen/connect-failed-80x24', app.screenText());
  expect(seen.kept).toEqual([]);
  await app.press('down', 'enter');
  await app.waitForText('answered in');
  expect(seen.tested).toHaveLength(2);
  expect(seen.kept).toHaveLength(1);
});

test('a server of this machine is used only when it is chosen, with its models to choose from', async () => {
  const { app, seen } = await openFirst();
  expect(seen.tested).toEqual([]);
  await app.press('enter');
  await app.waitForText('qwen3:8b');
  expect(app.screenText()).toContain('gemma␛[31m3');
  await app.press('enter');
  await app.waitForText('answered in');
  expect(seen.kept).toEqual([
    { provider: 'ollama', baseUrl: ollama.baseUrl, model: 'qwen3:8b', contextWindow: 40_960 },
  ]);
});

test('Esc plays the demo: the engine starts, and nothing is kept', async () => {
  const { app, seen } = await openFirst({ firstInput: 'go' });
  await app.press('escape');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'go' }]);
  expect(seen.kept).toEqual([]);
  expect(app.screenText()).not.toContain('Connect a model');
});

test('what was typed ahead chooses nothing', async () => {
  const { connect, seen } = services();
  const app = await openHandFed({ connect });
  await app.waitForText('Ollama');
  await app.type('hi');
  await app.press('enter', 'escape');
  expect(app.screenText()).toContain('Connect a model');
  expect(app.engine.commands).toEqual([]);
  expect(seen.tested).toEqual([]);
});

test('any server is connected by its address; a bad address and a silent one are said', async () => {
  const { app, seen } = await openFirst();
  await app.type('another');
  await app.press('enter');
  await app.type('localhost');
  await app.press('enter');
  await app.waitForText('An http or https address is needed.');
  await app.press('ctrl+u');
  await app.type('http://silent.test/v1/');
  await app.press('enter', 'enter');
  await app.waitForText('no server answers at http://silent.test/v1');
  await app.type('mine');
  await app.press('enter');
  await app.waitForText('answered in');
  expect(seen.kept).toEqual([{ provider: 'custom', baseUrl: 'http://silent.test/v1', model: 'mine' }]);
});

test('/connect sets up another provider, and the thread goes on with it', async () => {
  const { connect, seen } = services({ isNeeded: false });
  const app = await openIdle({ connect });
  await app.type('/connect');
  await app.press('enter');
  await app.waitForText('OPENAI_API_KEY');
  expect(app.screenText()).not.toContain('Demo');
  await app.type('openai');
  await app.press('enter', 'enter');
  await app.waitForText('gpt-5 answered');
  expect(seen.kept).toEqual([
    { provider: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5', contextWindow: 400_000 },
  ]);
  expect(app.engine.commands.at(-1)).toEqual({ type: 'settings.change', model: 'openai/gpt-5' });
});

test('/connect in the demo puts another engine in its place, on a new thread', async () => {
  const { connect } = services({ isNeeded: false });
  const app = await openHandFed({ connect });
  app.engine.emit({ ...ready, demo: true } as typeof ready, opened);
  await app.waitForText('DEMO');
  await app.type('/connect');
  await app.press('enter');
  await app.waitForText('Ollama');
  await app.press('enter', 'enter');
  await app.waitForText('answered in');
  expect(app.engine.commands).toEqual([{ type: 'thread.open', which: 'new' }]);
});
