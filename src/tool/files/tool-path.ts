// From the path a model writes to the file it means. Whether it may be touched is for the policy to say.
import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { PaiError } from '../../base/error.js';
import { isWithin, realPathOf } from '../../policy/path-guard.js';

export interface ToolPath {
  /** Links resolved; what does not exist yet lies below its nearest real parent. */
  real: string;
  /** For messages and screens: relative to the working folder when inside. */
  shown: string;
  inside: boolean;
  /** The path itself, or a folder on its way, is a link that leads out of these folders. */
  leadsOut: boolean;
}

/** Finds what a path means from `cwd`. `~` is the home folder. Throws PaiError for paths that mean nothing. */
export async function toolPath(path: string, cwd: string, extraFolders: readonly string[] = []): Promise<ToolPath> {
  if (path.trim() === '' || path.includes('\0'))
    throw new PaiError('tool', 'The path is empty or holds a NUL character');
  const expanded = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
  const absolute = isAbsolute(expanded) ? resolve(expanded) : resolve(cwd, expanded);
  try {
    const real = await realPathOf(absolute);
    const inside = isWithin(real, cwd);
    const shown = inside ? relative(cwd, real) || '.' : real;
    const isAmong = (place: string) => [cwd, ...extraFolders].some((folder) => isWithin(place, folder));
    return { real, shown, inside, leadsOut: isAmong(absolute) && !isAmong(real) };
  } catch (cause) {
    throw new PaiError('tool', `${path} leads nowhere: ${(cause as Error).message}`, undefined, cause);
  }
}

/** Refuses to write through a link that leads out of the working folder, and to write where a folder is. */
export async function checkWritable(path: ToolPath): Promise<void> {
  if (path.leadsOut)
    throw new PaiError(
      'tool',
      `That path is a link to ${path.real}, outside the working folder`,
      'Name the file by its own path.',
    );
  const stats = await lstat(path.real).catch(() => undefined);
  if (stats?.isDirectory()) throw new PaiError('tool', `${path.shown} is a folder`);
}

/** Refuses what is no folder. */
export async function existingFolder(path: ToolPath): Promise<void> {
  const stats = await lstat(path.real).catch(() => undefined);
  if (stats === undefined) throw new PaiError('not-found', `There is no folder ${path.shown}`);
  if (!stats.isDirectory()) throw new PaiError('tool', `${path.shown} is a file, not a folder`);
}
