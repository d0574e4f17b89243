// The instruction files of the user and of the folder, read within bounds. Owns where they lie and how much of them is taken.
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { startOf } from '../base/cut-text.js';

export interface Instructions {
  /** As shown to the model, e.g. `AGENTS.md` or `~/.paicli/PAI.md`. */
  name: string;
  text: string;
}

const maxCharactersOfOne = 6000;
const maxCharactersOfAll = 16_000;
/** UTF-8 needs at most this many bytes for them and one more, which tells that there is more. */
const maxBytes = (maxCharactersOfOne + 1) * 4;

/** The user's PAI.md; of the folder the first of PAI.md, AGENTS.md and CLAUDE.md, then PAI.local.md. Blank and absent ones are left out. */
export function readInstructions(home: string, cwd: string): Instructions[] {
  const found = [
    toInstructions('~/.paicli/PAI.md', readStart(join(home, 'PAI.md'))),
    ['PAI.md', 'AGENTS.md', 'CLAUDE.md'].map((name) => readOfFolder(cwd, name)).find(isThere),
    readOfFolder(cwd, 'PAI.local.md'),
  ].filter(isThere);
  let left = maxCharactersOfAll;
  return found.map(({ name, text }) => {
    const taken = cut(name, text, Math.min(left, maxCharactersOfOne));
    left -= Math.min(text.length, left, maxCharactersOfOne);
    return { name, text: taken };
  });
}

const isThere = (instructions: Instructions | undefined): instructions is Instructions => instructions !== undefined;

/** A link that leads out of the folder could send any file of the user to the model's server. */
function readOfFolder(folder: string, name: string): Instructions | undefined {
  const path = join(folder, name);
  if (!existsSync(path) || !realpathSync(path).startsWith(realpathSync(folder) + sep)) return undefined;
  return toInstructions(name, readStart(path));
}

function toInstructions(name: string, raw: string): Instructions | undefined {
  const text = raw
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  return text === '' ? undefined : { name, text };
}

function cut(name: string, text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${startOf(text, maxCharacters)}\n[cut here: only the first ${maxCharacters} characters of ${name} are shown]`;
}

/** Empty for what is no plain file: a pipe would never end. */
function readStart(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return '';
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(maxBytes);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, maxBytes, 0));
  } finally {
    closeSync(file);
  }
}
