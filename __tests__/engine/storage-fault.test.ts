// A log that cannot be written for a while: the turn fails, is told, and the log is sound again afterwards.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathsUnder } from '../../src/config/paths.js';
import type { DurableEvent } from '../../src/protocol/event.js';
import type { Reply } from '../../src/provider/script.js';
import { holdLock } from '../../src/storage/hold-lock.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { createThreadStore } from '../../src/thread/thread-store.js';
import { type EngineHarness, engineHarness } from '../support/engine-harness.js';

const start = engineHarness();
const reads: Reply = {
  calls: ['a.txt', 'b.txt'].map((path) => ({ name: 'read_file', arguments: { path } })),
};
const files = { 'a.txt': 'a\n', 'b.txt': 'b\n' };

/** The database refuses events of this type until the returned function is called. */
function refuse(engine: EngineHarness, type: DurableEvent['type']): () => void {
  const path = join(engine.folders.home, 'runtime', 'runtime.db');
  const database = openDatabase(path);
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events
    WHEN json_extract(NEW.envelope, '$.event.type') = '${type}' BEGIN SELECT RAISE(ABORT, 'disk full (test)'); END`);
  return () => {
    database.exec('DROP TRIGGER refuse');
    database.close();
  };
}

test.each<DurableEvent['type']>([
  'turn.started',
  'step.started',
  'message.completed',
  'tool.called',
  'tool.completed',
  'step.completed',
])('when %s cannot be written the turn fails, and the next one is taken', async (type) => {
  const engine = start({
    files,
    liveIsUnsound: true,
    replies: [{ text: 'first' }, reads, { text: 'x' }, { text: 'y' }],
  });
  await engine.turn('hello');
  const allow = refuse(engine, type);
  const { end } = await engine.turn('read both');
  expect(end).toMatchObject({ type: 'turn.failed', error: { code: 'storage', message: expect.any(String) } });
  allow();
  expect((await engine.turn('again')).end).toMatchObject({ outcome: 'answered' });
});

test('a thread whose very first event could not be written can be begun again', async () => {
  const engine = start({ files, liveIsUnsound: true, replies: [{ text: 'first' }, { text: 'second' }] });
  await engine.turn('hello');
  await engine.send({ type: 'thread.open', which: 'new' });
  const allow = refuse(engine, 'thread.created');
  expect((await engine.turn('lost')).end).toMatchObject({ type: 'turn.failed', error: { code: 'storage' } });
  allow();
  expect((await engine.turn('kept')).end).toMatchObject({ outcome: 'answered', text: 'second' });
});

test('a question whose answer cannot be written is over all the same when the turn is stopped', async () => {
  const engine = start({
    liveIsUnsound: true,
    replies: [
      { text: 'first' },
      { calls: [{ name: 'execute_command', arguments: { command: 'echo' } }] },
      { text: 'x' },
    ],
  });
  await engine.turn('hello');
  const turn = engine.turn('run it');
  await engine.waitFor('approval.requested');
  const allow = refuse(engine, 'approval.resolved');
  expect(await engine.send({ type: 'turn.cancel' })).toMatchObject({ type: 'command.accepted' });
  await turn;
  allow();
  expect((await engine.turn('again')).end).toMatchObject({ outcome: 'answered' });
});

test('a question that cannot be written is not asked', async () => {
  const engine = start({
    liveIsUnsound: true,
    replies: [
      { text: 'first' },
      { calls: [{ name: 'execute_command', arguments: { command: 'echo' } }] },
      { text: 'x' },
      { text: 'y' },
    ],
  });
  await engine.turn('hello');
  const allow = refuse(engine, 'approval.requested');
  await engine.turn('run it');
  allow();
  expect(engine.all('tool.completed').filter(({ outcome }) => outcome === 'ok')).toEqual([]);
  expect((await engine.turn('again')).end).toMatchObject({ outcome: 'answered' });
});

test('when the end of a turn cannot be written it is told all the same, and the log is mended before the next turn', async () => {
  const engine = start({ liveIsUnsound: true, replies: [{ text: 'first' }, { text: 'lost' }, { text: 'x' }] });
  await engine.turn('hello');
  const allow = refuse(engine, 'turn.completed');
  expect((await engine.turn('go')).end).toMatchObject({ type: 'turn.failed', error: { code: 'storage' } });
  allow();
  expect((await engine.turn('again')).end).toMatchObject({ outcome: 'answered' });
});

test('a damaged database is kept under another name and named; work goes on in a new one (PA-01)', async () => {
  const engine = start({ replies: [{ text: 'first' }] });
  const folder = join(engine.folders.home, 'runtime');
  mkdirSync(folder);
  writeFileSync(join(folder, 'runtime.db'), '[]'.repeat(400));
  expect((await engine.turn('hello')).end).toMatchObject({ outcome: 'answered', text: 'first' });
  const aside = readdirSync(folder).find((name) => name.startsWith('runtime.db.corrupt-'));
  expect(engine.all('notice.raised').map(({ text }) => text)).toEqual([expect.stringContaining(`${aside}`)]);
});

test('a thread that could not be mended when it was opened is free for other programs', async () => {
  const engine = start({ liveIsUnsound: true, replies: [{ text: 'first' }] });
  await engine.turn('hello');
  const { home, project } = engine.folders;
  const database = openDatabase(join(home, 'runtime', 'runtime.db'));
  const thread = { threadId: 'thread-torn', cwd: project, title: 'torn', at: 1 };
  createThreadStore(database).addThread(thread, [
    { seq: 1, at: 1, threadId: 'thread-torn', event: { type: 'thread.created', cwd: project, title: 'torn' } },
    {
      seq: 2,
      at: 2,
      threadId: 'thread-torn',
      turnId: 'turn-1',
      event: { type: 'turn.started', input: 'x', mode: 'react', model: 'm' },
    },
  ]);
  database.close();
  const allow = refuse(engine, 'turn.failed');
  const open = () => engine.send({ type: 'thread.open', which: { threadId: 'thread-torn' } });
  expect(await open()).toMatchObject({ type: 'command.rejected', error: { code: 'storage' } });
  allow();
  const lock = holdLock(pathsUnder(home).threadLock('thread-torn'));
  expect(lock).toBeDefined();
  lock?.release();
  expect(await open()).toMatchObject({ type: 'command.accepted' });
});
