// Switching the model in the middle of a thread, to another provider's server: what each is sent is what it takes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalogProviders } from '../../src/provider/catalog-data.js';
import { layUserEntries } from '../../src/provider/user-catalog.js';
import { engineHarness, modelServers } from '../support/engine-harness.js';

const start = engineHarness();
const serve = modelServers();

/** Two servers of the user's own, one of them with a strict template that wants reasoning back and nine-letter ids. */
const catalogOf = (one: string, other: string) =>
  layUserEntries(catalogProviders, {
    entries: Object.entries({
      one: { baseUrl: one, models: { small: { contextWindow: 8000 } } },
      other: {
        baseUrl: other,
        keyVariable: 'NOBODY_SETS_THIS',
        callIds: 'nine',
        turns: 'strict',
        systemRole: 'user',
        parallelCalls: false,
        replayReasoning: true,
        models: {
          'org/big': { contextWindow: 64000, prices: { currency: 'CNY', input: 4, output: 16, asOf: '2026-11-01' } },
        },
      },
    }),
    placeOf: (key) => key,
  });

const listing = (path: string) => ({ name: 'list_dir', arguments: { path } });

async function twoServers() {
  const [one, other] = [
    await serve(
      { reply: { reasoning: 'look', text: '', calls: [listing('.'), listing('src')] } },
      { reply: { text: 'one is done' } },
    ),
    await serve(
      { reply: { text: '', calls: [listing('.')], usage: { input: 50_000, output: 5000 } } },
      { reply: { text: 'other is done', usage: { input: 50_000, output: 5000 } } },
    ),
  ];
  const engine = start({
    server: one,
    files: { 'src/a.ts': '' },
    init: { provider: 'one', model: 'small', catalog: catalogOf(one.url, other.url) },
  });
  const connect = (key: string) =>
    writeFileSync(
      join(engine.folders.home, 'credentials.json'),
      JSON.stringify({ servers: [{ provider: 'other', baseUrl: other.url, key }] }),
      { mode: 0o600 },
    );
  return { one, other, engine, connect };
}

test('the thread goes on at another provider with its key, in the shape that server takes, and comes back', async () => {
  const { one, other, engine, connect } = await twoServers();
  connect('sk-other-123456');
  await engine.turn('look');
  await engine.send({ type: 'settings.change', model: 'other/org/big' });
  expect(await engine.waitFor('settings.changed')).toMatchObject({
    provider: 'other',
    model: 'org/big',
    contextWindow: 64000,
  });
  const { end } = await engine.turn('go on');
  expect(end).toMatchObject({ outcome: 'answered', text: 'other is done' });
  expect(end.usage.costCny).toBeCloseTo(0.1 * 4 + 0.01 * 16);
  expect(end.usage.costUsd).toBeUndefined();

  const [first] = other.requests;
  expect(first?.headers.authorization).toBe('Bearer sk-other-123456');
  expect(one.requests[0]?.headers.authorization).toBeUndefined();
  const messages = first?.body.messages ?? [];
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
  expect(messages[1]).toMatchObject({
    reasoning_content: 'look',
    tool_calls: [{ id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) }],
  });
  expect(messages.at(-1)).toEqual({ role: 'user', content: expect.stringContaining('go on') });

  one.push({ reply: { text: 'back' } });
  await engine.send({ type: 'settings.change', model: 'one/small' });
  expect((await engine.turn('and now')).end).toMatchObject({ text: 'back' });
  expect(one.requests.at(-1)?.body.messages[0]?.role).toBe('system');
  expect([...one.problems, ...other.problems]).toEqual([]);
  expect(JSON.stringify(engine.envelopes)).not.toContain('sk-other');
});

test('a provider without its key is refused with what to do, and nothing is switched', async () => {
  const { engine } = await twoServers();
  const answer = await engine.send({ type: 'settings.change', model: 'other/org/big' });
  expect(answer).toMatchObject({
    type: 'command.rejected',
    error: { code: 'config', hint: expect.stringContaining('NOBODY_SETS_THIS') },
  });
  expect((await engine.turn('look')).end).toMatchObject({ text: 'one is done' });
});

test('the models of all that are set up are offered, and those of servers found on this machine', async () => {
  const { one, other } = await twoServers();
  const engine = start({
    server: one,
    init: { provider: 'one', model: 'small', catalog: catalogOf(one.url, other.url) },
    findServers: async () => [
      {
        provider: 'ollama',
        name: 'Ollama',
        baseUrl: 'http://127.0.0.1:11434/v1',
        models: [{ model: 'qwen3', contextWindow: 40960 }],
      },
    ],
  });
  const offered = async () => {
    await engine.send({ type: 'query.ask', query: { kind: 'models' } });
    const { result } = engine.all('query.answered').at(-1) ?? {};
    return result?.kind === 'models' ? result.models : [];
  };
  expect(await offered()).toMatchObject([
    { provider: 'one', model: 'small', current: true, contextWindow: 8000 },
    { provider: 'ollama', model: 'qwen3', current: false, contextWindow: 40960 },
  ]);
  writeFileSync(
    join(engine.folders.home, 'credentials.json'),
    JSON.stringify({ servers: [{ provider: 'other', baseUrl: other.url, key: 'sk-x' }] }),
  );
  expect((await offered()).map(({ model }) => model)).toEqual(['small', 'org/big', 'qwen3']);
  await engine.send({ type: 'settings.change', model: 'ollama/qwen3' });
  expect(await engine.waitFor('settings.changed')).toMatchObject({ contextWindow: 40960, contextWindowAssumed: false });
});

test('an engine that starts again uses what was switched to', async () => {
  const { one, other } = await twoServers();
  other.push({ reply: { text: '', calls: [listing('.')] } });
  const engine = start({
    server: one,
    init: {
      provider: 'one',
      model: 'small',
      catalog: layUserEntries(catalogOf(one.url, other.url), {
        entries: [['free', { baseUrl: other.url }]],
        placeOf: (key) => key,
      }),
      inUse: { provider: 'free', model: 'm' },
    },
  });
  expect(await engine.waitFor('engine.ready')).toMatchObject({ provider: 'free', model: 'm' });
  expect((await engine.turn('hi')).end).toMatchObject({ text: 'other is done' });
});
