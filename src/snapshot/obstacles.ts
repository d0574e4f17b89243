// What stands on the disk where a restore wants to write and would be lost or lead elsewhere. Reads only.
import { readdirSync, type Stats } from 'node:fs';
import { look } from './look.js';

export interface Obstacle {
  reason: 'in-the-way' | 'through-link';
  /** Relative. */
  path: string;
}

/** `isKnown`: a file or link of that very path is in the present snapshot. `deleted`: what the same restore removes before. */
export function findObstacle(
  root: string,
  path: string,
  isKnown: boolean,
  deleted: ReadonlySet<string>,
): Obstacle | undefined {
  const names = path.split('/');
  for (let length = 1; length < names.length; length++) {
    const above = names.slice(0, length).join('/');
    const stats = statsOf(`${root}/${above}`);
    if (!stats || (!stats.isDirectory() && deleted.has(above))) return undefined;
    if (!stats.isDirectory()) return { reason: stats.isSymbolicLink() ? 'through-link' : 'in-the-way', path: above };
  }
  const stats = isKnown ? undefined : statsOf(`${root}/${path}`);
  if (!stats || (stats.isDirectory() && isEmptied(`${root}/${path}`, path, deleted))) return undefined;
  return { reason: 'in-the-way', path };
}

/** Nothing but folders will be left in it. */
function isEmptied(place: string, path: string, deleted: ReadonlySet<string>): boolean {
  return entriesOf(place).every((entry) =>
    entry.isDirectory() && entry.name !== '.git'
      ? isEmptied(`${place}/${entry.name}`, `${path}/${entry.name}`, deleted)
      : deleted.has(`${path}/${entry.name}`),
  );
}

function entriesOf(place: string) {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return [{ name: '.git', isDirectory: () => false }]; // unreadable: it cannot be said to be empty
  }
}

/** In a folder that cannot be entered nothing is seen; writing there will say so. */
function statsOf(place: string): Stats | undefined {
  const stats = look(place);
  return typeof stats === 'string' ? undefined : stats;
}
