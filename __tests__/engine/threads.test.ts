// Threads: opening, resuming, and who may write.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Envelope } from '../../src/protocol/event.js';
import type { Reply } from '../../src/provider/script.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { applyEvent } from '../../src/view/reduce.js';
import { createView, type View } from '../../src/view/view-model.js';
import { engineHarness, modelServers } from '../support/engine-harness.js';

const start = engineHarness();
const serve = modelServers();
const usage = { input: 700, output: 30 };
const work: Reply[] = [
  {
    reasoning: 'I think.',
    text: 'Writing.',
    calls: [{ name: 'write_file', arguments: { path: 'n.txt', content: 'n\n' } }],
    usage,
  },
  { calls: [{ name: 'execute_command', arguments: { command: 'echo out' } }], usage },
  { text: 'All **done**.', usage },
];

/** What a screen shows of these events, without its own counters. */
function shown(envelopes: Envelope[]): unknown {
  const view = createView();
  for (const envelope of envelopes) applyEvent(view, structuredClone(envelope));
  const { thread, blocks, approvals, changedFiles, queue, turn, lastTurn, context, usage: spent }: View = view;
  const parts = {
    thread,
    approvals,
    changedFiles: [...changedFiles],
    queue,
    turn: turn ?? 'none',
    lastTurn,
    context,
    spent,
  };
  return JSON.parse(JSON.stringify({ ...parts, blocks: blocks.map(({ version: _, ...block }) => block) }));
}

test('a resumed thread gives the same view as the live one, meters included', async () => {
  const first = start({ replies: work });
  await first.send({ type: 'thread.open', which: 'new' });
  first.answerApprovals(() => ({ kind: 'once' }));
  await first.turn('do it');
  await first.close();
  const second = start({ folders: first.folders });
  expect(await second.send({ type: 'thread.open', which: 'latest' })).toMatchObject({ type: 'command.accepted' });
  await second.waitFor('engine.idle');
  expect(shown(second.envelopes)).toEqual(shown(first.envelopes));
  expect(shown(second.envelopes)).toMatchObject({
    turn: 'none',
    context: { usedTokens: 730, windowTokens: 128_000, estimated: false },
    spent: { input: 2100, output: 90 },
  });
});

test('a resumed conversation goes on where it was', async () => {
  const first = start({ replies: [{ text: 'My name is Ada.' }] });
  await first.turn('who are you?');
  await first.close();
  const second = start({ folders: first.folders, replies: [{ text: 'Ada, as I said.' }] });
  await second.send({ type: 'thread.open', which: { threadId: first.threadId() } });
  await second.turn('again?');
  expect(second.script().requests[0]?.messages.slice(1)).toEqual([
    { role: 'user', text: 'who are you?' },
    { role: 'assistant', text: 'My name is Ada.', calls: [] },
    { role: 'user', text: 'again?' },
  ]);
  expect(
    second
      .stored()
      .map(({ event }) => event.type)
      .filter((type) => type === 'thread.created'),
  ).toHaveLength(1);
});

test('a new thread begins empty and the old one stays in the list', async () => {
  const engine = start({ replies: [{ text: 'one' }, { text: 'two' }] });
  await engine.turn('first thread');
  await engine.send({ type: 'thread.open', which: 'new' });
  await engine.turn('second thread\nwith more lines');
  expect(engine.script().requests[1]?.messages).toHaveLength(2);
  await engine.send({ type: 'query.ask', query: { kind: 'threads' } });
  const { result } = await engine.waitFor('query.answered');
  expect(result).toMatchObject({
    kind: 'threads',
    threads: [
      { title: 'second thread', cwd: engine.folders.project, turns: 1 },
      { title: 'first thread', cwd: engine.folders.project, turns: 1 },
    ],
  });
});

test('a thread that was left can be opened again beside the newer one', async () => {
  const engine = start({ replies: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] });
  await engine.turn('first');
  const firstThread = engine.threadId();
  await engine.send({ type: 'thread.open', which: 'new' });
  await engine.turn('second');
  await engine.send({ type: 'thread.open', which: { threadId: firstThread } });
  await engine.turn('back again');
  expect(
    engine
      .script()
      .requests[2]?.messages.map((message) => 'text' in message && message.text)
      .slice(1),
  ).toEqual(['first', 'one', 'back again']);
});

test('a thread that nobody knows is refused and the open one stays', async () => {
  const engine = start({ replies: [{ text: 'one' }, { text: 'two' }] });
  await engine.turn('first');
  for (const which of ['thread-nope', ''])
    expect(await engine.send({ type: 'thread.open', which: { threadId: which } })).toMatchObject({
      type: 'command.rejected',
      error: { code: 'not-found' },
    });
  const { envelopes } = await engine.turn('still here');
  expect(envelopes.map(({ event }) => event.type)).not.toContain('thread.created');
});

