// A process that is killed while it appends to a thread.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkTranscript } from '../../../src/protocol/check-transcript.js';
import { holdLock } from '../../../src/storage/hold-lock.js';
import { openDatabase } from '../../../src/storage/sqlite.js';
import { repairEvents } from '../../../src/thread/repair.js';
import { createThreadStore } from '../../../src/thread/thread-store.js';
import { threadId } from '../../fixtures/transcript.js';
import { type ChildScript, childScript, ended, printed } from '../../support/child-script.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
let writer: ChildScript;

beforeAll(async () => {
  writer = await childScript(`
    import { createThreadStore } from './src/thread/thread-store.ts';
    import { openDatabase } from './src/storage/sqlite.ts';
    import { holdLock } from './src/storage/hold-lock.ts';
    import { writeSync } from 'node:fs';
    const [path, threadId] = process.argv.slice(2);
    const store = createThreadStore(openDatabase(path), { holdLock: (id) => holdLock(path + '.' + id + '.lock') });
    store.createThread({ threadId, cwd: '/w', title: 't', at: 1 });
    const append = (event) => writeSync(1, store.append(threadId, { at: 1, threadId, turnId: 't', event }) + '\\n');
    append({ type: 'thread.created', cwd: '/w', title: 't' });
    append({ type: 'turn.started', input: 'go', mode: 'react', model: 'm' });
    for (;;) append({ type: 'turn.steered', text: 'x'.repeat(20_000) });`);
});
afterAll(() => writer.remove());

test('all events that were reported as written are there, the log is sound once repaired, and no lock is left', async () => {
  for (const lines of [3, 40, 150]) {
    const path = join(tempFolder(), 'runtime.db');
    const child = writer.start(path, threadId);
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    await printed(child, `\n${lines}\n`);
    child.kill('SIGKILL');
    await ended(child);

    const database = openDatabase(path);
    const store = createThreadStore(database, { holdLock: (id) => holdLock(`${path}.${id}.lock`) });
    const { envelopes, notice } = store.open(threadId);
    expect(notice).toBeUndefined();
    const reported = Number(output.trim().split('\n').at(-1));
    expect(envelopes.length).toBeGreaterThanOrEqual(reported);
    for (const event of repairEvents(envelopes)) store.append(threadId, { at: 2, threadId, turnId: 't', event });
    expect(checkTranscript(store.load(threadId).envelopes)).toEqual([]);
    store.releaseAll();
    database.close();
  }
}, 20_000);

test('while the other process lives its thread cannot be written to', async () => {
  const path = join(tempFolder(), 'runtime.db');
  const child = writer.start(path, threadId);
  await printed(child, '\n3\n');
  const database = openDatabase(path);
  const store = createThreadStore(database, { holdLock: (id) => holdLock(`${path}.${id}.lock`) });
  expect(() => store.open(threadId)).toThrow(expect.objectContaining({ code: 'in-use' }));
  child.kill('SIGKILL');
  await ended(child);
  expect(store.open(threadId).envelopes.length).toBeGreaterThanOrEqual(3);
  store.releaseAll();
  database.close();
}, 20_000);
