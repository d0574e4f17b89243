// Asks ripgrep which of some files may hold a match, so that only those are opened. Whether they do is for others to see.
import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Ripgrep } from '../../process/run-search.js';
import { maxTextBytes } from '../files/read-text-file.js';
import { notPlainUtf8 } from './rust-pattern.js';

/** What a command line may hold: some 32,000 characters on Windows, a quarter of a megabyte where the limit is lowest else. */
const maxArgumentBytes = process.platform === 'win32' ? 20_000 : 128 * 1024;

/** The files in order, in parts that fit on a command line. */
export function inBatches(files: readonly string[]): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const file of files) {
    const bytes = Buffer.byteLength(file) + 1;
    if (batches.length === 0 || bytes > room) {
      batches.push([]);
      room = maxArgumentBytes;
    }
    batches.at(-1)!.push(file);
    room -= bytes;
  }
  return batches;
}

export interface CandidateSearch {
  ripgrep: Ripgrep;
  /** One of ripgrep's own expressions. */
  rustPattern: string;
  folder: string;
  signal: AbortSignal;
}

/** Those of a batch that must be opened, in the same order: all of them when ripgrep has had any trouble. */
export async function candidatesIn(batch: readonly string[], search: CandidateSearch): Promise<readonly string[]> {
  const { ripgrep, rustPattern, folder, signal } = search;
  const args = ['--files-with-matches', '--null', '--text', '--no-messages', '--no-mmap', '--case-sensitive'];
  args.push('-e', rustPattern, '-e', notPlainUtf8(), '--');
  const small = batch.filter((file) => !isTooLarge(file));
  for (const file of small) args.push(relative(folder, file));
  if (small.length === 0) return batch;
  const { bytes, cut, exitCode } = await ripgrep({ args, cwd: folder, signal, maxBytes: 4 * maxArgumentBytes });
  if (cut || (exitCode !== 0 && exitCode !== 1)) return batch;
  const names = bytes.toString('utf8').split('\0');
  const found = new Set(names.map((name) => (isAbsolute(name) ? name : resolve(folder, name))));
  const searched = new Set(small);
  return batch.filter((file) => found.has(file) || !searched.has(file));
}

/** Those are counted and not searched. A file that is gone by now is for the reader to report. */
function isTooLarge(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined || !stats.isFile() || stats.size > maxTextBytes;
}
