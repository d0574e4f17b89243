// The beginning of a file, for looking at it: read in part, made harmless, refused when it is no text. Draws nothing.
import { open, stat } from 'node:fs/promises';
import { revealControls } from '../base/sanitize.js';
import { formatBytes } from '../view/format.js';

export type Preview =
  /** `isWhole`: nothing comes after `text`. */
  { kind: 'text'; text: string; isWhole: boolean } | { kind: 'refused'; reason: string };

const mostLines = 500;
const mostBytes = 256 * 1024;

/** The first 500 lines, at most 256 kB. Never throws: what cannot be read is refused with the reason. */
export async function readPreview(path: string): Promise<Preview> {
  try {
    const facts = await stat(path);
    // Reading a pipe or a device would wait for ever.
    if (!facts.isFile()) return refused('This is not a file with contents.');
    const bytes = await readStart(path);
    if (bytes.includes(0)) return refused(`A binary file of ${formatBytes(facts.size)}: it is not shown.`);
    return firstLines(bytes.toString('utf8'), facts.size <= bytes.length);
  } catch (error) {
    return refused((error as Error).message);
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function firstLines(read: string, isAll: boolean): Preview {
  const lines = read.replaceAll('\r\n', '\n').split('\n');
  // The last line may be cut off in its middle, even in a character.
  if (!isAll && lines.length > 1) lines.pop();
  else if (lines.at(-1) === '') lines.pop();
  const text = revealControls(lines.slice(0, mostLines).join('\n')).replaceAll('\t', '    ');
  return { kind: 'text', text, isWhole: isAll && lines.length <= mostLines };
}

const refused = (reason: string): Preview => ({ kind: 'refused', reason });
