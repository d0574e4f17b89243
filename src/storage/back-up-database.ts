// A copy of a database as it stands, beside it. Owns no idea of when one is due.
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { PaiError, toErrorData } from '../base/error.js';
import { openDatabase } from './sqlite.js';

/**
 * Copies what is committed to `target` (0600), whole or not at all; one of that name is replaced. The caller holds the write
 * lock, so that nobody else makes the same copy. Throws PaiError('storage').
 */
export function backUpDatabase(path: string, target: string): void {
  const temporary = `${target}.tmp`;
  const source = openDatabase(path);
  try {
    rmSync(temporary, { force: true }); // of a process that was killed here
    const file = openSync(temporary, 'wx', 0o600); // SQLite fills an empty file, and would make one that all may read
    try {
      source.exec(`VACUUM INTO '${temporary.replaceAll("'", "''")}'`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    const { message } = toErrorData(error);
    throw new PaiError('storage', `${target} could not be written: ${message}`, 'Free some disk space.', error);
  } finally {
    source.close();
  }
}
