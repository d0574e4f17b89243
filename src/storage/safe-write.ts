// Replaces a whole file so that at every moment it is the old or the new one, with its mode and its place behind a link kept.
import { open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { PaiError, toErrorData } from '../base/error.js';

export interface SafeWriteOptions {
  /** Mode of a file that does not exist yet. */
  mode: number;
  /** Runs right before the new file takes the old one's place; what it throws keeps the old one. */
  beforeReplace?(): void;
}

/** Writes to a file of its own name, to the disk, then renames it. `file` must be free of links. Throws PaiError('storage'). */
export async function writeFileSafely(file: string, text: string, options: SafeWriteOptions): Promise<void> {
  const temporary = join(dirname(file), `${temporaryStart(file)}${uniqueSuffix()}.tmp`);
  try {
    await writeToDisk(temporary, text, (await modeOf(file)) ?? options.mode);
    options.beforeReplace?.();
    await rename(temporary, file);
    // The new name too must survive a power cut; Windows cannot open folders.
    if (process.platform !== 'win32') await syncFolder(dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof PaiError) throw error;
    const reason = toErrorData(error).message;
    throw new PaiError('storage', `${file} could not be written: ${reason}`, 'Nothing was changed.', error);
  }
}

/** Temporary files that a killed process left beside `file`. */
export async function listLeftovers(file: string): Promise<string[]> {
  const names = await readdir(dirname(file)).catch(ifAbsent<string[]>([]));
  return names
    .filter((name) => name.startsWith(temporaryStart(file)) && name.endsWith('.tmp'))
    .map((name) => join(dirname(file), name));
}

/** The place a path stands for, also when the file, or the target of a link, is not there yet. */
export async function resolveLinks(path: string): Promise<string> {
  const real = await realpath(path).catch(ifAbsent(undefined));
  if (real !== undefined) return real;
  const target = await readlink(path).catch(() => undefined); // fails for everything that is no link
  if (target !== undefined) return resolveLinks(resolve(dirname(path), target));
  const parent = await realpath(dirname(path)).catch(ifAbsent(dirname(path)));
  return join(parent, basename(path));
}

/** For `.catch`: an absent file stands for `value`, every other fault goes on. */
export function ifAbsent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
}

/** Unlike that of any other writer. Without node:crypto, which costs 18 ms to load on the screen's thread. */
const uniqueSuffix = () => `${process.pid}-${threadId}-${Date.now().toString(36)}-${++written}`;
let written = 0;

const temporaryStart = (file: string) => `.${basename(file)}.`;

async function modeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(ifAbsent(undefined));
  return stats && stats.mode & 0o777;
}

async function writeToDisk(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.chmod(mode); // the umask may have taken some away
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
