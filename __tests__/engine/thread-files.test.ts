// Forking, deleting, exporting and previewing threads. Every model request here is held against the rules of strict servers.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkTranscript } from '../../src/protocol/check-transcript.js';
import type { Reply } from '../../src/provider/script.js';
import { engineHarness, modelServers, readLog } from '../support/engine-harness.js';

const start = engineHarness();
const serve = modelServers();
const usage = { input: 700, output: 30 };
const work: Reply[] = [
  {
    text: 'Two.',
    calls: [0, 1].map((n) => ({
      id: `call_${n}`,
      name: 'write_file',
      arguments: { path: `${n}.txt`, content: 'n\n' },
    })),
    usage,
  },
  { text: 'Both written.', usage },
  { text: '', calls: [{ id: 'call_0', name: 'read_file', arguments: { path: '0.txt' } }], usage },
  { text: 'It says n.', usage },
];

async function worked(...more: Reply[]) {
  const server = await serve(...[...work, ...more].map((reply) => ({ reply })));
  const engine = start({ server });
  engine.answerApprovals(({ title }) => (title.includes('1.txt') ? { kind: 'deny', reason: 'no' } : { kind: 'once' }));
  await engine.turn('write two');
  await engine.turn('read one');
  return { server, engine, original: engine.threadId() };
}

test('a fork goes on by itself: strict servers take its history, the original does not change (MH-01, MH-05)', async () => {
  const { server, engine, original } = await worked(
    { text: '', calls: [{ id: 'call_0', name: 'read_file', arguments: { path: '0.txt' } }], usage },
    { text: 'Still n.', usage },
  );
  const before = readLog(engine.folders.home, original);
  expect(await engine.send({ type: 'thread.fork' })).toMatchObject({ type: 'command.accepted' });
  expect(engine.all('thread.opened').at(-1)).toMatchObject({ title: 'write two (fork)' });
  await engine.turn('again');
  expect(engine.threadId()).not.toBe(original);
  expect(checkTranscript(engine.stored())).toEqual([]);
  expect(readLog(engine.folders.home, original)).toEqual(before);
  const [last, forked] = [server.requests[3]!.body.messages, server.requests[4]!.body.messages];
  expect(forked.slice(0, last.length)).toEqual(last);
});

test('a fork up to a turn knows nothing of the later ones', async () => {
  const { server, engine, original } = await worked({ text: 'One turn.', usage });
  await engine.send({ type: 'thread.fork', threadId: original, uptoTurn: 1 });
  await engine.turn('go on');
  const texts = server.requests.at(-1)!.body.messages.map(({ content }) => content);
  expect(texts).toContain('write two');
  expect(texts).not.toContain('read one');
  expect(engine.stored().filter(({ event }) => event.type === 'turn.started')).toHaveLength(2);
});

test('a fork is another thread after a restart, newest in its folder', async () => {
  const { engine, original } = await worked();
  await engine.send({ type: 'thread.fork' });
  const fork = engine.threadId();
  await engine.close();
  const next = start({ folders: engine.folders, replies: [{ text: 'hi' }] });
  await next.send({ type: 'thread.open', which: 'latest' });
  expect(next.threadId()).toBe(fork);
  await next.send({ type: 'query.ask', query: { kind: 'threads' } });
  expect(await next.waitFor('query.answered')).toMatchObject({
    result: {
      threads: [
        { threadId: fork, turns: 2 },
        { threadId: original, turns: 2 },
      ],
    },
  });
});

test.each([
  [{ type: 'thread.fork' }, 'not-found'],
  [{ type: 'thread.export', format: 'md' }, 'not-found'],
  [{ type: 'thread.delete', threadId: 'thread-nope' }, 'not-found'],
  [{ type: 'thread.fork', threadId: 'thread-nope' }, 'not-found'],
  [{ type: 'query.ask', query: { kind: 'preview', threadId: 'thread-nope' } }, 'not-found'],
] as const)('%j in an empty thread is refused', async (command, code) => {
  const engine = start();
  expect(await engine.send(command)).toMatchObject({ type: 'command.rejected', error: { code } });
});

test('a turn that the thread does not have cannot be forked up to', async () => {
  const { engine, original } = await worked();
  expect(await engine.send({ type: 'thread.fork', uptoTurn: 3 })).toMatchObject({ error: { code: 'usage' } });
  expect(engine.threadId()).toBe(original);
});

test('while a turn runs nothing is forked and its thread is not deleted', async () => {
  const engine = start({ replies: [{ calls: [{ name: 'execute_command', arguments: { command: 'echo' } }] }] });
  void engine.turn('go');
  await engine.waitFor('approval.requested');
  for (const command of [{ type: 'thread.fork' }, { type: 'thread.delete', threadId: engine.threadId() }] as const)
    expect(await engine.send(command)).toMatchObject({ type: 'command.rejected', error: { code: 'conflict' } });
});

test('a deleted thread is gone with what was kept for it; the open one is followed by a new one', async () => {
  const engine = start({ replies: [{ text: 'one' }, { text: 'two' }] });
  await engine.turn('first');
  const deleted = engine.threadId();
  const outputs = join(engine.folders.home, 'runtime', 'tool-outputs', deleted);
  mkdirSync(outputs, { recursive: true });
  writeFileSync(join(outputs, 'x'), 'secret');
  expect(await engine.send({ type: 'thread.delete', threadId: deleted })).toMatchObject({ type: 'command.accepted' });
  expect(await engine.send({ type: 'thread.open', which: { threadId: deleted } })).toMatchObject({
    error: { code: 'not-found' },
  });
  expect(existsSync(outputs)).toBe(false);
  expect(readdirSync(join(engine.folders.home, 'runtime', 'locks'))).not.toContain(`${deleted}.lock`);
  await engine.turn('second');
  expect(engine.script().requests[1]?.messages.slice(1)).toMatchObject([{ text: 'second' }]);
});

