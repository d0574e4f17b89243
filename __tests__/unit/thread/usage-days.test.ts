import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { noUsage } from '../../../src/protocol/usage.js';
import { openDatabase } from '../../../src/storage/sqlite.js';
import { createThreadStore } from '../../../src/thread/thread-store.js';
import { createUsageDays } from '../../../src/thread/usage-days.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const spent = (input: number, costUsd?: number) => ({
  ...noUsage,
  input,
  ...(costUsd === undefined ? {} : { costUsd }),
});

function openDays(path: string) {
  const database = openDatabase(path);
  createThreadStore(database);
  return { days: createUsageDays(database), close: () => database.close(), database };
}

test('two processes add to the same day', () => {
  const path = join(tempFolder(), 'r.db');
  const one = openDays(path);
  const two = openDays(path);
  for (let i = 0; i < 20; i++) (i % 2 ? one : two).days.add('2026-11-30', 'm', spent(10, 0.5));
  expect(one.days.of('2026-11-30')).toEqual([{ model: 'm', usage: spent(200, 10) }]);
  one.close();
  two.close();
});

test('a day is told by model, the one with the most tokens first, and no other day with it', () => {
  const { days, close } = openDays(join(tempFolder(), 'r.db'));
  days.add('2026-11-29', 'a', spent(1e6));
  days.add('2026-11-30', 'a', spent(10));
  days.add('2026-11-30', 'b', { ...spent(20), estimated: true });
  expect(days.of('2026-11-30').map(({ model, usage }) => [model, usage.input, usage.estimated])).toEqual([
    ['b', 20, true],
    ['a', 10, false],
  ]);
  close();
});

test('a database of the first version gets the table and keeps its threads', () => {
  const path = join(tempFolder(), 'r.db');
  const old = openDatabase(path);
  const store = createThreadStore(old);
  store.createThread({ threadId: 'thread-1', cwd: '/w', title: 't', at: 1 });
  old.exec('DROP TABLE usage_days; PRAGMA user_version = 1');
  old.close();
  const { days, close, database } = openDays(path);
  days.add('2026-11-30', 'm', spent(1));
  expect(days.of('2026-11-30')).toHaveLength(1);
  expect(createThreadStore(database).findByPrefix('thread-1')).toHaveLength(1);
  close();
});
