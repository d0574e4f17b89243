// The model behind the engine: what it costs, how its failures are told, how it is changed.
import { expect, test } from '@jest/globals';
import { findModel } from '../../src/provider/catalog.js';
import { createOpenAiCompatibleProvider } from '../../src/provider/openai-compatible.js';
import type { Provider } from '../../src/provider/provider.js';
import { engineHarness, modelServers } from '../support/engine-harness.js';

const start = engineHarness();
const serve = modelServers();
const usage = { input: 100_000, output: 10_000 };
const listing = { reply: { calls: [{ name: 'list_dir', arguments: {} }], usage } };

test('tokens and money are told for the step, the turn and the thread', async () => {
  const server = await serve(listing, { reply: { text: 'ok', usage } }, { reply: { text: 'again', usage } });
  const engine = start({ server, init: { provider: 'openai', model: 'gpt-5' } });
  const step = 0.1 * 1.25 + 0.01 * 10;
  const { end } = await engine.turn('go');
  expect(end.usage).toMatchObject({ input: 200_000, output: 20_000, estimated: false });
  expect(end.usage.costUsd).toBeCloseTo(2 * step);
  await engine.turn('more');
  expect(engine.all('step.completed').map((event) => event.usage.costUsd)).toEqual([step, step, step]);
  expect(engine.all('usage.changed').at(-1)?.thread.costUsd).toBeCloseTo(3 * step);
  expect(engine.all('context.changed').at(-1)).toMatchObject({ usedTokens: 110_000, windowTokens: 400_000 });
});

test('what the server does not report is estimated and marked so', async () => {
  const server = await serve({ reply: { text: 'hello there' } });
  const { end } = await start({ server }).turn('hi');
  expect(end.usage.estimated).toBe(true);
  expect(end.usage.input).toBeGreaterThan(500);
});

test('a refused key fails the turn with a hint, and the next turn is taken', async () => {
  const server = await serve(
    { status: 401, body: '{"error":{"message":"bad key"}}' },
    { reply: { text: 'now it works' } },
  );
  const engine = start({ server, init: { provider: 'deepseek', model: 'deepseek-chat', apiKey: 'sk-secret-1234' } });
  const { end } = await engine.turn('hi');
  expect(end).toMatchObject({
    type: 'turn.failed',
    error: {
      code: 'auth',
      message: expect.stringContaining('bad key'),
      hint: expect.stringContaining('DEEPSEEK_API_KEY'),
    },
  });
  expect(JSON.stringify(engine.envelopes)).not.toContain('sk-secret-1234');
  expect((await engine.turn('again')).end).toMatchObject({ outcome: 'answered' });
});

test('a server that cannot be reached fails the turn with a hint, after tries that are told', async () => {
  const server = await serve();
  await server.close();
  const profile = findModel('custom', 'm');
  const provider = createOpenAiCompatibleProvider({ baseUrl: server.url, profile, delay: async () => {} });
  const engine = start({ model: { provider, profile, demo: false, calibration: 1 } });
  const { end } = await engine.turn('hi');
  expect(end).toMatchObject({
    type: 'turn.failed',
    error: {
      code: 'network',
      message: expect.stringContaining('no server answers'),
      hint: expect.stringContaining('running'),
    },
  });
  expect(engine.all('notice.raised').map(({ text }) => text)).toEqual(
    [2, 3, 4].map((number) => expect.stringContaining(`(try ${number})`)),
  );
});

test('a connection that breaks in the middle keeps the text, and the next turn is taken', async () => {
  const server = await serve({ reply: { text: ['Half an ', 'answer'] }, cutAfter: 200 }, { reply: { text: 'whole' } });
  const engine = start({ server });
  const { end } = await engine.turn('hi');
  expect(end).toMatchObject({ type: 'turn.failed', error: { code: 'network' } });
  expect((await engine.turn('again')).end).toMatchObject({ outcome: 'answered' });
});

test('another model is used from the next turn on; one that the server does not know fails its turn', async () => {
  const server = await serve(
    { reply: { text: 'one' } },
    { status: 404, body: '{"error":{"message":"no such model"}}' },
  );
  const engine = start({ server, init: { provider: 'openai', model: 'gpt-5' } });
  await engine.turn('hi');
  await engine.send({ type: 'settings.change', model: 'gpt-imaginary' });
  expect(await engine.waitFor('settings.changed')).toMatchObject({ model: 'gpt-imaginary', provider: 'openai' });
  const { end } = await engine.turn('hi');
  expect(server.requests.map(({ body }) => body.model)).toEqual(['gpt-5', 'gpt-imaginary']);
  expect(engine.all('turn.started').at(-1)).toMatchObject({ model: 'gpt-imaginary' });
  expect(end).toMatchObject({ type: 'turn.failed', error: { code: 'model', hint: expect.any(String) } });
});

test('after a change of model the context meter counts with the new window', async () => {
  const server = await serve({ reply: { text: 'one', usage: { input: 900, output: 100 } } });
  const engine = start({ server, init: { provider: 'openai', model: 'gpt-5' } });
  await engine.turn('hi');
  await engine.send({ type: 'settings.change', model: 'gpt-imaginary' });
  expect(await engine.waitFor('context.changed', ({ windowTokens }) => windowTokens !== 400_000)).toMatchObject({
    usedTokens: 1000,
    windowTokens: 128_000,
  });
});

test('settings that cannot be are refused as a whole', async () => {
  const engine = start();
  expect(await engine.send({ type: 'settings.change', model: 'other', approvals: 'all' })).toMatchObject({
    type: 'command.rejected',
    error: { code: 'config' },
  });
  await engine.send({ type: 'settings.change' });
  expect(await engine.waitFor('settings.changed')).toMatchObject({
    approvals: 'ask',
    model: 'scripted',
    mode: 'react',
  });
});

test('a fault of our own in the middle of a reply fails the turn, and the next turn is taken', async () => {
  const profile = findModel('custom', 'm');
  let asked = 0;
  const provider: Provider = {
    async *stream() {
      yield { type: 'text', text: 'Half of an ans' };
      if (++asked === 1) throw new TypeError('x is not a function');
      yield { type: 'completed', finishReason: 'stop', calls: [] };
    },
  };
  const engine = start({ model: { provider, profile, demo: false, calibration: 1 } });
  const { end } = await engine.turn('hi');
  expect(end).toMatchObject({
    type: 'turn.failed',
    steps: 1,
    error: { code: 'crash', message: 'x is not a function' },
  });
  expect((await engine.turn('again')).end).toMatchObject({ outcome: 'answered' });
});
