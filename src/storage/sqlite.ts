// The one way to SQLite: a small interface over Node's own module or the better-sqlite3 package. Owns no tables.
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { PaiError, toErrorData } from '../base/error.js';
import { ensurePrivateFolder } from './private-folder.js';
import { type NativeDatabase, type SqliteDriver, sqliteDrivers } from './sqlite-drivers.js';

export type SqlValue = string | number | bigint | null | Uint8Array;

export interface Statement {
  run(...values: SqlValue[]): { changes: number };
  /** The first row, or undefined. */
  get<Row>(...values: SqlValue[]): Row | undefined;
  all<Row>(...values: SqlValue[]): Row[];
}

/** Every member throws PaiError: `conflict` when a constraint (unique, foreign key…) refuses, else `storage`. */
export interface Database {
  /** Runs one or several statements without values. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** Runs `work` as one transaction that takes the write lock at once; rolled back when it throws. Does not nest. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export interface OpenOptions {
  drivers?: readonly SqliteDriver[];
  /** `WAL` unless said otherwise. */
  journal?: 'WAL' | 'DELETE';
  /** How long to wait for another writer; 5000 ms unless said otherwise. */
  busyTimeoutMs?: number;
}

/**
 * Opens or makes the database file (0600, in a 0700 folder).
 * Throws PaiError('storage') when it cannot be opened, is no database, or no driver is there.
 */
export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const { drivers = sqliteDrivers, journal = 'WAL', busyTimeoutMs = 5000 } = options;
  const driver = drivers.find((candidate) => candidate.isAvailable());
  if (!driver)
    throw new PaiError(
      'storage',
      'No SQLite is available: this Node has none of its own and the better-sqlite3 package could not be loaded.',
      'Run `npm install better-sqlite3@12.11.1 --allow-scripts=better-sqlite3`, or use Node 22.13 or newer.',
    );
  createPrivateFile(path);
  const native = guarded(path, () => driver.open(path));
  const database = wrap(path, native);
  try {
    // The time-out comes first: changing the journal needs a lock too.
    database.exec(
      `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA journal_mode = ${journal}; PRAGMA synchronous = NORMAL;`,
    );
    return database;
  } catch (error) {
    native.close();
    throw error;
  }
}

/** SQLite gives its side files (-wal, -shm) the mode of the database, so the mode is set before it opens it. */
function createPrivateFile(path: string): void {
  ensurePrivateFolder(dirname(path));
  guarded(path, () => closeSync(openSync(path, 'a', 0o600)));
}

function wrap(path: string, native: NativeDatabase): Database {
  const exec = (sql: string) => guarded(path, () => native.exec(sql));
  return {
    exec,
    prepare(sql) {
      const statement = guarded(path, () => native.prepare(sql));
      return {
        run: (...values) => ({ changes: Number(guarded(path, () => statement.run(...values)).changes) }),
        get: <Row>(...values: SqlValue[]) => guarded(path, () => statement.get(...values)) as Row | undefined,
        all: <Row>(...values: SqlValue[]) => guarded(path, () => statement.all(...values)) as Row[],
      };
    },
    transaction(work) {
      exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (native.inTransaction()) exec('ROLLBACK');
        throw error;
      }
    },
    close: () => guarded(path, () => native.close()),
  };
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asPaiError(path, error);
  }
}

function asPaiError(path: string, error: unknown): PaiError {
  const message = toErrorData(error).message;
  if (/constraint failed/i.test(message)) return new PaiError('conflict', `${path}: ${message}`, undefined, error);
  return new PaiError('storage', `${path} cannot be used: ${message}`, hintFor(message), error);
}

function hintFor(message: string): string | undefined {
  if (/locked|busy/i.test(message)) return 'Another process has held it for more than 5 s; end that process.';
  if (/disk is full|ENOSPC/i.test(message)) return 'Free some disk space and try again.';
  if (/disk I\/O error/i.test(message)) return 'Look whether the disk is full or failing, then try again.';
  if (/readonly|unable to open|EACCES|EROFS|EPERM|ENOTDIR|EISDIR/i.test(message))
    return 'Make the folder writable, or set PAICLI_HOME to another one.';
  return undefined;
}
