// The names in one folder that a snapshot holds, in git's order. Reads nothing but the folder itself.
import { readdirSync } from 'node:fs';
import { sortForGit } from './git-objects.js';
import type { HidingRules } from './hiding-rules.js';
import type { Scan } from './scan.js';
import type { SkipReason } from './types.js';

export interface Listing {
  entries: { name: string; isFolder: boolean }[];
  badNames: string[];
  isEmpty: boolean;
}

/** Files a restore is writing just now, or left behind when it was killed. */
export const restoreFilePrefix = '.paicli-restore-';

/** Why the folder is left out, or its names. */
export function listFolder(scan: Scan, path: string, rules: HidingRules): Listing | SkipReason | 'gone' {
  const place = `${scan.root}/${path}`;
  let found: ReturnType<typeof read>;
  try {
    found = read(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
  }
  const isNested = path !== '' && found.some(({ name }) => name === '.git');
  if (isNested && scan.limits.nestedRepositories === 'skip') return 'nested-repository';
  const bad = found.some(({ name }) => name.includes('\ufffd')) ? namesThatAreNoUtf8(place) : new Set<string>();
  const entries = found.filter(({ name, isFolder }) => {
    if (name.toLowerCase() === '.git' || name.startsWith(restoreFilePrefix) || bad.has(name)) return false;
    if (isFolder && `${place}${name}` === scan.ownFolder) return false;
    return !rules.hides(isFolder ? `${path}${name}/` : `${path}${name}`);
  });
  return { entries: sortForGit(entries), badNames: [...bad], isEmpty: found.length === 0 };
}

const read = (place: string) =>
  readdirSync(place, { withFileTypes: true }).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));

/** Git stores any bytes, but no path of ours could name such a file again. */
function namesThatAreNoUtf8(place: string): Set<string> {
  const names = readdirSync(place, { encoding: 'buffer' });
  return new Set(names.filter((name) => !Buffer.from(name.toString()).equals(name)).map((name) => name.toString()));
}
