import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import { holdLock } from '../../../src/storage/hold-lock.js';
import { openDatabase } from '../../../src/storage/sqlite.js';
import { createThreadStore } from '../../../src/thread/thread-store.js';
import { recordedTranscript, threadId } from '../../fixtures/transcript.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const newPath = () => join(tempFolder(), 'runtime', 'runtime.db');

/** A store as a program of its own would open it. */
function open(path: string) {
  const database = openDatabase(path);
  const store = createThreadStore(database, { holdLock: (id) => holdLock(`${path}.${id}.lock`), now: () => 7 });
  const end = () => {
    store.releaseAll();
    database.close();
  };
  return { ...store, database, end };
}

const unstamped = recordedTranscript().map(({ seq: _, ...envelope }) => envelope as Envelope<DurableEvent>);

function filled(path: string, id = threadId, cwd = '/w', at = 1000) {
  const store = open(path);
  store.createThread({ threadId: id, cwd, title: `title of ${id}`, at });
  for (const envelope of unstamped) store.append(id, { ...envelope, threadId: id, at: envelope.at - 1000 + at });
  return store;
}

test('events are numbered from 1 without gaps', () => {
  const store = open(newPath());
  store.createThread({ threadId, cwd: '/w', title: 't', at: 1 });
  expect(unstamped.slice(0, 4).map((envelope) => store.append(threadId, envelope))).toEqual([1, 2, 3, 4]);
  store.end();
});

test('another program reads what was written, with the numbers', () => {
  const path = newPath();
  filled(path).end();
  const store = open(path);
  expect(store.load(threadId)).toEqual({ envelopes: recordedTranscript() });
  store.end();
});

test('writing goes on where another program left off', () => {
  const path = newPath();
  filled(path).end();
  const store = open(path);
  expect(store.append(threadId, unstamped[1]!)).toBe(unstamped.length + 1);
  store.end();
});

test('a full disk refuses an event with the way out, writes no part of it, and numbering goes on when there is room', () => {
  const path = newPath();
  const store = filled(path);
  const limit = (pages: number) => store.database.exec(`PRAGMA max_page_count = ${pages}`);
  limit(1); // what it holds already
  const long: Envelope<DurableEvent> = { at: 9, threadId, event: { type: 'turn.steered', text: 'x'.repeat(100_000) } };
  expect(() => store.append(threadId, long)).toThrow(
    expect.objectContaining({ code: 'storage', hint: expect.stringContaining('disk space') }),
  );
  expect(store.load(threadId)).toEqual({ envelopes: recordedTranscript() });
  limit(100_000);
  expect(store.append(threadId, long)).toBe(unstamped.length + 1);
  store.end();
});

test('a thread that is not there is not found', () => {
  const store = open(newPath());
  expect(() => store.load('thread-x')).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(() => store.append('thread-x', unstamped[0]!)).toThrow(expect.objectContaining({ code: 'not-found' }));
  store.end();
});

test('a second writer of a thread gets a conflict, a reader does not', () => {
  const path = newPath();
  const first = filled(path);
  const second = open(path);
  expect(() => second.open(threadId)).toThrow(expect.objectContaining({ code: 'in-use' }));
  expect(() => second.append(threadId, unstamped[1]!)).toThrow(expect.objectContaining({ code: 'in-use' }));
  expect(second.load(threadId).envelopes).toHaveLength(unstamped.length);
  first.release(threadId);
  expect(second.open(threadId).envelopes).toHaveLength(unstamped.length);
  first.end();
  second.end();
});

test('without locks too, of two writers only one gets the next number', () => {
  const path = newPath();
  filled(path).end();
  const [first, second] = [openDatabase(path), openDatabase(path)].map((database) => createThreadStore(database));
  first!.open(threadId);
  second!.open(threadId);
  first!.append(threadId, unstamped[1]!);
  expect(() => second!.append(threadId, unstamped[1]!)).toThrow(expect.objectContaining({ code: 'in-use' }));
});

