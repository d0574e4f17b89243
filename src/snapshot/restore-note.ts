// Remembers where a restore writes, so that what a kill left there is removed the next time. Only files of our own name.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { restoreFilePrefix } from './list-folder.js';
import { placeFile } from './place-file.js';

const noteOf = (gitdir: string) => join(gitdir, 'paicli-restore');

export function noteRestore(gitdir: string, paths: readonly string[]): void {
  const folders = new Set(paths.map((path) => path.split('/').slice(0, -1).join('/')));
  placeFile(gitdir, noteOf(gitdir), Buffer.from(JSON.stringify([...folders])));
}

export function endRestore(gitdir: string): void {
  rmSync(noteOf(gitdir), { force: true });
}

/** Under the lock, when no restore runs. */
export function cleanAfterRestore(gitdir: string, root: string): void {
  for (const folder of noted(gitdir)) {
    for (const name of namesIn(`${root}/${folder}`)) {
      if (name.startsWith(restoreFilePrefix)) rmSync(`${root}/${folder}/${name}`, { force: true });
    }
  }
  endRestore(gitdir);
}

function noted(gitdir: string): string[] {
  try {
    return JSON.parse(readFileSync(noteOf(gitdir), 'utf8')) as string[];
  } catch {
    return []; // nearly always: none is there
  }
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place);
  } catch {
    return []; // the restore had not come so far
  }
}
