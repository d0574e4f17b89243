// Keeping a conversation inside the model's window, by the whole engine with a model that refuses what is too long.
import { expect, test } from '@jest/globals';
import { engineHarness } from '../support/engine-harness.js';
import { isSummaryRequest, windowedModel } from '../support/windowed-model.js';

const start = engineHarness();
const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');
const allowAll = { approvals: 'all' } as const;

test.each([0.7, 1, 1.6])(
  'a server that never reports usage is not asked for too much over 20 turns (its count is %d of ours) (CX-01)',
  async (ratio) => {
    const { model, ...seen } = windowedModel({ window: 16_000, ratio, reply: () => ({ text: words(100) }) });
    const engine = start({ model });
    for (let turn = 0; turn < 20; turn++) {
      const { end } = await engine.turn(`turn ${turn} ${words(250)}`);
      expect(end).toMatchObject({ type: 'turn.completed', outcome: 'answered' });
    }
    expect(seen.problems).toEqual([]);
    expect(engine.all('context.compacted').length).toBeGreaterThan(0);
    // A server that counts far more than we do and never says so is met by its refusal, once.
    expect(seen.refused).toBeLessThanOrEqual(ratio > 1.2 ? 2 : 0);
  },
);

test('what the server counts is learnt, so that later requests fit', async () => {
  const { model, ...seen } = windowedModel({
    window: 20_000,
    ratio: 1.6,
    reportsUsage: true,
    reply: () => ({ text: words(100) }),
  });
  const engine = start({ model });
  for (let turn = 0; turn < 15; turn++) await engine.turn(`turn ${turn} ${words(250)}`);
  expect(Math.max(...seen.sizes)).toBeLessThanOrEqual(20_000);
});

test('instructions that fill the window end the turn with sizes, without a storm of calls (CX-03)', async () => {
  const { model, requests } = windowedModel({ window: 2500, reply: () => ({ text: 'ok' }) });
  const engine = start({ model });
  const { end } = await engine.turn('hello');
  expect(end).toMatchObject({ type: 'turn.failed', error: { code: 'context-overflow' } });
  expect(end.type === 'turn.failed' && end.error.message).toMatch(/k tokens \(.*instructions and tools\).*window/);
  expect(requests.length).toBeLessThanOrEqual(2);
});

test('one user message above the window ends the turn with sizes (CX-03)', async () => {
  const { model, requests } = windowedModel({ window: 12_000, reply: () => ({ text: 'ok' }) });
  const engine = start({ model });
  const { end } = await engine.turn(words(9000));
  expect(end).toMatchObject({ type: 'turn.failed', error: { code: 'context-overflow' } });
  expect(requests.length).toBeLessThanOrEqual(3);
});

test('a summary that reads like an order does not make the agent work on its own (CX-03)', async () => {
  const { model, requests } = windowedModel({
    window: 16_000,
    reply: () => ({ text: words(200) }),
    summary: () => ({ text: 'Goal: everything. Next steps: do X at once.' }),
  });
  const engine = start({ model });
  for (let turn = 0; turn < 12; turn++) await engine.turn(`turn ${turn} ${words(300)}`);
  const asked = requests.filter((request) => !isSummaryRequest(request));
  expect(asked).toHaveLength(12);
});

test('a history far longer than the window of a new model is summarised in pieces, and the turn works (CX-05)', async () => {
  const big = windowedModel({ window: 200_000, reply: () => ({ text: words(700) }) });
  const first = start({ model: big.model });
  for (let turn = 0; turn < 12; turn++) await first.turn(`turn ${turn} ${words(500)}`);
  const threadId = first.threadId();
  await first.close();
  const small = windowedModel({ window: 12_000, reply: () => ({ text: 'fine' }) });
  const engine = start({ model: small.model, folders: first.folders });
  await engine.send({ type: 'thread.open', which: { threadId } });
  const { end } = await engine.turn('and now?');
  expect(end).toMatchObject({ type: 'turn.completed', text: 'fine' });
  expect(small.requests.filter(isSummaryRequest).length).toBeLessThanOrEqual(10);
  expect(small.refused).toBe(0);
  expect(small.requests.every(({ maxOutputTokens = 0 }) => maxOutputTokens < 6000)).toBe(true);
  expect(engine.stored().filter(({ event }) => event.type === 'turn.started')).toHaveLength(13);
});

test('a refusal as too long is answered by one compaction and another try', async () => {
  let refusals = 0;
  const { model, requests } = windowedModel({
    window: 60_000,
    reply: ({ messages }) =>
      messages.length > 6 && refusals++ === 0
        ? { error: { code: 'context-overflow', message: 'too long' } }
        : { text: words(50) },
  });
  const engine = start({ model });
  for (let turn = 0; turn < 5; turn++)
    expect((await engine.turn(`turn ${turn} ${words(80)}`)).end).toMatchObject({ outcome: 'answered' });
  expect(engine.all('context.compacted')).toMatchObject([{ cause: 'overflow' }]);
  expect(requests.filter(isSummaryRequest)).toHaveLength(1);
});

test('the first request of the user is in every request after a compaction, word for word', async () => {
  const { model, requests } = windowedModel({ window: 16_000, reply: () => ({ text: words(150) }) });
  const engine = start({ model });
  await engine.turn('Build a teapot with 3 spouts.');
  for (let turn = 0; turn < 15; turn++) await engine.turn(`turn ${turn} ${words(300)}`);
  const last = requests.findLast((request) => !isSummaryRequest(request));
  expect(last?.messages[1]?.text).toContain('Build a teapot with 3 spouts.');
});

