// The tables of the threads' log and how an older file is brought up to date. Owns no reading or writing of events.
import { PaiError } from '../base/error.js';
import type { Database } from '../storage/sqlite.js';

/** One entry a version, oldest first; an entry is never changed once released. */
const steps = [
  `CREATE TABLE threads (
     thread_id TEXT PRIMARY KEY, cwd TEXT NOT NULL, title TEXT NOT NULL,
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, turns INTEGER NOT NULL DEFAULT 0);
   CREATE INDEX threads_by_cwd ON threads (cwd, updated_at);
   CREATE TABLE events (
     thread_id TEXT NOT NULL REFERENCES threads (thread_id), seq INTEGER NOT NULL, envelope TEXT NOT NULL,
     PRIMARY KEY (thread_id, seq));
   CREATE TABLE damaged_events (thread_id TEXT NOT NULL, seq INTEGER NOT NULL, envelope, set_aside_at INTEGER NOT NULL);`,
  // `usage` is JSON: what is counted grows.
  'CREATE TABLE usage_days (day TEXT NOT NULL, model TEXT NOT NULL, usage TEXT NOT NULL, PRIMARY KEY (day, model));',
];

/**
 * Makes or updates the tables. Throws PaiError('storage') when a newer program made them; they are then left as they are.
 * `backUp` is called before tables that hold something are changed, while no other process can write; what it throws keeps them.
 */
export function prepareSchema(database: Database, backUp: (version: number) => void = () => {}): void {
  if (versionOf(database) === steps.length) return;
  // Looked at again inside: another process may have been faster.
  database.transaction(() => {
    const version = versionOf(database);
    if (version > steps.length)
      throw new PaiError(
        'storage',
        `The thread log was written by a newer PaiCLI (its version is ${version}, this program knows ${steps.length}).`,
        'Update PaiCLI, or set PAICLI_HOME to another folder.',
      );
    if (version === steps.length) return;
    if (version > 0) backUp(version);
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

function versionOf(database: Database): number {
  return database.prepare('PRAGMA user_version').get<{ user_version: number }>()?.user_version ?? 0;
}
