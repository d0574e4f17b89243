// Keeps a tool's text for the model within bounds: what is longer goes to a file, the model gets both ends and the way to it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const resultLimits = { maxCharacters: 32_000, head: 2000, tail: 800 };

/** The text itself, or its beginning and end with a notice. `folder` is made when needed; `name` must be new in it. */
export async function boundResult(text: string, folder: string, name: string): Promise<string> {
  const { maxCharacters, head, tail } = resultLimits;
  if (text.length <= maxCharacters) return text;
  const left = text.length - head - tail;
  const kept = await save(text, folder, name);
  return `${startOf(text, head)}\n[… ${left} characters left out. ${kept} …]\n${endOf(text, tail)}`;
}

/** The beginning of a text that is only told of, with how much is missing. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = startOf(text, most);
  return `${start}[… ${text.length - start.length} characters more]`;
}

async function save(text: string, folder: string, name: string): Promise<string> {
  const path = join(folder, `${name.replace(/[^\w.-]/g, '_').slice(0, 80)}.txt`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return `The whole result is in ${path}: read on with read_file (offset, limit) or search it with grep_code`;
  } catch (error) {
    return `The whole result could not be kept: ${(error as Error).message}`;
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Both ends without half a character at the cut. */
function startOf(text: string, length: number): string {
  return text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length);
}

function endOf(text: string, length: number): string {
  const from = text.length - length;
  return text.slice(isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from);
}
