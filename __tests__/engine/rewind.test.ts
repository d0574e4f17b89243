// Turns taken back and brought back: for the model, the log and the next turn.
import { expect, test } from '@jest/globals';
import { engineHarness } from '../support/engine-harness.js';

const start = engineHarness();
const three = { replies: [{ text: 'one' }, { text: 'two' }, { text: 'three' }, { text: 'four' }] };
const askedLast = (engine: ReturnType<typeof start>) =>
  engine
    .script()
    .requests.at(-1)!
    .messages.filter(({ role }) => role === 'user')
    .map(({ text }) => text);

test('a turn that was taken back is not sent any more', async () => {
  const engine = start(three);
  await engine.turn('a');
  await engine.turn('b');
  await engine.send({ type: 'thread.rewind', turns: 1 });
  await engine.turn('c');
  expect(askedLast(engine)).toEqual(['a', 'c']);
});

test('what was taken back can be brought back', async () => {
  const engine = start(three);
  await engine.turn('a');
  await engine.turn('b');
  await engine.send({ type: 'thread.rewind', turns: 2 });
  await engine.send({ type: 'thread.restore' });
  await engine.turn('c');
  expect(askedLast(engine)).toEqual(['a', 'b', 'c']);
});

test('after a resume a rewind still holds', async () => {
  const engine = start(three);
  await engine.turn('a');
  await engine.turn('b');
  await engine.send({ type: 'thread.rewind', turns: 1 });
  await engine.close();
  const again = start({ replies: [{ text: 'x' }], folders: engine.folders });
  await again.send({ type: 'thread.open', which: 'latest' });
  await again.turn('c');
  expect(askedLast(again)).toEqual(['a', 'c']);
});

test.each([0, -1, 1.5, 3])('%d turns cannot be taken back of two', async (turns) => {
  const engine = start(three);
  await engine.turn('a');
  await engine.turn('b');
  expect(await engine.send({ type: 'thread.rewind', turns })).toMatchObject({ error: { code: 'not-found' } });
});

test('nothing can be brought back after another turn began', async () => {
  const engine = start(three);
  await engine.turn('a');
  await engine.turn('b');
  await engine.send({ type: 'thread.rewind', turns: 1 });
  await engine.turn('c');
  expect(await engine.send({ type: 'thread.restore' })).toMatchObject({ error: { code: 'not-found' } });
});

test('while a turn runs nothing is taken back', async () => {
  const engine = start({ replies: [{ repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } }] });
  const turn = engine.turn('a');
  await engine.waitFor('message.delta');
  expect(await engine.send({ type: 'thread.rewind', turns: 1 })).toMatchObject({ error: { code: 'conflict' } });
  await engine.send({ type: 'turn.cancel' });
  await turn;
});

test('a compaction inside the turn that was taken back is undone with it', async () => {
  const long = 'word '.repeat(2000);
  const engine = start({
    replies: [{ text: 'one' }, { text: long }, { text: 'three' }, { text: 'SUM' }, { text: 'x' }],
  });
  await engine.turn('a');
  await engine.turn('b');
  await engine.turn('c');
  await engine.send({ type: 'context.compact' });
  await engine.send({ type: 'thread.rewind', turns: 1 });
  await engine.turn('d');
  expect(askedLast(engine)).toEqual(['a', 'b', 'd']);
});

test('a fork of a rewound thread holds what counts, and the summary that stands for it', async () => {
  const long = 'word '.repeat(2000);
  const engine = start({
    replies: [{ text: long }, { text: 'two' }, { text: 'SUM' }, { text: 'three' }, { text: 'x' }],
  });
  await engine.turn('a');
  await engine.turn('b');
  await engine.send({ type: 'context.compact' });
  await engine.turn('c');
  await engine.send({ type: 'thread.rewind', turns: 1 });
  await engine.send({ type: 'thread.fork' });
  await engine.turn('d');
  const asked = askedLast(engine);
  expect(asked.slice(1)).toEqual(['b', 'd']);
  expect(asked[0]).toContain('SUM');
});
