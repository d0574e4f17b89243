// Open folders as one list of rows, of which only those are made that are asked for. Reads nothing.
import { placeOfName } from './list-folder.js';

export interface TreeRow {
  /** Relative to the root, with `/`. */
  path: string;
  name: string;
  depth: number;
  isFolder: boolean;
  isOpen: boolean;
  /** The agent deleted it: it is shown, and not there. */
  isGone: boolean;
}

/** The names of an open folder, sorted; files that are gone among the others. */
export interface OpenFolder {
  folders: readonly string[];
  files: readonly string[];
  gone: ReadonlySet<string>;
}

export interface TreeRows {
  count(): number;
  row(index: number): TreeRow | undefined;
  /** -1 when it is not among the rows. */
  indexOf(path: string): number;
  /** The folders, or what is open in them, have changed. */
  forget(): void;
}

/** An open folder inside another one, and what stands before it. */
interface OpenChild {
  path: string;
  /** Among the folders of its parent. */
  at: number;
  /** Its row, counted from the first row of its parent. */
  row: number;
  /** Rows below it. */
  size: number;
}

interface Measured {
  children: OpenChild[];
  size: number;
}

/** Rows over `folders`, by path; the root is the empty path. A folder is open when it is among them. */
export function createTreeRows(folders: ReadonlyMap<string, OpenFolder>): TreeRows {
  const measured = new Map<string, Measured>();

  function measure(path: string): Measured {
    let known = measured.get(path);
    if (!known) {
      known = measureAnew(path);
      measured.set(path, known);
    }
    return known;
  }

  function measureAnew(path: string): Measured {
    const folder = folders.get(path);
    if (!folder) return { children: [], size: 0 };
    const children: OpenChild[] = [];
    let below = 0;
    for (const at of openPlaces(path, folder)) {
      const childPath = childOf(path, folder.folders[at] as string);
      const { size } = measure(childPath);
      children.push({ path: childPath, at, row: at + below, size });
      below += size;
    }
    return { children, size: folder.folders.length + folder.files.length + below };
  }

  /** Few folders are open, whatever the number of those that are not. */
  function openPlaces(path: string, folder: OpenFolder): number[] {
    const places: number[] = [];
    for (const known of folders.keys()) {
      if (known === '' || parentOf(known) !== path) continue;
      const at = placeOfName(folder.folders, nameOf(known));
      if (at !== -1) places.push(at);
    }
    return places.sort((a, b) => a - b);
  }

  function rowIn(path: string, depth: number, index: number): TreeRow | undefined {
    const folder = folders.get(path);
    if (!folder) return undefined;
    let passed = 0;
    for (const child of measure(path).children) {
      if (index <= child.row) break;
      if (index <= child.row + child.size) return rowIn(child.path, depth + 1, index - child.row - 1);
      passed += child.size;
    }
    const at = index - passed;
    const isFolder = at < folder.folders.length;
    const name = isFolder ? folder.folders[at] : folder.files[at - folder.folders.length];
    if (name === undefined) return undefined;
    const own = childOf(path, name);
    const isGone = !isFolder && folder.gone.has(name);
    return { path: own, name, depth, isFolder, isOpen: isFolder && folders.has(own), isGone };
  }

  /** Counted from the first row of its folder. */
  function placeIn(path: string, name: string): number {
    const folder = folders.get(path);
    if (!folder) return -1;
    const { children } = measure(path);
    const among = placeOfName(folder.folders, name);
    if (among !== -1) return among + children.filter(({ at }) => at < among).reduce((sum, { size }) => sum + size, 0);
    const file = placeOfName(folder.files, name);
    return file === -1 ? -1 : folder.folders.length + file + children.reduce((sum, { size }) => sum + size, 0);
  }

  function indexOf(path: string): number {
    if (path === '') return -1;
    const parent = parentOf(path);
    const place = placeIn(parent, nameOf(path));
    if (parent === '' || place === -1) return place;
    const above = indexOf(parent);
    return above === -1 ? -1 : above + 1 + place;
  }

  return {
    count: () => measure('').size,
    row: (index) => (index < 0 ? undefined : rowIn('', 0, index)),
    indexOf,
    forget: () => measured.clear(),
  };
}

export const childOf = (path: string, name: string) => (path === '' ? name : `${path}/${name}`);

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}
