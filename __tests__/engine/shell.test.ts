// The user's own commands: run in the folder without a question, told to the model with its next request.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { DurableEvent } from '../../src/protocol/event.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { createThreadStore } from '../../src/thread/thread-store.js';
import { engineHarness } from '../support/engine-harness.js';

const start = engineHarness();
const run = (command: string) => ({ type: 'shell.run', command }) as const;

test('a command runs in the folder, and the model reads its end with the next message', async () => {
  const engine = start({ files: { 'a.txt': 'alpha\n' }, replies: [{ text: 'I see.' }] });
  expect(await engine.send(run('cat a.txt'))).toMatchObject({ type: 'command.accepted' });
  const { shellId } = await engine.waitFor('shell.started');
  expect(await engine.waitFor('shell.completed')).toMatchObject({
    shellId,
    outcome: 'ok',
    display: [{ kind: 'command', command: 'cat a.txt', output: 'alpha\n', exitCode: 0 }],
  });
  await engine.waitFor('engine.idle');
  await engine.turn('what is in it?');
  expect(engine.script().requests[0]?.messages.slice(1)).toEqual([
    { role: 'user', text: 'I ran `cat a.txt`: exit 0\nalpha' },
    { role: 'user', text: 'what is in it?' },
  ]);
  expect(engine.all('approval.requested')).toEqual([]);
});

test('a command that fails is told with its exit code', async () => {
  const engine = start();
  await engine.send(run('echo no >&2; exit 3'));
  expect(await engine.waitFor('shell.completed')).toMatchObject({
    outcome: 'failed',
    text: 'I ran `echo no >&2; exit 3`: exit 3\nno',
  });
});

test('its output is told while it runs', async () => {
  const engine = start();
  await engine.send(run('echo early; read -r -t 20 < <(sleep 20)'));
  const { callId } = await engine.waitFor('tool.progress', ({ text }) => text.includes('early'));
  expect(engine.all('shell.started')).toMatchObject([{ shellId: callId }]);
  await engine.send({ type: 'turn.cancel' });
  expect(await engine.waitFor('shell.completed')).toMatchObject({ outcome: 'stopped' });
});

test('a stop ends it with everything it started', async () => {
  const engine = start();
  await engine.send(run('(sleep 30; touch late) & wait'));
  await engine.send({ type: 'turn.cancel' });
  const { text } = await engine.waitFor('shell.completed');
  expect(text).toContain('I stopped it before its end');
  await engine.waitFor('engine.idle');
  expect(existsSync(join(engine.folders.project, 'late'))).toBe(false);
});

test('what is denied at every level is refused and audited', async () => {
  const engine = start();
  expect(await engine.send(run('rm -rf /'))).toMatchObject({ type: 'command.rejected', error: { code: 'denied' } });
  expect(engine.all('shell.started')).toEqual([]);
  const audit = readFileSync(join(engine.folders.home, 'audit', 'audit.jsonl'), 'utf8');
  expect(JSON.parse(audit)).toMatchObject({ tool: 'shell', decision: 'deny', by: 'policy' });
});

test('what ran is in the audit log as the user decided it', async () => {
  const engine = start();
  await engine.send(run('true'));
  await engine.waitFor('shell.completed');
  await engine.close();
  const audit = readFileSync(join(engine.folders.home, 'audit', 'audit.jsonl'), 'utf8');
  expect(JSON.parse(audit)).toMatchObject({ tool: 'shell', decision: 'allow', by: 'user', outcome: 'ok' });
});

test('only one runs at a time, and no other thread is opened meanwhile', async () => {
  const engine = start();
  await engine.send(run('sleep 30'));
  expect(await engine.send(run('true'))).toMatchObject({ type: 'command.rejected', error: { code: 'conflict' } });
  expect(await engine.send({ type: 'thread.open', which: 'new' })).toMatchObject({ error: { code: 'conflict' } });
  await engine.send({ type: 'turn.cancel' });
  await engine.waitFor('engine.idle');
});