test('latest in a folder without threads is refused with what to do', async () => {
  const engine = start();
  expect(await engine.send({ type: 'thread.open', which: 'latest' })).toMatchObject({
    type: 'command.rejected',
    error: { code: 'not-found', hint: expect.any(String) },
  });
});

test('no other thread is opened while a turn runs', async () => {
  const engine = start({ replies: [{ calls: [{ name: 'execute_command', arguments: { command: 'echo' } }] }] });
  void engine.turn('go');
  await engine.waitFor('approval.requested');
  for (const which of ['new', 'latest'] as const)
    expect(await engine.send({ type: 'thread.open', which })).toMatchObject({
      type: 'command.rejected',
      error: { code: 'conflict' },
    });
});

test('a thread that another engine writes to is refused, and free once that one has left it', async () => {
  const first = start({ replies: [{ text: 'one' }] });
  await first.turn('hello');
  const second = start({ folders: first.folders, replies: [{ text: 'two' }] });
  expect(await second.send({ type: 'thread.open', which: 'latest' })).toMatchObject({
    type: 'command.rejected',
    error: {
      code: 'in-use',
      message: expect.stringContaining('Another PaiCLI'),
      hint: expect.stringContaining('--fork'),
    },
  });
  await first.send({ type: 'thread.open', which: 'new' });
  expect(await second.send({ type: 'thread.open', which: 'latest' })).toMatchObject({ type: 'command.accepted' });
  await second.turn('mine now');
});

test('the models that can be chosen are told, the current one marked', async () => {
  const server = await serve();
  const engine = start({ server, init: { provider: 'deepseek', model: 'deepseek-chat' } });
  await engine.send({ type: 'query.ask', query: { kind: 'models' } });
  const { result } = await engine.waitFor('query.answered');
  expect(result.kind === 'models' && result.models.filter(({ current }) => current)).toMatchObject([
    { provider: 'deepseek', model: 'deepseek-chat' },
  ]);
});

test('a thread of another folder is opened with a warning that names both folders', async () => {
  const first = start({ replies: [{ text: 'one' }] });
  await first.turn('hello');
  await first.close();
  const project = join(first.folders.project, 'sub');
  const second = start({ folders: { ...first.folders, project }, files: { 'x.txt': '' }, replies: [{ text: 'two' }] });
  await second.send({ type: 'thread.open', which: { threadId: first.threadId() } });
  expect(await second.waitFor('notice.raised')).toMatchObject({
    level: 'warning',
    text: expect.stringContaining(`begun in ${first.folders.project}`),
    hint: expect.stringContaining(project),
  });
  await second.turn('and here?');
});

test('a thread whose log is damaged is opened as far as it can be read, told, and goes on', async () => {
  const first = start({ replies: [{ text: 'one' }, { text: 'two' }] });
  await first.turn('hello');
  await first.turn('more');
  await first.close();
  const database = openDatabase(join(first.folders.home, 'runtime', 'runtime.db'));
  const secondTurn = first.stored().findLast(({ event }) => event.type === 'turn.started')!.seq!;
  database.exec(`UPDATE events SET envelope = '{"at":1' WHERE seq = ${secondTurn + 2}`);
  database.close();
  const second = start({ folders: first.folders, replies: [{ text: 'three' }] });
  expect(await second.send({ type: 'thread.open', which: 'latest' })).toMatchObject({ type: 'command.accepted' });
  expect(await second.waitFor('notice.raised')).toMatchObject({ text: expect.stringContaining('damaged') });
  expect(second.all('turn.failed')).toMatchObject([{ error: { code: 'crash' } }]);
  expect((await second.turn('go on')).end).toMatchObject({ outcome: 'answered' });
});

test('a log that does not fit together is said once when it is opened, and can be gone on with', async () => {
  const engine = start({ liveIsUnsound: true, replies: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] });
  await engine.turn('hello');
  await engine.turn('again');
  const threadId = engine.threadId();
  await engine.send({ type: 'thread.open', which: 'new' });
  const database = openDatabase(join(engine.folders.home, 'runtime', 'runtime.db'));
  database.exec(`UPDATE events SET envelope = replace(envelope, '"step":1', '"step":7') WHERE seq = 3`);
  database.close();
  await engine.send({ type: 'thread.open', which: { threadId } });
  const notice = await engine.waitFor('notice.raised');
  expect(notice.text).toMatch(/does not fit together: #3 step\.started: step is 7, 1 was due \(and \d+ more\)/);
  expect((await engine.turn('go on')).end).toMatchObject({ outcome: 'answered' });
  expect(engine.all('notice.raised')).toHaveLength(1);
  // The harness holds every log that is left against the grammar.
  await engine.send({ type: 'thread.delete', threadId });
});
