// The SQLite libraries there are, each loaded only when it is opened. Owns what differs between them.
import { createRequire } from 'node:module';
import type * as BetterSqlite3 from 'better-sqlite3';
import type { SqlValue } from './sqlite.js';

/** What both libraries have in common. Errors are their own. */
export interface NativeDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NativeStatement;
  inTransaction(): boolean;
  close(): void;
}

interface NativeStatement {
  run(...values: SqlValue[]): { changes: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

export interface SqliteDriver {
  name: 'node:sqlite' | 'better-sqlite3';
  /** False when this Node or this installation lacks the library. */
  isAvailable(): boolean;
  open(path: string): NativeDatabase;
}

// Not called `require`: a bundler must leave these two calls alone.
const load = createRequire(import.meta.url);

interface NodeSqlite {
  DatabaseSync: new (path: string) => Omit<NativeDatabase, 'inTransaction'>;
}

const nodeSqlite: SqliteDriver = {
  name: 'node:sqlite',
  isAvailable: () => works(() => loadQuietly('node:sqlite')),
  open(path) {
    const { DatabaseSync } = loadQuietly('node:sqlite') as NodeSqlite;
    const database = new DatabaseSync(path);
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => database.prepare(sql),
      // Older versions cannot say; a ROLLBACK too many is refused, so it is tried.
      inTransaction: () => (database as { isTransaction?: boolean }).isTransaction ?? true,
      close: () => database.close(),
    };
  },
};

const betterSqlite3: SqliteDriver = {
  name: 'better-sqlite3',
  // The package loads without its native part, which an installation that runs no scripts lacks: only opening tells.
  isAvailable: () => works(() => openBetterSqlite3(':memory:').close()),
  open(path) {
    const database = openBetterSqlite3(path);
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => database.prepare<SqlValue[]>(sql),
      inTransaction: () => database.inTransaction,
      close: () => void database.close(),
    };
  },
};

/** In the order of preference. */
export const sqliteDrivers: readonly SqliteDriver[] = [nodeSqlite, betterSqlite3];

function openBetterSqlite3(path: string): BetterSqlite3.Database {
  const Constructor = load('better-sqlite3') as typeof BetterSqlite3.default;
  return new Constructor(path);
}

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** Node announces its SQLite as experimental on the terminal, in the middle of a full screen; that one warning is held back. */
function loadQuietly(name: string): unknown {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load(name);
  } finally {
    process.emitWarning = emitWarning;
  }
}
