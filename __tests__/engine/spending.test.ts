// Limits of money and tokens, for a turn and for a day over all threads and processes.
import { expect, test } from '@jest/globals';
import type { EngineInit } from '../../src/engine/engine-init.js';
import type { QueryResult } from '../../src/protocol/query.js';
import type { Reply } from '../../src/provider/script.js';
import { type EngineHarness, engineHarness, type Folders } from '../support/engine-harness.js';
import { windowedModel } from '../support/windowed-model.js';

const start = engineHarness();
const usage = { input: 900, output: 100, cached: 400, reasoning: 30 };
const look = (path: string): Reply => ({ calls: [{ name: 'list_dir', arguments: { path } }], usage });
const done: Reply = { text: 'done', usage };
const files = { 'a/a.txt': 'a', 'b/b.txt': 'b', 'c/c.txt': 'c' };

function limited(
  spending: EngineInit['spending'],
  replies: Reply[],
  more: { folders?: Folders; alone?: boolean } = {},
) {
  const { folders, alone = false } = more;
  const init = { spending, interactive: !alone } as Partial<EngineInit>;
  return start({ replies, files, init, ...(folders ? { folders } : {}) });
}
const asked = (engine: EngineHarness) => engine.script().requests.length;
async function todayOf(engine: EngineHarness) {
  const answered = engine.next('query.answered');
  await engine.send({ type: 'query.ask', query: { kind: 'usage' } });
  return ((await answered).result as Extract<QueryResult, { kind: 'usage' }>).today;
}

test('nobody to ask: the turn ends with the limit before the next step, and nothing more is spent', async () => {
  const engine = limited({ tokensPerTurn: 2000 }, [look('a'), look('b'), done], { alone: true });
  const { end } = await engine.turn('go');
  expect(end).toMatchObject({
    outcome: 'limit',
    steps: 2,
    error: { code: 'limit', message: expect.stringContaining('2,000 tokens was reached in this turn') },
  });
  expect(asked(engine)).toBe(2);
});

test('a person is asked, and after a yes the turn has as much again', async () => {
  const engine = limited({ tokensPerTurn: 1000 }, [look('a'), look('b'), done]);
  engine.answerApprovals(() => ({ kind: 'once' }));
  expect((await engine.turn('go')).end).toMatchObject({ outcome: 'answered', steps: 3 });
  expect(engine.all('approval.requested').map(({ request }) => [request.subject, request.title])).toEqual([
    ['limit', '1,000 tokens spent in this turn; another 1,000 tokens?'],
    ['limit', '2,000 tokens spent in this turn; another 1,000 tokens?'],
  ]);
});

test('a no ends the turn as a limit', async () => {
  const engine = limited({ tokensPerTurn: 1000 }, [look('a'), done]);
  engine.answerApprovals(() => ({ kind: 'deny' }));
  expect((await engine.turn('go')).end).toMatchObject({ outcome: 'limit', steps: 1 });
});

test('a stop while it is asked is a stop', async () => {
  const engine = limited({ tokensPerTurn: 1000 }, [look('a'), done]);
  const turn = engine.turn('go');
  await engine.waitFor('approval.requested');
  await engine.send({ type: 'turn.cancel' });
  expect((await turn).end).toMatchObject({ outcome: 'cancelled' });
});

test('each turn has its own limit', async () => {
  const engine = limited({ tokensPerTurn: 1500 }, [done, done], { alone: true });
  await engine.turn('one');
  expect((await engine.turn('two')).end).toMatchObject({ outcome: 'answered' });
});

test('the day counts all threads, and another process goes on with its sum', async () => {
  const first = limited({ tokensPerDay: 2500 }, [done, done], { alone: true });
  await first.turn('one');
  await first.send({ type: 'thread.open', which: 'new' });
  await first.turn('two');
  await first.close();
  const second = limited({ tokensPerDay: 2500 }, [done], { alone: true, folders: first.folders });
  expect((await second.turn('three')).end).toMatchObject({ outcome: 'answered' });
  const { end } = await second.turn('four');
  expect(end).toMatchObject({
    outcome: 'limit',
    steps: 0,
    error: { message: expect.stringContaining('reached today'), hint: expect.stringContaining('maxTokensPerDay') },
  });
});

test('a yes to the limit of the day holds for the turns after it', async () => {
  const engine = limited({ tokensPerDay: 1000 }, [done, done, done]);
  engine.answerApprovals(() => ({ kind: 'once' }));
  await engine.turn('one');
  await engine.turn('two');
  await engine.turn('three');
  expect(engine.all('approval.requested')).toHaveLength(2);
});

test('a removed thread and a rewound turn stay spent', async () => {
  const engine = limited({}, [done, done]);
  await engine.turn('one');
  await engine.send({ type: 'thread.rewind', turns: 1 });
  await engine.send({ type: 'thread.delete', threadId: engine.threadId() });
  expect(await todayOf(engine)).toMatchObject([{ usage }]);
});

test('what a fork copies is not spent again', async () => {
  const engine = limited({}, [done]);
  await engine.turn('one');
  await engine.send({ type: 'thread.fork' });
  expect(await todayOf(engine)).toMatchObject([{ model: 'scripted', usage }]);
});

test('a day on which nothing was asked has no entry', async () => {
  expect(await todayOf(limited({}, []))).toEqual([]);
});

test('the calls that write a summary count, as the estimate they are', async () => {
  const text = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');
  const { model } = windowedModel({ window: 100_000, reply: () => ({ text, usage }) });
  const engine = start({ model });
  for (let turn = 0; turn < 4; turn++) await engine.turn(`turn ${turn} ${text}`);
  const before = (await todayOf(engine))[0]!.usage;
  expect(before).toMatchObject({ input: 3600, estimated: false });
  await engine.send({ type: 'context.compact' });
  expect(engine.all('usage.changed').at(-1)?.thread.estimated).toBe(true);
  const after = (await todayOf(engine))[0]!.usage;
  expect(after).toMatchObject({ estimated: true });
  expect(after.input).toBeGreaterThan(before.input + 500);
});
