// Reads a file as text, or says in one sentence why it is none. Owns the refusals: missing, folder, device, huge, binary.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { PaiError } from '../../base/error.js';
import { contentHash } from './content-hash.js';
import { decodeText, type FormattedText } from './text-format.js';

export interface TextFile extends FormattedText {
  /** Hash of the bytes on disk. */
  hash: string;
  /** Permission bits. */
  mode: number;
}

/** Larger files are not taken into memory. */
export const maxTextBytes = 10 * 1024 * 1024;

/** Reads the text file at a real path; `shownPath` is what messages call it. Throws PaiError. */
export function readTextFile(realPath: string, shownPath: string): TextFile {
  const { bytes, mode } = readBytes(realPath, shownPath);
  const binary = binaryKind(bytes);
  if (binary !== undefined)
    throw new PaiError('tool', `${shownPath} is binary (${binary}, ${bytes.length} bytes), not text`);
  return { ...decodeText(bytes, shownPath), hash: contentHash(bytes), mode };
}

/** Hash of what is on disk now; undefined when there is no file. */
export function hashOnDisk(realPath: string, shownPath: string): string | undefined {
  try {
    return contentHash(readBytes(realPath, shownPath).bytes);
  } catch (error) {
    if (error instanceof PaiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** Blocking calls: in the engine's thread four of them cost less than one trip to the thread pool. */
function readBytes(realPath: string, shownPath: string): { bytes: Buffer; mode: number } {
  const file = openPlain(realPath, shownPath);
  try {
    const stats = fstatSync(file);
    refuseUnlessPlain(stats, shownPath);
    return { bytes: readFileSync(file), mode: stats.mode & 0o7777 };
  } finally {
    closeSync(file);
  }
}

function openPlain(realPath: string, shownPath: string): number {
  try {
    // Non-blocking: opening a FIFO that nobody writes to would wait for ever.
    return openSync(realPath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw openError(cause as NodeJS.ErrnoException, shownPath);
  }
}

function openError(cause: NodeJS.ErrnoException, shownPath: string): PaiError {
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
    return new PaiError('not-found', `There is no file ${shownPath}`, 'Look with list_dir or glob_files.', cause);
  if (cause.code === 'EACCES' || cause.code === 'EPERM')
    return new PaiError('tool', `${shownPath} may not be read (no permission)`, undefined, cause);
  if (cause.code === 'ENXIO')
    return new PaiError('tool', `${shownPath} is a socket or device, not a file`, undefined, cause);
  return new PaiError('tool', `${shownPath} could not be read: ${cause.message}`, undefined, cause);
}

function refuseUnlessPlain(stats: Stats, shownPath: string): void {
  if (stats.isDirectory()) throw new PaiError('tool', `${shownPath} is a folder`, 'Use list_dir.');
  if (stats.isFIFO()) throw new PaiError('tool', `${shownPath} is a named pipe, not a file`);
  if (!stats.isFile()) throw new PaiError('tool', `${shownPath} is a device, not a file`);
  if (stats.size > maxTextBytes) {
    const hint = 'Use execute_command with grep, head, tail or sed -n.';
    throw new PaiError('tool', `${shownPath} is too large (${stats.size} bytes; the limit is ${maxTextBytes})`, hint);
  }
}

const signatures: readonly [string, string][] = [
  ['89504e47', 'PNG image'],
  ['ffd8ff', 'JPEG image'],
  ['47494638', 'GIF image'],
  ['25504446', 'PDF document'],
  ['504b0304', 'ZIP archive'],
  ['1f8b', 'gzip archive'],
  ['7f454c46', 'ELF program'],
  ['cafebabe', 'Java class or Mach-O program'],
  ['cffaedfe', 'Mach-O program'],
  ['4d5a', 'Windows program'],
  ['53514c697465', 'SQLite database'],
  ['0061736d', 'WebAssembly'],
];

/** What kind of binary the bytes are; undefined for text. A NUL near the beginning makes a file binary, save UTF-16. */
function binaryKind(bytes: Buffer): string | undefined {
  const begin = bytes.subarray(0, 8192);
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const hex = begin.toString('hex', 0, 8);
  const known = signatures.find(([signature]) => hex.startsWith(signature))?.[1];
  if (begin.includes(0)) return utf16 ? undefined : (known ?? 'unknown type');
  // Without a NUL only signatures that no text begins with count.
  return known !== undefined && begin.some((byte) => byte >= 0x80) && !/^Windows/.test(known) ? known : undefined;
}