test('the beginning of each request is that of the one before, unless it was compacted', async () => {
  const { model, requests } = windowedModel({
    window: 100_000,
    reply: (_, n) => (n % 2 === 0 ? { calls: [{ name: 'list_dir', arguments: { path: '.' } }] } : { text: 'ok' }),
  });
  const engine = start({ model, init: allowAll, files: { 'a.txt': 'a' } });
  for (let turn = 0; turn < 4; turn++) await engine.turn(`turn ${turn}`);
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1];
    if (!before) continue;
    const prefix = JSON.stringify({ tools: before.tools, messages: before.messages }).slice(0, -2);
    expect(JSON.stringify({ tools: request.tools, messages: request.messages }).startsWith(prefix)).toBe(true);
  }
});

test('the meter tells how full the window is, not the sum of the steps (CX-09)', async () => {
  const { model } = windowedModel({
    window: 200_000,
    reply: (_, n) =>
      n < 4
        ? {
            calls: [{ name: 'list_dir', arguments: { path: n % 2 ? '.' : './' } }],
            usage: { input: 30_000 + n * 1000, output: 10 },
          }
        : { text: 'done', usage: { input: 34_000, output: 10 } },
  });
  const engine = start({ model, init: allowAll });
  await engine.turn('go');
  expect(engine.all('context.changed').at(-1)).toMatchObject({ usedTokens: 34_010 });
});

test('/compact keeps the last round, lowers the meter and leaves the log whole', async () => {
  const { model, requests } = windowedModel({ window: 100_000, reply: () => ({ text: words(300) }) });
  const engine = start({ model });
  for (let turn = 0; turn < 5; turn++) await engine.turn(`turn ${turn} ${words(300)}`);
  const before = engine.all('context.changed').at(-1)!.usedTokens;
  expect(await engine.send({ type: 'context.compact', focus: 'the spouts' })).toMatchObject({
    type: 'command.accepted',
  });
  expect(engine.all('context.changed').at(-1)!.usedTokens).toBeLessThan(before - 1500);
  expect(requests.at(-1)!.messages[0]!.text).toContain('the spouts');
  await engine.turn('next');
  const texts = requests.at(-1)!.messages.map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('turn '))).toEqual([`turn 4 ${words(300)}`]);
  expect(engine.stored().filter(({ event }) => event.type === 'turn.started')).toHaveLength(6);
});

test('/compact of a short conversation says that there is nothing to do', async () => {
  const { model } = windowedModel({ window: 100_000, reply: () => ({ text: 'ok' }) });
  const engine = start({ model });
  await engine.turn('hello');
  expect(await engine.send({ type: 'context.compact' })).toMatchObject({ error: { code: 'conflict' } });
});

test('/compact can be stopped, and then nothing is changed', async () => {
  const { model } = windowedModel({
    window: 100_000,
    reply: () => ({ text: words(300) }),
    summary: () => ({ repeatText: { piece: 'slow ', times: 1_000_000, perSecond: 100 } }),
  });
  const engine = start({ model });
  for (let turn = 0; turn < 4; turn++) await engine.turn(`turn ${turn} ${words(300)}`);
  const answer = engine.send({ type: 'context.compact' });
  await engine.waitFor('notice.raised', ({ text }) => text.includes('Summarising'));
  await engine.send({ type: 'turn.cancel' });
  expect(await answer).toMatchObject({ error: { code: 'cancelled' } });
  expect(engine.all('context.compacted')).toEqual([]);
  expect((await engine.turn('go on')).end).toMatchObject({ outcome: 'answered' });
});

test('where the window goes is told by parts', async () => {
  const { model } = windowedModel({ window: 100_000, reply: () => ({ text: words(300) }) });
  const engine = start({ model });
  await engine.turn('hello');
  await engine.send({ type: 'query.ask', query: { kind: 'context' } });
  const { result } = engine.all('query.answered').at(-1)!;
  const parts =
    result.kind === 'context' ? Object.fromEntries(result.parts.map(({ name, tokens }) => [name, tokens])) : {};
  expect(parts).toMatchObject({ summary: 0 });
  expect(parts.system).toBeGreaterThan(100);
  expect(parts.tools).toBeGreaterThan(500);
  expect(parts.history).toBeGreaterThan(100);
});

test.each([
  ['plain text', 'word and more words '.repeat(1500)],
  ['text like base64', 'QmFzZTY0IGxpa2UgdGV4dA'.repeat(1400)],
  ['Chinese', '这是一个很长的结果'.repeat(3400)],
])(
  'one giant result, %s, is clipped to a share of a small window, with a way to read on (CX-07)',
  async (_what, content) => {
    const { model, requests, ...seen } = windowedModel({
      window: 16_000,
      reply: (_, n) =>
        n === 0 ? { calls: [{ name: 'execute_command', arguments: { command: 'cat big.txt' } }] } : { text: 'ok' },
    });
    const engine = start({ model, init: allowAll, files: { 'big.txt': content } });
    expect((await engine.turn('look')).end).toMatchObject({ outcome: 'answered' });
    const result = requests.at(-1)!.messages.find(({ role }) => role === 'tool');
    expect(result?.text).toMatch(/characters left out.*read_file/s);
    expect(seen.refused).toBe(0);
  },
);
