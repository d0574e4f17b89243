// The files a shell line names, held against the path guard. Reads the file system; decides nothing.
import { readdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import type { FileUse } from './command-files.js';
import { always, does, type Finding, unclear } from './command-findings.js';
import type { Reading } from './command-reads.js';
import { isFolder } from './command-roots.js';
import type { Arg } from './command-words.js';
import { inspectPath, isWithin, type PathFacts, type Places } from './path-guard.js';

/** Named one by one in the reasons. */
const maxNamed = 3;

/** What a person must be told of files that the line names. */
export async function fileFindings(
  files: readonly (FileUse & { cwd: string | undefined })[],
  places: Places,
): Promise<Finding[]> {
  const found: Finding[] = [];
  let outside = 0;
  for (const { path, writes, cwd } of files) {
    const facts = await factsOf(resolve(cwd ?? places.cwd, path.text), places);
    if (facts === undefined) {
      found.push(unclear('a path in it cannot be followed'));
      continue;
    }
    const verb = writes ? 'writes' : 'reads';
    const because = (writes ? facts.persistentBecause : undefined) ?? facts.protectedBecause;
    if (because !== undefined && (writes || !facts.freeToRead))
      found.push(always(`${verb} ${facts.shown}, which ${because}`));
    else if (!facts.inside && !facts.freeToRead && outside++ < maxNamed && !facts.shown.startsWith('/dev/'))
      found.push(does(`${verb} outside the folder: ${facts.shown}`));
  }
  return found;
}

/** All that would be read lies in the folder and is not protected. */
export async function readsInside(reads: readonly Reading[], places: Places): Promise<boolean> {
  if (reads.length === 0 || !hasPlainPath(places.cwd)) return false;
  for (const { paths, contents } of reads) {
    for (const path of paths) {
      const named = expanded(path, places.cwd);
      if (named === undefined) return false;
      for (const one of named) if (!(await isFree(one, contents, places))) return false;
    }
  }
  return true;
}

async function isFree(path: string, contents: boolean, places: Places): Promise<boolean> {
  const facts = await factsOf(path, places);
  if (facts === undefined) return false;
  if (!facts.freeToRead && (!facts.inside || facts.protectedBecause !== undefined)) return false;
  return !contents || !isFolder(path);
}

async function factsOf(path: string, places: Places): Promise<PathFacts | undefined> {
  try {
    return await inspectPath(path, places);
  } catch {
    return undefined; // links in a circle, a name that is too long, a folder that may not be entered
  }
}

/** The paths a pattern stands for; undefined when that is not easily told. */
function expanded({ text }: Arg, cwd: string): string[] | undefined {
  const path = resolve(cwd, text);
  if (!/[*?[\]]/.test(text)) return [path];
  const slash = text.lastIndexOf('/');
  const folder = slash < 0 ? cwd : resolve(cwd, text.slice(0, slash + 1));
  const pattern = text.slice(slash + 1);
  if (/[*?[\]]/.test(text.slice(0, slash + 1)) || pattern === '') return undefined;
  try {
    const names = readdirSync(folder);
    if (names.length > 2000) return undefined;
    const fits = picomatch(pattern, { dot: pattern.startsWith('.') });
    return names.filter((name) => fits(name)).map((name) => join(folder, name));
  } catch {
    return [path]; // no such folder: the shell leaves the pattern as it is
  }
}

/** No folder of the project, and none relative to it, is searched for programs: `ls` is the system's own. */
function hasPlainPath(cwd: string): boolean {
  return (process.env.PATH ?? '').split(':').every((folder) => isAbsolute(folder) && !isWithin(folder, cwd));
}
