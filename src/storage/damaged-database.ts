// What happens when a database file cannot be read: it is kept under another name and a new one is begun.
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { PaiError } from '../base/error.js';
import { type Database, openDatabase } from './sqlite.js';

/** Like openDatabase, but a damaged file is renamed to `name.corrupt-<time>` first; `notice` then says so in a sentence. */
export function openDatabaseOrSetAside(path: string, now: number): { database: Database; notice?: string } {
  const readable = isCutShort(path) ? undefined : openUnlessDamaged(path);
  if (readable) return { database: readable };
  const aside = `${path}.corrupt-${now}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) rename(path + suffix, aside + suffix);
  return {
    database: openDatabase(path),
    notice: `${path} was damaged and could not be read; it is kept as ${aside}, and a new one was begun.`,
  };
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    throw new PaiError('storage', `${from} is damaged and cannot be renamed to ${to}.`, 'Move it away by hand.', error);
  }
}

function openUnlessDamaged(path: string): Database | undefined {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof PaiError && /not a database|malformed/.test(error.message)) return undefined;
    throw error;
  }
}

/** SQLite notices missing pages only when it comes to them; the page count in the header tells it at once. */
function isCutShort(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return false;
  // With a log beside it the file may lawfully be behind.
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) return false;
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, header, 0, 100, 0) < 100) return true;
  } finally {
    closeSync(file);
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const countIsCurrent = header.readUInt32BE(24) === header.readUInt32BE(92);
  return countIsCurrent && statSync(path).size < header.readUInt32BE(28) * pageSize;
}
