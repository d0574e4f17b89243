// What every SQLite driver must do alike.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PaiError } from '../../src/base/error.js';
import { holdLock } from '../../src/storage/hold-lock.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { sqliteDrivers } from '../../src/storage/sqlite-drivers.js';
import { tempFolders } from '../support/temp-folder.js';

const tempFolder = tempFolders();

function errorOf(work: () => unknown): PaiError {
  try {
    work();
  } catch (error) {
    if (error instanceof PaiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

for (const driver of sqliteDrivers) {
  const suite = driver.isAvailable() ? describe : describe.skip;
  suite(driver.name, () => {
    const open = (path = join(tempFolder(), 'deep', 'a.db')) => openDatabase(path, { drivers: [driver] });
    const withTable = () => {
      const database = open();
      database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
      return database;
    };

    test('rows come back as they were written', () => {
      const database = withTable();
      database.prepare('INSERT INTO t VALUES (?, ?)').run(1, 'naïve 中文 👍');
      database.prepare('INSERT INTO t VALUES (?, ?)').run(2, null);
      expect(
        database
          .prepare('SELECT * FROM t ORDER BY id')
          .all<object>()
          .map((row) => ({ ...row })),
      ).toEqual([
        { id: 1, text: 'naïve 中文 👍' },
        { id: 2, text: null },
      ]);
      database.close();
    });

    test('a row that is not there is undefined', () => {
      const database = withTable();
      expect(database.prepare('SELECT * FROM t').get()).toBeUndefined();
      database.close();
    });

    test('run tells how many rows changed', () => {
      const database = withTable();
      database.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
      expect(database.prepare('DELETE FROM t').run()).toEqual({ changes: 2 });
      database.close();
    });

    test('a transaction that throws leaves nothing behind', () => {
      const database = withTable();
      const work = () => {
        database.exec("INSERT INTO t VALUES (1, 'a')");
        throw new Error('no');
      };
      expect(() => database.transaction(work)).toThrow('no');
      expect(database.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 0 });
      expect(database.transaction(() => 'next')).toBe('next');
      database.close();
    });

    test('a broken constraint is a conflict', () => {
      const database = withTable();
      const insert = database.prepare('INSERT INTO t VALUES (?, ?)');
      insert.run(1, 'a');
      expect(errorOf(() => insert.run(1, 'b')).code).toBe('conflict');
      database.close();
    });

    test('wrong SQL is a storage error that names the file', () => {
      const path = join(tempFolder(), 'a.db');
      const database = open(path);
      const error = errorOf(() => database.exec('SELEC 1'));
      expect([error.code, error.message.includes(path)]).toEqual(['storage', true]);
      database.close();
    });

    test('a file that is no database is a storage error', () => {
      const path = join(tempFolder(), 'a.db');
      writeFileSync(path, 'this is no database, but it is long enough for a header of one hundred bytes '.repeat(9));
      expect(errorOf(() => open(path)).code).toBe('storage');
    });

    test('a folder that cannot be made is a storage error with a hint', () => {
      const folder = tempFolder();
      writeFileSync(join(folder, 'file'), '');
      expect(errorOf(() => open(join(folder, 'file', 'a.db')))).toMatchObject({
        code: 'storage',
        hint: expect.stringContaining('PAICLI_HOME'),
      });
    });

    test('a folder in the place of the file is a storage error', () => {
      const path = join(tempFolder(), 'a.db');
      mkdirSync(path);
      expect(errorOf(() => open(path)).code).toBe('storage');
    });

    test('the file, its side files and its folder are private', () => {
      const folder = join(tempFolder(), 'deep');
      const path = join(folder, 'a.db');
      const database = open(path);
      database.exec('CREATE TABLE t (id INTEGER)');
      const modes = [folder, path, `${path}-wal`, `${path}-shm`].map((name) => statSync(name).mode & 0o777);
      expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
      database.close();
    });

    test('the journal is WAL and each commit is written without a sync of its own', () => {
      const database = open();
      expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
      expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 1 });
      expect(database.prepare('PRAGMA busy_timeout').get()).toMatchObject({ timeout: 5000 });
      database.close();
    });

    test('two connections see what the other committed', () => {
      const path = join(tempFolder(), 'a.db');
      const [first, second] = [open(path), open(path)];
      first.exec("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('a')");
      expect(second.prepare('SELECT text FROM t').get()).toMatchObject({ text: 'a' });
      first.close();
      second.close();
    });
  });
}

test('without any driver the error names the command that installs one', () => {
  const path = join(tempFolder(), 'a.db');
  expect(errorOf(() => openDatabase(path, { drivers: [] }))).toMatchObject({
    code: 'storage',
    hint: expect.stringContaining('npm install better-sqlite3@12.11.1 --allow-scripts=better-sqlite3'),
  });
  expect(existsSync(path)).toBe(false);
});

test('a held lock is refused to others until it is released', () => {
  const path = join(tempFolder(), 'a.lock');
  const held = holdLock(path);
  expect(held).toBeDefined();
  expect(holdLock(path)).toBeUndefined();
  held?.release();
  const again = holdLock(path);
  expect(again).toBeDefined();
  again?.release();
});