test('a thread that another engine writes to is not deleted', async () => {
  const first = start({ replies: [{ text: 'one' }, { text: 'two' }] });
  await first.turn('hello');
  const second = start({ folders: first.folders });
  expect(await second.send({ type: 'thread.delete', threadId: first.threadId() })).toMatchObject({
    error: { code: 'in-use' },
  });
  await first.turn('still here');
});

test('an export lies in the working folder under the name of the thread, and is told', async () => {
  const { engine, original } = await worked();
  await engine.send({ type: 'thread.export', format: 'md' });
  const name = `paicli-${original}.md`;
  expect(await engine.waitFor('notice.raised')).toMatchObject({ text: `The thread was written to ${name}.` });
  const text = readFileSync(join(engine.folders.project, name), 'utf8');
  expect(text).toContain('# write two');
  expect(text).toContain('It says n.');
  await engine.send({ type: 'thread.export', format: 'json', path: 'log.json' });
  const { envelopes } = JSON.parse(readFileSync(join(engine.folders.project, 'log.json'), 'utf8'));
  expect(envelopes).toEqual(engine.stored());
});

test('an export never overwrites a file', async () => {
  const { engine } = await worked();
  const file = join(engine.folders.project, 'mine.md');
  writeFileSync(file, 'mine');
  expect(await engine.send({ type: 'thread.export', format: 'md', path: 'mine.md' })).toMatchObject({
    error: { code: 'conflict', message: expect.stringContaining(file) },
  });
  expect(await engine.send({ type: 'thread.export', format: 'md', path: 'no/such/folder.md' })).toMatchObject({
    error: { code: 'storage' },
  });
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a preview tells what was said last, also of a thread that is not open', async () => {
  const { engine, original } = await worked();
  await engine.send({ type: 'thread.open', which: 'new' });
  await engine.send({ type: 'query.ask', query: { kind: 'preview', threadId: original } });
  expect(await engine.waitFor('query.answered')).toMatchObject({
    result: {
      kind: 'preview',
      threadId: original,
      said: [
        { from: 'user', text: 'write two' },
        { from: 'assistant', text: 'Two.' },
        { from: 'assistant', text: 'Both written.' },
        { from: 'user', text: 'read one' },
        { from: 'assistant', text: 'It says n.' },
      ],
    },
  });
});

test('a fork has the long outputs of the original, also when that is deleted', async () => {
  const server = await serve(
    { reply: { calls: [{ name: 'execute_command', arguments: { command: 'seq 1 20000' } }] } },
    { reply: { text: 'Long.' } },
    { reply: { text: 'Both.' } },
  );
  const engine = start({ server, init: { approvals: 'all' } });
  await engine.turn('count');
  const original = engine.threadId();
  await engine.send({ type: 'thread.fork' });
  const fork = engine.threadId();
  await engine.send({ type: 'thread.delete', threadId: original });
  await engine.turn('again');
  const told = JSON.stringify(server.requests.at(-1)!.body.messages);
  expect(told).not.toContain(original);
  const [, path = ''] = /The whole result is in (\S+):/.exec(told) ?? [];
  expect(path).toContain(fork);
  expect(readFileSync(path, 'utf8')).toMatch(/\n19999\n20000/);
});

test('a thread that another engine writes to can be gone on with in a copy, its open turn closed', async () => {
  const first = start({
    replies: [{ text: 'one' }, { calls: [{ name: 'execute_command', arguments: { command: 'echo' } }] }],
  });
  await first.turn('hello');
  void first.turn('work');
  await first.waitFor('approval.requested');
  const second = start({ folders: first.folders, replies: [{ text: 'mine' }] });
  expect(await second.send({ type: 'thread.open', which: 'latest' })).toMatchObject({ error: { code: 'in-use' } });
  expect(await second.send({ type: 'thread.fork', latest: true })).toMatchObject({ type: 'command.accepted' });
  expect(second.threadId()).not.toBe(first.threadId());
  expect((await second.turn('go on')).end).toMatchObject({ outcome: 'answered' });
  const texts = second.script().requests[0]!.messages.map((message) => message.text);
  expect(texts).toEqual(expect.arrayContaining(['hello', 'one', 'work', 'go on']));
});

test('a thread of nothing but commands of the user is listed, gone on with, and can be forked', async () => {
  const engine = start();
  await engine.send({ type: 'shell.run', command: 'echo hi' });
  await engine.waitFor('shell.completed');
  const threadId = engine.threadId();
  await engine.close();
  const next = start({ folders: engine.folders });
  await next.send({ type: 'query.ask', query: { kind: 'threads' } });
  expect(await next.waitFor('query.answered')).toMatchObject({ result: { threads: [{ threadId, turns: 0 }] } });
  expect(await next.send({ type: 'thread.open', which: 'latest' })).toMatchObject({ type: 'command.accepted' });
  expect(next.threadId()).toBe(threadId);
  expect(await next.send({ type: 'thread.fork' })).toMatchObject({ type: 'command.accepted' });
});
