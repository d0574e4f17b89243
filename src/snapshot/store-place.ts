// Where the snapshots of a folder lie, and which folders get none.
import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { PaiError } from '../base/error.js';
import { ensurePrivateFolder } from '../storage/private-folder.js';
import { temporaryFolder } from './place-file.js';

export const lockFile = 'paicli-lock';

export interface StorePlace {
  /** The folder of the snapshots, free of links. */
  root: string;
  /** PaiCLI's own folder, free of links. */
  ownFolder: string;
  gitdir: string;
}

/** Throws PaiError('denied') for the home folder, what lies above it, and PaiCLI's own data. Makes nothing. */
export function placeOfStore(home: string, folder: string, userHome = homedir()): StorePlace {
  const root = realpathSync(folder);
  const ownFolder = realOr(home);
  const person = realOr(userHome);
  if (root === sep || holds(root, person)) throw refused(`${root} holds your whole home folder`);
  if (holds(ownFolder, root)) throw refused(`${root} holds PaiCLI's own data`);
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return { root, ownFolder, gitdir: join(ownFolder, 'snapshots', hash) };
}

/** Other users must not read it: a project's secrets are in it too. */
export function makeFolders(gitdir: string): void {
  // The last one made says that all are there.
  for (const name of ['', join('objects', 'pack'), join('refs', 'snapshots'), join('refs', 'heads'), temporaryFolder]) {
    ensurePrivateFolder(join(gitdir, name));
  }
}

export function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    // Of the lock there is more or less while it is held.
    if (entry.isFile() && !entry.name.startsWith(lockFile))
      bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

const holds = (outer: string, inner: string) => inner === outer || inner.startsWith(outer + sep);

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not there yet
  }
}

function refused(why: string): PaiError {
  return new PaiError('denied', `No snapshots here: ${why}.`, 'Start PaiCLI in the folder of a project.');
}
