// The working folder as rows: reads a folder when it is opened, follows changes of open folders. Draws nothing.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createIgnoreRules, type IgnoreRules } from '../base/ignore-rules.js';
import type { FolderWatch } from './folder-watch.js';

export interface TreeRow {
  /** Relative to the root, with `/`. */
  path: string;
  name: string;
  depth: number;
  isFolder: boolean;
  isOpen: boolean;
}

export interface FileTree {
  /** All visible rows, folders first, by name. */
  rows(): readonly TreeRow[];
  open(path: string): Promise<void>;
  close(path: string): void;
  dispose(): void;
}

export interface FileTreeOptions {
  root: string;
  watch: FolderWatch;
  onChange(): void;
  /** A folder could not be read; `message` says which and why. */
  onError(message: string): void;
}

interface Folder {
  rules: IgnoreRules;
  entries: { name: string; isFolder: boolean }[];
}

/** The root is read at once; until then there are no rows. */
export function createFileTree({ root, watch, onChange, onError }: FileTreeOptions): FileTree {
  const folders = new Map<string, Folder>();
  let rows: TreeRow[] | undefined;
  let disposed = false;

  const changed = () => {
    rows = undefined;
    if (!disposed) onChange();
  };

  /** `again`: of a folder that is open already; if it was closed meanwhile it stays closed. */
  async function read(path: string, again: boolean): Promise<void> {
    const absolute = join(root, path);
    const parent = folders.get(parentOf(path))?.rules;
    try {
      const [listed, rules] = await Promise.all([
        readdir(absolute, { withFileTypes: true }),
        createIgnoreRules(absolute, parent),
      ]);
      if (again && !folders.has(path)) return;
      folders.set(path, { rules, entries: shown(listed, rules) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') forget(path);
      else onError(`${path || root}: ${(error as Error).message}`);
    }
    changed();
  }

  function forget(path: string): void {
    for (const known of [...folders.keys()]) {
      if (known !== path && !known.startsWith(`${path}/`)) continue;
      folders.delete(known);
      watch.remove(join(root, known));
    }
  }

  async function open(path: string): Promise<void> {
    if (folders.has(path) || disposed) return;
    await read(path, false);
    if (folders.has(path) && !disposed) watch.add(join(root, path), () => void read(path, true));
  }

  function build(): TreeRow[] {
    const built: TreeRow[] = [];
    const add = (path: string, depth: number) => {
      for (const { name, isFolder } of folders.get(path)?.entries ?? []) {
        const childPath = path === '' ? name : `${path}/${name}`;
        const isOpen = isFolder && folders.has(childPath);
        built.push({ path: childPath, name, depth, isFolder, isOpen });
        if (isOpen) add(childPath, depth + 1);
      }
    };
    add('', 0);
    return built;
  }

  void open('');
  return {
    rows: () => (rows ??= build()),
    open,
    close(path) {
      forget(path);
      changed();
    },
    dispose() {
      disposed = true;
      watch.close();
    },
  };
}

/** Without regard to case first. A collator of the system's language would sort a little better and costs 28 ms to make. */
function byName(a: string, b: string): number {
  const [lowA, lowB] = [a.toLowerCase(), b.toLowerCase()];
  if (lowA !== lowB) return lowA < lowB ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function shown(listed: Dirent[], rules: IgnoreRules): Folder['entries'] {
  return listed
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .filter(({ name, isFolder }) => name !== '.git' && !rules.ignores(name, isFolder))
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || byName(a.name, b.name));
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}
