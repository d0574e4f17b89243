import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { backUpDatabase } from '../../../src/storage/back-up-database.js';
import { openDatabase } from '../../../src/storage/sqlite.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

test('the copy holds what was committed, also while another connection holds the write lock, and only its owner reads it', () => {
  const path = join(tempFolder(), "it's.db");
  const database = openDatabase(path);
  database.exec("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('one'); PRAGMA user_version = 7");
  const target = `${path}.backup`;
  writeFileSync(`${target}.tmp`, 'left by a process that was killed');
  database.transaction(() => {
    database.exec("INSERT INTO t VALUES ('two')");
    backUpDatabase(path, target);
  });
  database.close();
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(existsSync(`${target}.tmp`)).toBe(false);
  const copy = openDatabase(target);
  expect(copy.prepare('SELECT text FROM t').all()).toMatchObject([{ text: 'one' }]);
  expect(copy.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 7 });
  copy.close();
});

test('a copy that cannot be put in its place is an error that names it, and leaves nothing', () => {
  const path = join(tempFolder(), 'a.db');
  const database = openDatabase(path);
  const target = `${path}.backup`;
  mkdirSync(target);
  expect(() => backUpDatabase(path, target)).toThrow(expect.objectContaining({ code: 'storage' }));
  expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  database.close();
});