test('beside a turn it is told before the next step, and the turn goes on', async () => {
  const asks = { calls: [{ name: 'execute_command', arguments: { command: 'echo one' } }] };
  const engine = start({ replies: [asks, { text: 'done' }] });
  await engine.send({ type: 'turn.start', input: 'go' });
  const { request } = await engine.waitFor('approval.requested');
  await engine.send(run('echo mine'));
  await engine.waitFor('shell.completed');
  expect(engine.all('engine.idle')).toEqual([]);
  await engine.send({ type: 'approval.answer', approvalId: request.approvalId, decision: { kind: 'once' } });
  await engine.waitFor('engine.idle');
  expect(engine.script().requests[1]?.messages.slice(-2)).toMatchObject([
    { role: 'tool' },
    { role: 'user', text: 'I ran `echo mine`: exit 0\nmine' },
  ]);
});

test('one stop ends the turn and the command', async () => {
  const asks = { calls: [{ name: 'execute_command', arguments: { command: 'echo one' } }] };
  const engine = start({ replies: [asks] });
  await engine.send({ type: 'turn.start', input: 'go' });
  await engine.waitFor('approval.requested');
  await engine.send(run('sleep 30'));
  await engine.send({ type: 'turn.cancel' });
  expect(await engine.waitFor('shell.completed')).toMatchObject({ outcome: 'stopped' });
  expect(await engine.waitFor('turn.completed')).toMatchObject({ outcome: 'cancelled' });
});

test('output that is too long for the model is kept in a file', async () => {
  const engine = start();
  await engine.send(run('seq 1 20000'));
  const { text } = await engine.waitFor('shell.completed');
  expect(text.length).toBeLessThan(4000);
  const [, path = ''] = /in (\S+):/.exec(text) ?? [];
  expect(readFileSync(path, 'utf8')).toContain('\n20000');
});

test('a thread that begins with a command can be opened again, with what it said', async () => {
  const engine = start({ replies: [{ text: 'yes' }] });
  await engine.send(run('echo first'));
  await engine.waitFor('engine.idle');
  await engine.turn('did you see it?');
  const threadId = engine.threadId();
  await engine.close();

  const again = start({ folders: engine.folders, replies: [{ text: 'again' }] });
  await again.send({ type: 'thread.open', which: { threadId } });
  await again.turn('and now?');
  expect(
    again
      .script()
      .requests[0]?.messages.slice(1)
      .map(({ role }) => role),
  ).toEqual(['user', 'user', 'assistant', 'user']);
});

test('the end of the program ends it and says so', async () => {
  const engine = start();
  await engine.send(run('sleep 30'));
  await engine.close();
  expect(engine.stored().at(-1)?.event).toMatchObject({ type: 'shell.completed', outcome: 'stopped' });
});

test('a log that ends in a turn and a command is mended, each with its own end', async () => {
  const engine = start();
  const { home, project: cwd } = engine.folders;
  const database = openDatabase(join(home, 'runtime', 'runtime.db'));
  const store = createThreadStore(database);
  store.createThread({ threadId: 'thread-1', cwd, title: 't', at: 1 });
  const events: [DurableEvent, string?][] = [
    [{ type: 'thread.created', cwd, title: 't' }],
    [{ type: 'turn.started', input: 'go', mode: 'react', model: 'm' }, 'turn-1'],
    [{ type: 'shell.started', shellId: 's1', command: 'make' }],
  ];
  for (const [event, turnId] of events)
    store.append('thread-1', { at: 1, threadId: 'thread-1', ...(turnId ? { turnId } : {}), event });
  database.close();

  await engine.send({ type: 'thread.open', which: { threadId: 'thread-1' } });
  const mended = engine.stored().slice(events.length);
  expect(mended.map(({ event, turnId }) => [event.type, turnId])).toEqual([
    ['shell.completed', undefined],
    ['turn.failed', 'turn-1'],
  ]);
});
