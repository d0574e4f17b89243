// Puts whole files into the store's folder: written under another name, to the disk, then renamed. Sync, for a worker thread.
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** Below the store's folder; everything in it is a leftover when nobody holds the lock. */
export const temporaryFolder = 'tmp';

let placed = 0;

/** Replaces `target` at once or not at all. The folders must exist. */
export function placeFile(gitdir: string, target: string, content: Uint8Array): void {
  const temporary = join(gitdir, temporaryFolder, `${process.pid}-${threadId}-${++placed}`);
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      for (let done = 0; done < content.length; ) done += writeSync(file, content, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** What a program that was killed left behind. Only under the lock. */
export function removeLeftovers(gitdir: string): void {
  const folder = join(gitdir, temporaryFolder);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true, recursive: true });
}
