// The working folder as a tree: reads a folder when it is opened, follows changes of open folders. Draws nothing.
import { join } from 'node:path';
import type { FolderWatch } from './folder-watch.js';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.js';
import { byName, type FolderNames, listFolder, placeOfName } from './list-folder.js';
import { childOf, createTreeRows, type OpenFolder, parentOf, type TreeRow } from './tree-rows.js';

export interface FileTree {
  /** The folder that it shows, absolute. */
  readonly root: string;
  /** Visible rows, folders first, by name. */
  count(): number;
  row(index: number): TreeRow | undefined;
  /** -1 when it is not among the rows. */
  indexOf(path: string): number;
  open(path: string): Promise<void>;
  close(path: string): void;
  /** Folders that are open. */
  opened(): string[];
  /** Paths of all files that were read, whether their folder is seen or not. */
  files(): string[];
  /** Files that are to be shown although they are not there. */
  showGone(paths: readonly string[]): void;
  dispose(): void;
}

export interface FileTreeOptions {
  root: string;
  watch: FolderWatch;
  onChange(): void;
  /** A folder could not be read; `message` says which and why. */
  onError(message: string): void;
}

interface Folder extends OpenFolder {
  rules: IgnoreRules;
  /** As it is on disk. */
  listed: FolderNames;
}

/** The root is read at once; until then there are no rows. */
export function createFileTree({ root, watch, onChange, onError }: FileTreeOptions): FileTree {
  const folders = new Map<string, Folder>();
  const rows = createTreeRows(folders);
  /** The newest reading of each folder; an older one that ends later is not taken. */
  const readings = new Map<string, symbol>();
  let gone: readonly string[] = [];
  let disposed = false;

  const changed = () => {
    rows.forget();
    if (!disposed) onChange();
  };

  /** `again`: of a folder that is open already; if it was closed meanwhile it stays closed. */
  async function read(path: string, again: boolean): Promise<void> {
    const absolute = join(root, path);
    const parent = folders.get(parentOf(path))?.rules;
    const reading = Symbol(path);
    readings.set(path, reading);
    try {
      const rules = await createIgnoreRules(absolute, parent);
      const listed = await listFolder(absolute, rules);
      if (readings.get(path) !== reading || (again && !folders.has(path))) return;
      folders.set(path, { rules, listed, ...withGone(path, listed) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') forget(path);
      else onError(`${path || root}: ${(error as Error).message}`);
    }
    changed();
  }

  function withGone(path: string, listed: FolderNames): OpenFolder {
    const names = gone
      .filter((one) => parentOf(one) === path)
      .map((one) => one.slice(path === '' ? 0 : path.length + 1))
      .filter((name) => placeOfName(listed.files, name) === -1);
    const files = names.length === 0 ? listed.files : [...listed.files, ...names].sort(byName);
    return { folders: listed.folders, files, gone: new Set(names) };
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
    const entries = folders.get(path)?.listed.entries;
    if (entries !== undefined && !disposed) watch.add(join(root, path), () => void read(path, true), entries);
  }

  void open('');
  return {
    root,
    count: rows.count,
    row: rows.row,
    indexOf: rows.indexOf,
    open,
    close(path) {
      forget(path);
      changed();
    },
    opened: () => [...folders.keys()].filter((path) => path !== ''),
    files: () => [...folders].flatMap(([path, { listed }]) => listed.files.map((name) => childOf(path, name))),
    showGone(paths) {
      if (paths.length === gone.length && paths.every((path, i) => path === gone[i])) return;
      gone = paths;
      for (const [path, folder] of folders) folders.set(path, { ...folder, ...withGone(path, folder.listed) });
      rows.forget();
    },
    dispose() {
      disposed = true;
      watch.close();
    },
  };
}
