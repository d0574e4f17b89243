// The names in one folder, sorted, without what its rules hide. A folder of any size is taken in small steps, so that keys never wait for it.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { IgnoreRules } from './ignore-rules.js';

export interface FolderNames {
  folders: string[];
  files: string[];
  /** Entries of the folder, hidden ones among them. */
  entries: number;
}

/** Entries that are looked at before waiting input has its turn; some milliseconds of work. */
const entriesAtOnce = 4000;

/** Throws what reading the folder throws. */
export async function listFolder(absolute: string, rules: IgnoreRules, atOnce = entriesAtOnce): Promise<FolderNames> {
  const listed = await readdir(absolute, { withFileTypes: true });
  const names: FolderNames = { folders: [], files: [], entries: listed.length };
  for (let from = 0; from < listed.length; from += atOnce) {
    if (from > 0) await othersTurn();
    takeNames(listed.slice(from, from + atOnce), rules, names);
  }
  if (listed.length > atOnce) await othersTurn();
  names.folders.sort(byName);
  names.files.sort(byName);
  return names;
}

function takeNames(listed: readonly Dirent[], rules: IgnoreRules, { folders, files }: FolderNames): void {
  for (const entry of listed) {
    const isFolder = entry.isDirectory();
    if (entry.name === '.git' || rules.ignores(entry.name, isFolder)) continue;
    (isFolder ? folders : files).push(entry.name);
  }
}

const othersTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Without regard to case first. A collator of the system's language would sort a little better and costs 28 ms to make. */
export function byName(a: string, b: string): number {
  const lowA = a.toLowerCase();
  const lowB = b.toLowerCase();
  if (lowA !== lowB) return lowA < lowB ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Where a name stands in a list sorted by `byName`; -1 when it is not in it. */
export function placeOfName(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = byName(names[middle] as string, name);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
