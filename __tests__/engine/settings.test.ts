import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { QueryResult, SettingSummary } from '../../src/protocol/query.js';
import { type EngineHarness, engineHarness } from '../support/engine-harness.js';

const start = engineHarness();

const settings: SettingSummary[] = [
  { key: 'maxSteps', description: 'Model calls of one turn', value: '20', savable: true, expected: 'a whole number' },
  { key: 'approvals', description: 'What runs', value: 'ask', savable: false, expected: 'one of ask' },
];

async function ask<Kind extends QueryResult['kind']>(engine: EngineHarness, kind: Kind & ('settings' | 'usage')) {
  const answered = engine.next('query.answered');
  await engine.send({ type: 'query.ask', query: { kind } });
  return (await answered).result as Extract<QueryResult, { kind: Kind }>;
}

const fileOf = ({ folders }: EngineHarness) => join(folders.home, 'config.json');

test('a harmless setting is written into the config file, beside what is there', async () => {
  const engine = start({ init: { settings } });
  writeFileSync(fileOf(engine), '{"model": "glm-5.1"}');
  expect(await engine.send({ type: 'settings.save', key: 'maxSteps', value: '40' })).toMatchObject({
    type: 'command.accepted',
  });
  expect(JSON.parse(readFileSync(fileOf(engine), 'utf8'))).toEqual({ model: 'glm-5.1', maxSteps: 40 });
  const { settings: rows } = await ask<'settings'>(engine, 'settings');
  expect(rows[0]).toMatchObject({ value: '20', saved: '40' });
});

test('without a value the setting is taken out', async () => {
  const engine = start({ init: { settings } });
  writeFileSync(fileOf(engine), '{"theme": "dark", "maxSteps": 3}');
  await engine.send({ type: 'settings.save', key: 'maxSteps' });
  expect(JSON.parse(readFileSync(fileOf(engine), 'utf8'))).toEqual({ theme: 'dark' });
});

test.each([
  ['approvals', 'all', /approvals is not saved from here/],
  ['apiKey', 'secret', /apiKey is not saved from here/],
  ['nonsense', '1', /"nonsense" is no setting/],
  ['maxSteps', 'many', /maxSteps: "many" is not a whole number from 1 to 10000/],
])('%s = %s is refused and nothing is written', async (key, value, reason) => {
  const engine = start({ init: { settings } });
  const answer = await engine.send({ type: 'settings.save', key, value });
  expect(answer).toMatchObject({ type: 'command.rejected', error: { message: expect.stringMatching(reason) } });
  expect(() => readFileSync(fileOf(engine))).toThrow('ENOENT');
});

test('a config file that is no JSON is left as it is, and its line is named', async () => {
  const engine = start({ init: { settings } });
  writeFileSync(fileOf(engine), '{\n  "model" "x"\n}');
  const answer = await engine.send({ type: 'settings.save', key: 'maxSteps', value: '40' });
  expect(answer).toMatchObject({ error: { message: expect.stringContaining('config.json:2 is not valid JSON') } });
  expect(readFileSync(fileOf(engine), 'utf8')).toBe('{\n  "model" "x"\n}');
});

test('settings that were changed since the start are told as they are', async () => {
  const engine = start({ init: { settings } });
  await engine.send({ type: 'settings.change', approvals: 'edits' });
  const { settings: rows } = await ask<'settings'>(engine, 'settings');
  expect(rows[1]).toMatchObject({ value: 'edits', origin: 'changed since the start' });
});

test('the usage has one entry for each closed turn', async () => {
  const engine = start({
    replies: [
      { text: 'one', usage: { input: 100, output: 5 } },
      { text: 'two', usage: { input: 300, output: 7, cached: 200 } },
    ],
  });
  expect((await ask<'usage'>(engine, 'usage')).turns).toEqual([]);
  await engine.turn('first');
  await engine.turn('second');
  const { turns } = await ask<'usage'>(engine, 'usage');
  expect(turns).toMatchObject([
    { model: 'scripted', steps: 1, usage: { input: 100, output: 5, cached: 0 } },
    { model: 'scripted', steps: 1, usage: { input: 300, output: 7, cached: 200 } },
  ]);
});
