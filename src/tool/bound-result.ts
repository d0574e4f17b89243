// Keeps a tool's text for the model within bounds: what is longer goes to a file, the model gets both ends and the way to it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endOf, startOf } from '../base/cut-text.js';

const resultLimits = { maxCharacters: 32_000, head: 2000, tail: 800 };
const smallestHead = 200;

/**
 * The text itself, or its beginning and end with a notice. `folder` is made when needed; `name` must be new in it. `fits`: whether a text
 * is small enough for the model's window.
 */
export async function boundResult(
  text: string,
  folder: string,
  name: string,
  fits: (text: string) => boolean = () => true,
): Promise<string> {
  if (text.length <= resultLimits.maxCharacters && fits(text)) return text;
  const kept = await save(text, folder, name);
  let { head, tail } = resultLimits;
  let short = bothEnds(text, head, tail, kept);
  // A small window, or text of which every character is a token.
  while (!fits(short) && head > smallestHead) {
    head = Math.floor(head / 2);
    tail = Math.floor(tail / 2);
    short = bothEnds(text, head, tail, kept);
  }
  return short;
}

function bothEnds(text: string, head: number, tail: number, kept: string): string {
  const left = text.length - head - tail;
  return `${startOf(text, head)}\n[… ${left} characters left out. ${kept} …]\n${endOf(text, tail)}`;
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
