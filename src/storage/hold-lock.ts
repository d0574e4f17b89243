// A lock held for long, e.g. while a program writes to a thread. The system lets go of it however its holder ends.
import { PaiError } from '../base/error.js';
import { type Database, openDatabase } from './sqlite.js';

export interface HeldLock {
  release(): void;
}

/**
 * Takes the lock that the file stands for, or returns undefined when somebody holds it. The file stays, empty:
 * removing it would let two processes lock two files of one name.
 */
export function holdLock(path: string): HeldLock | undefined {
  let database: Database | undefined;
  try {
    database = openDatabase(path, { journal: 'DELETE', busyTimeoutMs: 0 });
    database.exec('BEGIN EXCLUSIVE');
    const holder = database;
    return { release: () => holder.close() };
  } catch (error) {
    database?.close();
    if (error instanceof PaiError && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
}
