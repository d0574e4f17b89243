// Reads the files below a folder's `.paicli`, each once and within bounds; what is hashed is what was read. Owns no meaning of them.
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, opendirSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface FolderFile {
  /** Relative to the working folder, with slashes, e.g. `.paicli/config.json`. */
  path: string;
  text: string;
  /** Of its bytes. */
  hash: string;
}

export interface FolderReader {
  /** Undefined when there is none, or it is refused. `path` is relative to `.paicli`. */
  file(path: string, maxBytes: number): FolderFile | undefined;
  /** Names in a folder, sorted; none when there is no such folder. Folders end in a slash. */
  names(path: string): string[];
  /** What was not read and why, one sentence each. */
  readonly refused: string[];
}

export const ownFolderName = '.paicli';
const mostNames = 500;
const mostBytesOfAll = 1024 * 1024;

/** `cwd` with links resolved. Never throws: what cannot be read is refused. */
export function createFolderReader(cwd: string): FolderReader {
  const refused: string[] = [];
  let left = mostBytesOfAll;
  const refuse = (path: string, why: string) => {
    refused.push(`${join(cwd, ownFolderName, path).replace(/\/$/, '')} is not used: ${why}.`);
    return undefined;
  };

  /** A link may lead elsewhere in the folder; out of it, it could name any file of the user. */
  function real(path: string): string | undefined {
    const found = realpathSync(join(cwd, ownFolderName, path));
    return found.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep)
      ? found
      : refuse(path, 'it is a link that leads out of the folder');
  }

  function read(path: string, maxBytes: number): FolderFile | undefined {
    const found = real(path);
    if (found === undefined) return undefined;
    // A pipe is not even opened: its other end would notice.
    if (!statSync(found).isFile()) return refuse(path, 'it is no plain file');
    const bytes = readBounded(found, Math.min(maxBytes, left));
    if (bytes === 'no file') return refuse(path, 'it is no plain file');
    if (bytes === 'too large') return refuse(path, `it is too large (more than ${Math.min(maxBytes, left)} bytes)`);
    left -= bytes.length;
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { path: `${ownFolderName}/${path}`, text: bytes.toString('utf8'), hash };
  }

  function names(path: string): string[] {
    const found = real(path);
    if (found === undefined) return [];
    const folder = opendirSync(found);
    try {
      const seen: string[] = [];
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (seen.length === mostNames) return refuse(path, `it holds more than ${mostNames} files`) ?? [];
        seen.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
      }
      return seen.sort();
    } finally {
      folder.closeSync();
    }
  }

  const orRefuse = <T>(path: string, otherwise: T, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      // A link that leads nowhere is as good as no file.
      if (code !== 'ENOENT') refuse(path, code === 'ENOTDIR' ? 'it is no folder' : `it cannot be read (${code})`);
      return otherwise;
    }
  };
  return {
    file: (path, maxBytes) => orRefuse(path, undefined, () => read(path, maxBytes)),
    names: (path) => orRefuse(path, [], () => names(path)),
    refused,
  };
}

/** It may have become another file since it was looked at: nothing here waits, and what was opened is looked at again. */
function readBounded(path: string, maxBytes: number): Buffer | 'no file' | 'too large' {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) return 'no file';
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let got = -1; got !== 0 && length <= maxBytes; length += got)
      got = readSync(file, buffer, length, buffer.length - length, length);
    return length > maxBytes ? 'too large' : buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** One hash for all of them, whatever their order. */
export function hashOfAll(files: readonly FolderFile[]): string {
  const rows = files.map(({ path, hash }) => `${path}\0${hash}\n`).sort();
  return createHash('sha256').update(rows.join('')).digest('hex');
}
