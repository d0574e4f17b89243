// Where a path really leads and whether it is protected. Reads the file system; decides nothing.
import { realpathSync } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** What the policy needs to know of one path. */
export interface PathFacts {
  /** As the person reads it: relative to the working folder when inside, else absolute. */
  shown: string;
  inside: boolean;
  /** Why it always needs asking; absent for ordinary files. */
  protectedBecause?: string;
  /** Why writing it always needs asking: what is in it runs by itself later. */
  persistentBecause?: string;
  /** In a folder the product itself fills for the model to read. */
  freeToRead: boolean;
}

/** All with links resolved. */
export interface Places {
  /** The thread's folder. */
  cwd: string;
  /** Further folders the person added; what lies there counts as inside. */
  extraFolders?: readonly string[];
  /** The product's own home; everything below is protected. */
  productHome: string;
  /** Folders below it that hold nothing but what the model may read, such as long tool results. */
  freeToRead?: readonly string[];
}

/** The path with links resolved; of what does not exist yet the nearest existing parent is. Also follows a broken link. */
export async function realPathOf(path: string, linksLeft = 20): Promise<string> {
  const absolute = resolve(path);
  try {
    // In the engine's own thread the blocking call is some ten times cheaper than a trip to the thread pool.
    return realpathSync.native(absolute);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const target = linksLeft > 0 ? await brokenLinkTarget(absolute) : undefined;
  if (target !== undefined) return realPathOf(target, linksLeft - 1);
  return join(await realPathOf(parent, linksLeft), basename(absolute));
}

/** Facts about one absolute path. */
export async function inspectPath(path: string, places: Places): Promise<PathFacts> {
  const real = await realPathOf(path);
  const { productHome: home, freeToRead: free = [] } = places;
  const folders = [places.cwd, ...(places.extraFolders ?? [])];
  const within = folders.find((folder) => isWithin(real, folder));
  const because = isWithin(real, home)
    ? 'belongs to PaiCLI itself'
    : (protectedName(real, within ?? places.cwd) ?? protectedName(resolve(path), within ?? places.cwd));
  const later = startingByItself(real) ?? startingByItself(resolve(path));
  return {
    shown: within === places.cwd ? relative(places.cwd, real) || '.' : real,
    inside: within !== undefined,
    freeToRead: free.some((folder) => isWithin(real, folder)),
    ...(because === undefined ? {} : { protectedBecause: because }),
    ...(later === undefined ? {} : { persistentBecause: later }),
  };
}

/** Is `path` the folder itself or below it? Both absolute, links resolved. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

const secretFile =
  /^(?:\.env(?:\.(?!example$|sample$|template$|dist$).+)?|\.envrc|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|credentials(?:\.json)?|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$/i;
const secretFolders = new Set(['.ssh', '.gnupg', '.aws', '.kube', '.docker']);

/** Why a path is protected by its name alone; undefined for ordinary names. Looks only at names below `cwd` when inside it. */
export function protectedName(path: string, cwd: string): string | undefined {
  const names = (isWithin(path, cwd) ? relative(cwd, path) : path).split(sep);
  const lower = names.map(plainName);
  if (lower.includes('.git')) return "belongs to git's own data";
  if (lower.includes('.paicli')) return 'holds settings of PaiCLI';
  if (lower.some((name) => secretFolders.has(name)) || secretFile.test(lower.at(-1) ?? '')) return 'may hold secrets';
  return undefined;
}

/** Case is ignored, and what cannot be seen: on some disks `.GIT`, or `.git` with a zero-width joiner, is `.git`. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
}

/** Of the home folder: what shells, editors, git and the desktop read or start by themselves. */
const startFiles =
  /^(?:\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|zshrc|zprofile|zshenv|zlogin|zlogout|kshrc|mkshrc|cshrc|tcshrc|login|inputrc|xinitrc|xprofile|xsession|xsessionrc|gitconfig|vimrc|exrc|gvimrc|emacs|tmux\.conf|screenrc|pam_environment|lesskey|gdbinit)|\.(?:bashrc\.d|zshrc\.d|oh-my-zsh|ssh|vim|emacs\.d|local\/bin)\/.+|bin\/.+|\.config\/(?:fish|autostart|systemd|environment\.d|git|nvim|helix|zsh|cron)\/.+|\.local\/share\/(?:systemd|applications)\/.+|Library\/Launch(?:Agents|Daemons)\/.+)$/;
const systemSetup =
  /^(?:\/private)?\/etc\/|^\/Library\/Launch|^\/var\/spool\/cron|^\/(?:usr\/)?lib\/systemd\/|^\/usr\/local\/bin\//;

/** Why what is written there runs by itself later; undefined for ordinary files. */
function startingByItself(path: string): string | undefined {
  const home = homedir();
  if (home !== '/' && isWithin(path, home) && startFiles.test(relative(home, path))) return persistent;
  return systemSetup.test(path) ? persistent : undefined;
}

const persistent = 'is persistent: it can run by itself later';

async function brokenLinkTarget(path: string): Promise<string | undefined> {
  try {
    if (!(await lstat(path)).isSymbolicLink()) return undefined;
    return resolve(dirname(path), await readlink(path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
