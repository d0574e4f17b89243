// A log that cannot be written for a while: the turn fails, is told, and the log is sound again afterwards.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { DurableEvent } from '../../src/protocol/event.js';
import type { Reply } from '../../src/provider/script.js';
import { openDatabase } from '../../src/storage/sqlite.js';
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
