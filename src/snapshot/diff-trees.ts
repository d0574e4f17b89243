// Compares two trees and looks paths up in one. Reads only the folders that differ.
import { gitMode, type TreeEntry } from './git-objects.js';
import type { ChangeCounts, PathChange } from './types.js';

export interface StoredFile {
  mode: number;
  oid: string;
}

export interface TreeChange {
  path: string;
  before?: StoredFile;
  after?: StoredFile;
}

/** The entries of a tree. */
export type TreeSource = (oid: string) => Promise<readonly TreeEntry[]>;

/** Files and links that differ, in order of their paths. */
export async function diffTrees(source: TreeSource, before: string, after: string): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  await compare(source, '', before, after, changes);
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function compare(source: TreeSource, prefix: string, before: string, after: string, changes: TreeChange[]) {
  if (before === after) return;
  const old = new Map((before === '' ? [] : await source(before)).map((entry) => [entry.name, entry]));
  const now = new Map((after === '' ? [] : await source(after)).map((entry) => [entry.name, entry]));
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.oid === is?.oid && was?.mode === is?.mode) continue;
    const path = prefix + name;
    const [oldFolder, newFolder] = [folderOf(was), folderOf(is)];
    if (oldFolder !== '' || newFolder !== '') await compare(source, `${path}/`, oldFolder, newFolder, changes);
    const [oldFile, newFile] = [fileOf(was), fileOf(is)];
    if (oldFile || newFile)
      changes.push({ path, ...(oldFile ? { before: oldFile } : {}), ...(newFile ? { after: newFile } : {}) });
  }
}

const folderOf = (entry: TreeEntry | undefined) => (entry?.mode === gitMode.folder ? entry.oid : '');
const fileOf = (entry: TreeEntry | undefined) =>
  entry && entry.mode !== gitMode.folder ? { mode: entry.mode, oid: entry.oid } : undefined;

/** Also gives folders. */
export async function findInTree(source: TreeSource, tree: string, path: string): Promise<StoredFile | undefined> {
  let entry: StoredFile | undefined = { mode: gitMode.folder, oid: tree };
  for (const name of path.split('/')) {
    if (entry?.mode !== gitMode.folder) return undefined;
    const entries: readonly TreeEntry[] = await source(entry.oid);
    entry = entries.find((candidate) => candidate.name === name);
  }
  return entry;
}

export function asPathChange({ path, before, after }: TreeChange): PathChange {
  const sameContent = before?.oid === after?.oid;
  return { path, kind: !before ? 'added' : !after ? 'deleted' : sameContent ? 'mode' : 'modified' };
}

export function countChanges(changes: readonly TreeChange[]): ChangeCounts {
  const counts = { added: 0, modified: 0, deleted: 0 };
  for (const { before, after } of changes) counts[!before ? 'added' : !after ? 'deleted' : 'modified']++;
  return counts;
}
