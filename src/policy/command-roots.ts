// Which folders must not be taken away or changed as a whole. Follows links where the shell would; decides nothing.
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { RuleContext } from './command-findings.js';
import type { Arg } from './command-words.js';
import { isWithin } from './path-guard.js';

/** Folders whose entries are somebody's home or a whole disk. */
const folderOfRoots = new Set(['/', '/home', '/Users', '/mnt', '/media', '/Volumes']);
const systemFolders = '/etc /usr /bin /sbin /lib /lib32 /lib64 /boot /System /Library'.split(' ');

/** The root, a folder right below it, a home, a disk, or a parent of home or of the thread's folder (or all inside one)? */
export function isRoot({ text, known }: Arg, context: RuleContext): boolean {
  return known && text !== '' && leadsToRoot(text, context);
}

/** What is hidden behind the known part may leave it a root (`/$X`, `$X/`, `~/$X`), or a `cd` that fails. */
export function mayBeRoot({ text, known }: Arg, context: RuleContext): boolean {
  if (!known) return !/[^./]/.test(text) || leadsToRoot(text, context);
  return context.elsewhere !== undefined && leadsToRoot(text, { ...context, cwd: context.elsewhere });
}

/** In a folder of the system, however deep. */
export function isInSystem({ text }: Arg, { root, cwd }: RuleContext): boolean {
  const path = resolve(cwd ?? root, text);
  return systemFolders.some((folder) => isWithin(path, folder)) && !isWithin(path, '/usr/local');
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // not there, or a name that no disk takes
  }
}

function leadsToRoot(text: string, { root, cwd }: RuleContext): boolean {
  const folder = withoutPatterns(text);
  if (cwd === undefined && !folder.startsWith('/')) return /^(?:\.\.\/)*\.\.$/.test(folder);
  const path = resolve(cwd ?? root, folder);
  if (isRootPath(path, root)) return true;
  // A link itself may be removed; behind a slash, a pattern or before `..` it is what it leads to.
  if (folder === text && !/(?:^|\/)\.\.(?:\/|$)/.test(text)) return false;
  const real = realPath(folder.startsWith('/') ? folder : `${cwd}/${folder}`);
  return real !== undefined && isRootPath(real, root);
}

function isRootPath(path: string, root: string): boolean {
  if (folderOfRoots.has(dirname(path)) || isWithin(homedir(), path)) return path !== root || isWithin(homedir(), path);
  return path !== root && isWithin(root, path);
}

/** As the system follows it, not made shorter by text alone. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // nothing is there that a link could lead to
  }
}

/** The folder that a trailing `/`, `/.`, or `/*` speaks of: all that is inside it is the folder for our purpose. */
function withoutPatterns(path: string): string {
  const short = path.replace(/\/+$/, '');
  if (short === '') return path === '' ? '.' : '/';
  const last = short.slice(short.lastIndexOf('/') + 1);
  if (last !== '.' && !/^(?=.*[*?[])(?:[.*?]|\[[^\]]*\])*$/.test(last)) return short;
  const folder = short.slice(0, short.length - last.length);
  return folder === '' ? '.' : withoutPatterns(folder);
}
