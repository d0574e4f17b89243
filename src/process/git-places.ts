// What of git's own data a sandboxed command may change so that commits work, and what not because git or its hooks would
// run it outside later. Only looks.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

export interface GitPlaces {
  writable: string[];
  readOnly: string[];
  reservedFolders: string[];
  reservedFiles: string[];
}

const none: GitPlaces = { writable: [], readOnly: [], reservedFolders: [], reservedFiles: [] };

/** Of the repository that `folder` is in, as git finds it: here or above, but not the one of a whole home folder. */
export function gitPlaces(folder: string, userHome: string): GitPlaces {
  for (let at = folder; ; at = dirname(at)) {
    const entry = join(at, '.git');
    const isOfHome = at === userHome && at !== folder;
    if (!isOfHome && existsSync(entry)) return placesOf(entry);
    if (isOfHome || dirname(at) === at) return none;
  }
}

function placesOf(entry: string): GitPlaces {
  try {
    const real = realpathSync.native(entry);
    if (statSync(real).isDirectory()) return isRepository(real) ? placesIn(real) : none;
    const common = commonFolderOf(real);
    if (common === undefined) return { ...none, readOnly: [real] };
    const places = placesIn(common);
    return { ...places, readOnly: [...places.readOnly, real] };
  } catch {
    return none; // it cannot be read, so git cannot use it
  }
}

/** Bound as a place of its own, so that it cannot be moved away and replaced. */
function placesIn(folder: string): GitPlaces {
  const [hooks, config] = [join(folder, 'hooks'), join(folder, 'config')];
  const has = { hooks: existsSync(hooks), config: existsSync(config) };
  return {
    writable: [folder],
    readOnly: [...(has.hooks ? [hooks] : []), ...(has.config ? [config] : [])],
    reservedFolders: has.hooks ? [] : [hooks],
    reservedFiles: has.config ? [] : [config],
  };
}

/**
 * The main repository of a worktree, whose `.git` is a file. That file is the project's own and may say anything, so that it
 * counts only when the repository names this worktree too.
 */
function commonFolderOf(file: string): string | undefined {
  const said = /^gitdir: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (said === undefined) return undefined;
  const own = realpathSync.native(resolve(dirname(file), said.trim()));
  const common = realpathSync.native(resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim()));
  const back = realpathSync.native(readFileSync(join(own, 'gitdir'), 'utf8').trim());
  const isKnown = own.startsWith(join(common, 'worktrees') + sep) && back === file;
  return isKnown && isRepository(common) ? common : undefined;
}

const isRepository = (folder: string) => existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'));
