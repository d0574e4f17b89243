// The files a search looks at: plain files that are not ignored, in one order, whoever lists them. Opens none of them.
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWithin, protectedName } from '../../policy/path-guard.js';
import type { Ripgrep } from '../../process/run-search.js';
import { neverEntered, rulesAbove, walkFiles } from '../files/walk.js';
import type { SearchJob } from './search-job.js';

export interface FileList {
  /** Absolute, sorted by the names of the folders and files on the way. */
  files: string[];
  /** There are more files than a search looks at. */
  partial: boolean;
}

type Place = Pick<SearchJob, 'folder' | 'cwd' | 'maxFiles'>;

/** A path takes some 60 bytes; a folder with more files than this is not listed to its end. */
const maxListBytes = 32 * 1024 * 1024;

/** Without `ripgrep`, and where ignore files above the folder hold (it would look for them up to the root of the disk), by a walk of our own. */
export async function listFiles(place: Place, ripgrep: Ripgrep | undefined, signal: AbortSignal): Promise<FileList> {
  if (ripgrep !== undefined && (await rulesAbove(place.folder, place.cwd)).length === 0) {
    const listed = await listByRipgrep(place, ripgrep, signal);
    if (listed !== undefined) return listed;
  }
  return listByWalk(place, signal);
}

async function listByRipgrep(place: Place, ripgrep: Ripgrep, signal: AbortSignal): Promise<FileList | undefined> {
  const args = ['--files', '--null', '--hidden', '--no-messages', '--no-require-git'];
  args.push('--no-ignore-parent', '--no-ignore-global', '--no-ignore-exclude');
  for (const name of neverEntered) args.push(`--glob=!${name}/`);
  const { bytes, cut, exitCode } = await ripgrep({ args, cwd: place.folder, signal, maxBytes: maxListBytes });
  if (signal.aborted) return { files: [], partial: true };
  // A folder that may not be read is an error too, but then the others have been listed.
  if (exitCode === 2 && bytes.length === 0) return undefined;
  const names = bytes.toString('utf8').split('\0');
  names.pop(); // what follows the last end mark: nothing, or the half name at a cut
  const sorted = inWalkOrder(names);
  const files = sorted.slice(0, place.maxFiles).map((name) => join(place.folder, name));
  return { files, partial: cut || sorted.length > place.maxFiles };
}

/** Folder by folder, each sorted by name: `a/z` comes before `a.b`. */
function inWalkOrder(names: string[]): string[] {
  const separator = process.platform === 'win32' ? '\\' : '/';
  return names
    .map((name) => name.replaceAll(separator, '\0'))
    .sort()
    .map((name) => name.replaceAll('\0', separator));
}

async function listByWalk({ folder, cwd, maxFiles }: Place, signal: AbortSignal): Promise<FileList> {
  const files: string[] = [];
  for await (const file of walkFiles(folder, cwd, signal, maxFiles + 1)) {
    if (files.length === maxFiles) return { files, partial: true };
    files.push(file);
    if (files.length % 1000 === 0) await nextTurn(); // a stop comes as a message
  }
  return { files, partial: false };
}

/** A test for files that a person must be asked about before they are read. Who names a protected folder has been asked. */
export function protectedIn({ folder, cwd, productHome }: SearchJob): (file: string) => boolean {
  const named = protectedName(folder, cwd) !== undefined;
  const home = productHome !== undefined && !isWithin(folder, productHome) ? productHome : undefined;
  return (file) =>
    protectedName(file, named ? folder : cwd) !== undefined || (home !== undefined && isWithin(file, home));
}
