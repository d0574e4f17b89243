// Goes through a folder's files, leaving out what ignore files name. Owns the order and the limits; opens no file but those.
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Ignore } from 'ignore';
import { isWithin } from '../../policy/path-guard.js';

/** Never searched, whatever ignore files say. */
export const neverEntered: readonly string[] = ['.git', 'node_modules', '.hg', '.svn'];
/** The later ones weigh more, in whatever folder they are. */
const ignoreFiles = ['.gitignore', '.ignore', '.rgignore'];
/** A tree this large is not searched to its end. */
export const maxWalkedFiles = 100_000;

/** What an ignore file in a folder says. */
export interface Rules {
  folder: string;
  /** Its place among the kinds of ignore files. */
  weight: number;
  ignore: Ignore;
}

/**
 * Absolute paths of the plain files below `folder`, sorted within each folder, links not followed. Rules of ignore files
 * between `root` (the working folder) and each file hold. Ends early at the file limit or when aborted.
 */
export async function* walkFiles(
  folder: string,
  root: string,
  signal: AbortSignal,
  maxFiles = maxWalkedFiles,
): AsyncGenerator<string> {
  const above = await rulesAbove(folder, root);
  let count = 0;
  for await (const file of walk(folder, above, signal)) {
    if (++count > maxFiles) return;
    yield file;
  }
}

/** The rules that hold in `folder` by the ignore files between `root` and it, its own not among them. */
export async function rulesAbove(folder: string, root: string): Promise<Rules[]> {
  const above: Rules[] = [];
  if (isWithin(folder, root)) {
    for (const parent of foldersBetween(root, folder)) above.push(...(await rulesOf(parent)));
  }
  // Who names an ignored folder wants to see into it.
  return isIgnored(folder, true, above) ? [] : above;
}

/** What is in a folder but for what is ignored, sorted by name, and the rules that hold below it. */
export async function visibleEntries(folder: string, above: Rules[]): Promise<{ entries: Dirent[]; rules: Rules[] }> {
  const all = await entriesOf(folder);
  const own = all.some(({ name }) => ignoreFiles.includes(name)) ? await rulesOf(folder) : [];
  const rules = [...above, ...own];
  const entries = all.filter((entry) => {
    const isFolder = entry.isDirectory();
    return !(isFolder && neverEntered.includes(entry.name)) && !isIgnored(join(folder, entry.name), isFolder, rules);
  });
  return { entries, rules };
}

async function* walk(folder: string, above: Rules[], signal: AbortSignal): AsyncGenerator<string> {
  if (signal.aborted) return;
  const { entries, rules } = await visibleEntries(folder, above);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, rules, signal);
    else if (entry.isFile()) yield path;
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'ENOENT') return []; // not ours to read, or just removed
    throw error;
  }
}

/** Of the ignore files of the weightiest kind that speak of the path the one in the nearest folder decides. */
function isIgnored(path: string, isFolder: boolean, rules: Rules[]): boolean {
  let ignored = false;
  let decidedBy = -1;
  for (const { folder, weight, ignore } of rules) {
    if (path === folder || weight < decidedBy) continue;
    const result = ignore.test(relative(folder, path) + (isFolder ? '/' : ''));
    if (!result.ignored && !result.unignored) continue;
    ignored = result.ignored;
    decidedBy = weight;
  }
  return ignored;
}

async function rulesOf(folder: string): Promise<Rules[]> {
  const { default: createIgnore } = await import('ignore');
  const rules: Rules[] = [];
  for (const [weight, name] of ignoreFiles.entries()) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (text !== undefined) rules.push({ folder, weight, ignore: createIgnore().add(text) });
  }
  return rules;
}

/** The folders from `root` down to the parent of `folder`. */
function foldersBetween(root: string, folder: string): string[] {
  const names = relative(root, folder)
    .split('/')
    .filter((name) => name !== '');
  return names.map((_name, index) => join(root, ...names.slice(0, index)));
}
