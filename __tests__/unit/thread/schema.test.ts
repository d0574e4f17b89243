// A database of an older program is brought up to date, and what it was is kept.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { backUpDatabase } from '../../../src/storage/back-up-database.js';
import { openDatabase } from '../../../src/storage/sqlite.js';
import { prepareSchema } from '../../../src/thread/schema.js';
import { createThreadStore } from '../../../src/thread/thread-store.js';
import { createUsageDays } from '../../../src/thread/usage-days.js';
import { type ChildScript, childScript, ended, printed } from '../../support/child-script.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
let migrator: ChildScript;

beforeAll(async () => {
  // Stops in the middle, with the backup made and nothing committed, when it is told to.
  migrator = await childScript(`
    import { writeSync } from 'node:fs';
    import { backUpDatabase } from './src/storage/back-up-database.ts';
    import { openDatabase } from './src/storage/sqlite.ts';
    import { prepareSchema } from './src/thread/schema.ts';
    const [path, halt] = process.argv.slice(2);
    prepareSchema(openDatabase(path), (version) => {
      writeSync(1, 'backup\\n');
      backUpDatabase(path, path + '.backup-v' + version);
      if (halt === 'halt') {
        writeSync(1, 'halted\\n');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }
    });`);
});
afterAll(() => migrator.remove());

/** As the first version left it, with one thread. */
function oldDatabase(): string {
  const path = join(tempFolder(), 'runtime.db');
  const database = openDatabase(path);
  database.exec(`
    CREATE TABLE threads (
      thread_id TEXT PRIMARY KEY, cwd TEXT NOT NULL, title TEXT NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, turns INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX threads_by_cwd ON threads (cwd, updated_at);
    CREATE TABLE events (
      thread_id TEXT NOT NULL REFERENCES threads (thread_id), seq INTEGER NOT NULL, envelope TEXT NOT NULL,
      PRIMARY KEY (thread_id, seq));
    CREATE TABLE damaged_events (thread_id TEXT NOT NULL, seq INTEGER NOT NULL, envelope, set_aside_at INTEGER NOT NULL);
    INSERT INTO threads VALUES ('thread-old', '/w', 'old', 1, 1, 1);
    PRAGMA user_version = 1;`);
  database.close();
  return path;
}

const versionOf = (path: string) => {
  const database = openDatabase(path);
  try {
    return database.prepare('PRAGMA user_version').get<{ user_version: number }>()?.user_version;
  } finally {
    database.close();
  }
};

test('an older database is copied, then brought up to date, and keeps its threads', () => {
  const path = oldDatabase();
  const database = openDatabase(path);
  const store = createThreadStore(database, {
    backUp: (version) => backUpDatabase(path, `${path}.backup-v${version}`),
  });
  expect(store.list({ limit: 9 })).toMatchObject([{ threadId: 'thread-old' }]);
  expect(createUsageDays(database).of('2026-11-30')).toEqual([]);
  database.close();
  expect(versionOf(`${path}.backup-v1`)).toBe(1);
  expect(versionOf(path)).toBeGreaterThan(1);
});

test('neither a new database nor one that is up to date is copied', () => {
  const path = join(tempFolder(), 'runtime.db');
  const backUp = () => {
    throw new Error('there is nothing to copy');
  };
  for (let opened = 0; opened < 2; opened++) {
    const database = openDatabase(path);
    prepareSchema(database, backUp);
    database.close();
  }
});

test('when the copy fails the older database stays as it is', () => {
  const path = oldDatabase();
  const database = openDatabase(path);
  const fail = () => {
    throw new Error('no room');
  };
  expect(() => prepareSchema(database, fail)).toThrow('no room');
  database.close();
  expect(versionOf(path)).toBe(1);
});

test('killed in the middle, the older database is whole, and the next start brings it up to date', async () => {
  const path = oldDatabase();
  const child = migrator.start(path, 'halt');
  await printed(child, 'halted');
  child.kill('SIGKILL');
  await ended(child);
  expect(versionOf(path)).toBe(1);
  expect(await migrator.run(path)).toBe('backup\n');
  expect(versionOf(path)).toBeGreaterThan(1);
});

test('of several processes that begin at once one does it', async () => {
  const path = oldDatabase();
  const said = await Promise.all([1, 2, 3].map(() => migrator.run(path)));
  expect(said.join('')).toBe('backup\n');
  expect(versionOf(`${path}.backup-v1`)).toBe(1);
});

test('a database of a newer program is refused with the way out, and not a byte of it changes', () => {
  const path = oldDatabase();
  const newer = openDatabase(path, { journal: 'DELETE' });
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  const before = readFileSync(path);
  const database = openDatabase(path, { journal: 'DELETE' });
  expect(() => prepareSchema(database)).toThrow(
    expect.objectContaining({ code: 'storage', hint: expect.stringContaining('Update PaiCLI') }),
  );
  database.close();
  expect(readFileSync(path)).toEqual(before);
});