test.each([
  ['cut off', 'UPDATE events SET envelope = substr(envelope, 1, 20) WHERE seq = 10'],
  ['filled with zero bytes', 'UPDATE events SET envelope = zeroblob(20) WHERE seq = 10'],
  ['no event', "UPDATE events SET envelope = '{}' WHERE seq = 10"],
  ['missing', 'DELETE FROM events WHERE seq = 10'],
])('an event that is %s ends what is read, and is reported (PA-01)', (_what, damage) => {
  const path = newPath();
  filled(path).end();
  const store = open(path);
  store.database.exec(damage);
  const { envelopes, damagedFrom, notice } = store.load(threadId);
  expect(envelopes).toEqual(recordedTranscript().slice(0, 9));
  expect([damagedFrom, notice]).toEqual([10, expect.stringContaining('damaged at event 10')]);
  store.end();
});

test('after damage writing goes on in the place of the damaged event, and the rest is kept aside', () => {
  const path = newPath();
  filled(path).end();
  const store = open(path);
  store.database.exec("UPDATE events SET envelope = '{' WHERE seq = 10");
  expect(store.open(threadId).damagedFrom).toBe(10);
  expect(store.append(threadId, unstamped[9]!)).toBe(10);
  expect(store.load(threadId)).toEqual({ envelopes: recordedTranscript().slice(0, 10) });
  expect(store.database.prepare('SELECT count(*) AS n, min(seq) AS first FROM damaged_events').get()).toMatchObject({
    n: unstamped.length - 9,
    first: 10,
  });
  store.end();
});

test('threads are listed newest first, with their turns and times', () => {
  const path = newPath();
  filled(path, 'thread-old', '/w', 1000).end();
  filled(path, 'thread-new', '/elsewhere', 9000).end();
  const store = open(path);
  expect(store.list({ limit: 5 })).toEqual([
    expect.objectContaining({ threadId: 'thread-new' }),
    {
      threadId: 'thread-old',
      title: 'title of thread-old',
      cwd: '/w',
      createdAt: 1000,
      updatedAt: 1000 + unstamped.length,
      turns: 4,
    },
  ]);
  expect(store.list({ limit: 1 })).toHaveLength(1);
  expect(store.list({ cwd: '/w', limit: 5 }).map((thread) => thread.threadId)).toEqual(['thread-old']);
  store.end();
});

test('the latest thread is that of the folder, and one without a turn does not count', () => {
  const path = newPath();
  const store = filled(path, 'thread-mine');
  store.createThread({ threadId: 'thread-empty', cwd: '/w', title: 't', at: 99_999 });
  expect(store.latest('/w')?.threadId).toBe('thread-mine');
  expect(store.latest('/other')).toBeUndefined();
  store.end();
});

test('a thread is found by the beginning of its id, with or without the word in front', () => {
  const store = open(newPath());
  for (const id of ['thread-abc', 'thread-abcd', 'thread-x_1'])
    store.createThread({ threadId: id, cwd: '/w', title: 't', at: 1 });
  const idsFor = (id: string) =>
    store
      .findByPrefix(id)
      .map((thread) => thread.threadId)
      .sort();
  expect(idsFor('thread-ab')).toEqual(['thread-abc', 'thread-abcd']);
  expect(idsFor('ab')).toEqual(['thread-abc', 'thread-abcd']);
  expect(idsFor('thread-abc')).toEqual(['thread-abc']);
  expect(idsFor('x%')).toEqual([]);
  expect(idsFor('')).toEqual([]);
  store.end();
});

test('a log of a newer program is refused and left as it is (PA-01)', () => {
  const path = newPath();
  filled(path).end();
  const database = openDatabase(path);
  database.exec('PRAGMA user_version = 99');
  expect(() => createThreadStore(database)).toThrow(expect.objectContaining({ code: 'storage' }));
  expect(database.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 99 });
  database.close();
});
