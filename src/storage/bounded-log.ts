// A log of whole lines that does not grow without end: when the file is full it is put behind older ones, of which some are kept.
// Several processes may write to it. Owns the files; what the lines say is the caller's.
import { appendFileSync, chmodSync, closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { ifAbsent } from './safe-write.js';

export interface BoundedLogOptions {
  /** The newest file is put aside before it grows beyond this. */
  maxBytes: number;
  /** How many there are at most, the newest among them. */
  files: number;
}

export interface BoundedLog {
  /** The line is with the system when this returns; the file (0600) and its folder (0700) are made with the first. Throws. */
  append(line: string): void;
}

/** A process that died while it put files aside is taken over after this. */
const staleMs = 10_000;

export function createBoundedLog(file: string, options: BoundedLogOptions): BoundedLog {
  let isReady = false;
  const prepare = () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, '', { mode: 0o600 });
    chmodSync(file, 0o600); // it may be an old one with wider rights
  };
  return {
    append(line) {
      const bytes = Buffer.from(`${line}\n`);
      try {
        if (!isReady) prepare();
        isReady = true;
        if (isFull(file, bytes.length, options)) putAside(file, bytes.length, options);
        // Always by name: another process may just have begun a new file.
        appendFileSync(file, bytes, { mode: 0o600 });
      } catch (error) {
        isReady = false;
        throw error;
      }
    },
  };
}

/** The newest lines, the newest first. */
export async function readNewestLines(file: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let age = 0; found.length < limit; age++) {
    const text = await readFile(agedName(file, age), 'utf8').catch(ifAbsent(undefined));
    // Between the names there is no file for a moment while they are put aside.
    if (text === undefined && age > 0) break;
    const lines = (text ?? '').split('\n').filter((line) => line !== '');
    found.push(...lines.reverse().slice(0, limit - found.length));
  }
  return found;
}

/** `audit.jsonl`, `audit.1.jsonl`, … */
export function agedName(file: string, age: number): string {
  if (age === 0) return file;
  const ending = extname(file);
  return `${file.slice(0, file.length - ending.length)}.${age}${ending}`;
}

function isFull(file: string, more: number, { maxBytes }: BoundedLogOptions): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && size + more > maxBytes;
}

/** One process does it; the others go on in the full file meanwhile, so that no line waits or is lost. */
function putAside(file: string, more: number, options: BoundedLogOptions): void {
  const lock = `${file}.rotating`;
  if (!takeLock(lock)) return;
  try {
    // Another process may have done it between the look and the lock.
    if (!isFull(file, more, options)) return;
    rmSync(agedName(file, options.files - 1), { force: true });
    for (let age = options.files - 2; age >= 0; age--) renameIfThere(agedName(file, age), agedName(file, age + 1));
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const madeAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    // The next line tries again.
    if (madeAt !== undefined && Date.now() - madeAt > staleMs) rmSync(lock, { force: true });
    return false;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
