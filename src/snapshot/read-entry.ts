// Reads one file or link of the user's folder as git's object. Opens nothing but plain files, follows no link, never waits for a pipe.
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { gitMode } from './git-objects.js';
import type { SkipReason } from './types.js';

export type EntryContent =
  | { kind: 'content'; mode: number; content: Buffer; isSettled: boolean }
  | { kind: 'skip'; reason: SkipReason }
  | { kind: 'gone' };

/** As git does: an execute bit of the owner decides. */
export const fileMode = (mode: number) => ((mode & 0o100) !== 0 ? gitMode.executable : gitMode.file);

/** Git's own margin is a clock tick; a file changed this short before it was read may change again under the same stamp. */
export const racyMs = 20;

const openFlags =
  process.platform === 'win32' ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function readEntry(path: string, stats: Stats, maxFileBytes: number): EntryContent {
  try {
    if (stats.isSymbolicLink()) return link(path, stats);
    if (!stats.isFile()) return { kind: 'skip', reason: 'not-a-file' };
    if (stats.size > maxFileBytes) return { kind: 'skip', reason: 'too-large' };
    return file(path, maxFileBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'gone' } : { kind: 'skip', reason: 'unreadable' };
  }
}

function link(path: string, stats: Stats): EntryContent {
  const content = readlinkSync(path, { encoding: 'buffer' });
  return { kind: 'content', mode: gitMode.link, content, isSettled: isSettled(stats) };
}

function file(path: string, maxFileBytes: number): EntryContent {
  const handle = openSync(path, openFlags);
  try {
    const before = fstatSync(handle);
    if (!before.isFile()) return { kind: 'skip', reason: 'not-a-file' };
    if (before.size > maxFileBytes) return { kind: 'skip', reason: 'too-large' };
    const content = readAll(handle, before.size, maxFileBytes);
    if (content === undefined) return { kind: 'skip', reason: 'too-large' };
    const after = fstatSync(handle);
    const isWhole =
      after.size === content.length && after.mtimeMs === before.mtimeMs && after.ctimeMs === before.ctimeMs;
    return { kind: 'content', mode: fileMode(before.mode), content, isSettled: isWhole && isSettled(after) };
  } finally {
    closeSync(handle);
  }
}

/** Files may be longer than they say, e.g. when they grow. */
function readAll(handle: number, size: number, maxBytes: number): Buffer | undefined {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const got = readSync(handle, buffer, length, buffer.length - length, length);
    length += got;
    if (got === 0) return buffer.subarray(0, length);
    if (length > maxBytes) return undefined;
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length + 1)]);
  }
}

export function isSettled(stats: Stats): boolean {
  const latest = Date.now() - racyMs;
  return stats.mtimeMs < latest && stats.ctimeMs < latest;
}
