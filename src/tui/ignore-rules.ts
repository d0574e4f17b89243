// What the ignore files of a folder and of the folders above it hide in the file tree, told a name at a time. The search tools go through whole trees: tool/files/walk.ts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ignore } from 'ignore';
import { couldMatch } from '../base/could-match.js';

export interface IgnoreRules {
  /** True when the entry `name` of this folder is hidden; the rules nearest to it win. */
  ignores(name: string, isFolder: boolean): boolean;
  /** The verdict on a path below this folder; undefined when no rule speaks of it. */
  verdict(relativePath: string): boolean | undefined;
}

const ignoreFile = '.gitignore';

/** Rules for one folder: its own ignore file, then those of `parent`. The parser is loaded with the first ignore file. */
export async function createIgnoreRules(folder: string, parent?: IgnoreRules): Promise<IgnoreRules> {
  const own = await parse(join(folder, ignoreFile));
  const below = parent && {
    parent,
    name: folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\')) + 1),
  };
  const rules: IgnoreRules = {
    ignores: (name, isFolder) => rules.verdict(isFolder ? `${name}/` : name) ?? false,
    verdict(relativePath) {
      const result = own?.(relativePath);
      if (result?.ignored) return true;
      if (result?.unignored) return false;
      return below?.parent.verdict(`${below.name}/${relativePath}`);
    },
  };
  return rules;
}

type Test = (relativePath: string) => { ignored: boolean; unignored: boolean } | undefined;

async function parse(path: string): Promise<Test | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
  const { default: ignore } = await import('ignore');
  const rules = (ignore as unknown as (options?: object) => Ignore)({ allowRelativePaths: false }).add(text);
  const candidates = couldMatch(text);
  return (relativePath) => (candidates?.test(relativePath) === false ? undefined : rules.test(relativePath));
}
