import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDatabaseOrSetAside } from '../../../src/storage/damaged-database.js';
import { openDatabase } from '../../../src/storage/sqlite.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

function filledDatabase(): string {
  const path = join(tempFolder(), 'a.db');
  const database = openDatabase(path);
  database.exec('CREATE TABLE t (text TEXT)');
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  database.transaction(() => {
    for (let i = 0; i < 50; i++) insert.run('x'.repeat(2000));
  });
  database.close();
  return path;
}

test('a sound file is opened as it is', () => {
  const path = filledDatabase();
  const { database, notice } = openDatabaseOrSetAside(path, 1);
  expect(notice).toBeUndefined();
  expect(database.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 50 });
  database.close();
});

test('an absent file and an empty one begin anew without a word (PA-01)', () => {
  for (const prepare of [() => {}, (path: string) => writeFileSync(path, '')]) {
    const path = join(tempFolder(), 'a.db');
    prepare(path);
    const { database, notice } = openDatabaseOrSetAside(path, 1);
    expect(notice).toBeUndefined();
    database.close();
  }
});

test.each([
  ['cut in the middle', (path: string) => truncateSync(path, 40_000)],
  ['cut in its header', (path: string) => truncateSync(path, 60)],
  ['filled with zero bytes', (path: string) => writeFileSync(path, Buffer.alloc(20_000))],
  ['text', (path: string) => writeFileSync(path, '[]'.repeat(400))],
])('a file that is %s is kept under another name and named (PA-01)', (_what, damage) => {
  const path = filledDatabase();
  damage(path);
  const bytes = readFileSync(path);
  const { database, notice } = openDatabaseOrSetAside(path, 1234);
  expect(notice).toContain('a.db.corrupt-1234');
  expect(readFileSync(`${path}.corrupt-1234`)).toEqual(bytes);
  database.exec('CREATE TABLE t (text TEXT)');
  database.close();
});

test('a log of changes that belongs to a sound file is not taken for damage', () => {
  const path = join(tempFolder(), 'a.db');
  const writer = openDatabase(path);
  writer.exec('CREATE TABLE t (text TEXT)');
  expect(existsSync(`${path}-wal`)).toBe(true);
  const { database, notice } = openDatabaseOrSetAside(path, 1);
  expect(notice).toBeUndefined();
  expect(readdirSync(dirname(path)).filter((name) => name.includes('corrupt'))).toEqual([]);
  database.close();
  writer.close();
});
