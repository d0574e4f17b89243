// What is remembered of one folder between scans. Nodes are never changed: a scan that finds nothing new gives the same node back.
import type { SkipReason } from './types.js';

/** Five numbers an entry: mtime and ctime in ms with fractions, size, inode, mode. */
export const statWidth = 5;
/** In place of an mtime: do not trust what is remembered. */
export const untrusted = -1;

export interface FolderNode {
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  mode: number;
  /** Of the rules its names were chosen by. */
  rulesKey: string;
  /** Stat of its own ignore file, if it has one, and the file's text. */
  ignoreStat?: number[];
  ignoreText?: string;
  /** In git's order; without what is hidden. */
  names: string[];
  /** Git's mode; 0 for what is left out. */
  modes: number[];
  stats: number[];
  /** '' for what is left out and for folders with nothing to store. */
  oids: string[];
  /** '' for what is stored. */
  skips: (SkipReason | '')[];
  children: (FolderNode | undefined)[];
  /** Names that are no UTF-8, with � in them. */
  badNames: string[];
  /** '' when there is nothing to store below. */
  tree: string;
  /** It has no entries at all, not even hidden ones. */
  isEmpty: boolean;
}

/** Runs `visit` for every entry, folders before what is in them. `path` is relative. */
export function walkNodes(
  node: FolderNode,
  visit: (path: string, parent: FolderNode, position: number) => void,
  prefix = '',
): void {
  for (let i = 0; i < node.names.length; i++) {
    const path = prefix + node.names[i];
    visit(path, node, i);
    const child = node.children[i];
    if (child) walkNodes(child, visit, `${path}/`);
  }
}
