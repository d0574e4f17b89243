// Reads the texts for the model: a trusted folder's text of a name, else the user's own file, else the built-in one. Owns no wording.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PaiError } from '../base/error.js';
import { packageRoot } from '../base/package-root.js';

export interface Prompts {
  /** A prompt by its path without `.md`, e.g. `modes/react`; without blank space at its ends. Throws PaiError('not-found'). */
  load(name: string): string;
  /** What the model is told of a tool. */
  describe(toolName: string): string;
}

/**
 * `overrideFolder` holds whole files in place of built-in ones, `texts` what a trusted folder has, by name, as it was
 * read when it was asked about. Each file is read once, so that no text changes during a thread.
 */
export function createPrompts(
  overrideFolder: string,
  texts: Readonly<Record<string, string>> = {},
  builtInFolder = join(packageRoot(), 'prompts'),
): Prompts {
  const known = new Map(Object.entries(texts).map(([name, text]) => [name, tidy(text)]));
  const load = (name: string) => {
    const text = known.get(name) ?? read([overrideFolder, builtInFolder], name);
    known.set(name, text);
    return text;
  };
  return { load, describe: (toolName) => load(`tools/${toolName}`) };
}

function read(folders: string[], name: string): string {
  // Names may come from outside, e.g. of a tool; none may lead out of the folders.
  const path = /^[\w-]+(\/[\w-]+)*$/.test(name)
    ? folders.map((folder) => join(folder, `${name}.md`)).find((candidate) => existsSync(candidate))
    : undefined;
  if (path === undefined) throw new PaiError('not-found', `There is no prompt "${name}".`, 'Reinstall PaiCLI.');
  return tidy(readFileSync(path, 'utf8'));
}

const tidy = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
