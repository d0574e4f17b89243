// Walks the user's folder and makes trees of it. The walk decides what is there; what is remembered only spares reading it again.
import { readFileSync, type Stats } from 'node:fs';
import { PaiError } from '../base/error.js';
import { type FolderNode, statWidth, untrusted } from './folder-node.js';
import { encodeTree, gitMode, type ObjectSink } from './git-objects.js';
import type { HidingRules } from './hiding-rules.js';
import { type Listing, listFolder } from './list-folder.js';
import { look } from './look.js';
import type { Pacer } from './pacer.js';
import { isSettled, readEntry } from './read-entry.js';
import type { SkipReason, SnapshotLimits } from './types.js';

export interface Scan {
  root: string;
  /** A folder that is never entered: where our own data lies. */
  ownFolder: string;
  limits: SnapshotLimits;
  sink: ObjectSink;
  pacer: Pacer;
  /** Set to 0; counts as it goes. */
  files: number;
}

/** Gives `old` back when nothing changed. Throws PaiError. */
export async function scanRoot(scan: Scan, rules: HidingRules, old: FolderNode | undefined): Promise<FolderNode> {
  const node = await scanFolder(scan, '', rules, old);
  if (typeof node === 'object') return node;
  throw new PaiError(
    'storage',
    `${scan.root} cannot be read, so no snapshot can be taken.`,
    'Check its owner and mode.',
  );
}

/** `path` is relative and ends in `/`, unless it is ''. */
async function scanFolder(
  scan: Scan,
  path: string,
  above: HidingRules,
  old: FolderNode | undefined,
): Promise<FolderNode | SkipReason | 'gone'> {
  const place = `${scan.root}/${path}`;
  const stats = look(place.slice(0, -1));
  if (typeof stats === 'string') return stats;
  if (!stats.isDirectory()) return 'gone';
  const isSame = old !== undefined && isSameFolder(old, stats);
  const own = isSame && !old.ignoreStat ? undefined : ignoreFile(place, old);
  const rules = own ? above.with(path, own.text) : above;
  const listing = isSame && old.rulesKey === rules.key ? undefined : listFolder(scan, path, rules);
  if (typeof listing === 'string') return listing;
  const draft = listing ? carryOver(listing, old) : old!;
  const result = await scanEntries(scan, path, rules, draft);
  if (!listing && result === draft) return draft;
  const settled = isSettled(stats);
  const node: FolderNode = {
    ...(result === draft ? draft : result),
    mtimeMs: listing && !settled ? untrusted : stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    ino: stats.ino,
    mode: stats.mode,
    rulesKey: rules.key,
    badNames: listing ? listing.badNames : draft.badNames,
    isEmpty: listing ? listing.isEmpty : draft.isEmpty,
  };
  delete node.ignoreStat;
  delete node.ignoreText;
  if (own) Object.assign(node, { ignoreStat: own.stat, ignoreText: own.text });
  node.tree = treeOf(scan.sink, node, path === '');
  return node;
}

const isSameFolder = (old: FolderNode, stats: Stats) =>
  old.mtimeMs === stats.mtimeMs && old.ctimeMs === stats.ctimeMs && old.ino === stats.ino;

/** The folder's own ignore file; a link is none, as in git. */
function ignoreFile(place: string, old: FolderNode | undefined): { stat: number[]; text: string } | undefined {
  const path = `${place}.gitignore`;
  const stats = look(path);
  if (typeof stats === 'string' || !stats.isFile()) return undefined;
  const stat = statNumbers(stats);
  const isKnown = old?.ignoreStat?.every((number, i) => number === stat[i]);
  if (isKnown && old?.ignoreText !== undefined) return { stat, text: old.ignoreText };
  try {
    const text = readFileSync(path, 'utf8');
    return { stat: isSettled(stats) ? stat : [untrusted], text };
  } catch {
    return { stat: [untrusted], text: '' }; // unreadable: it is left out and said like any other file
  }
}

const statNumbers = (stats: Stats) => [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino, stats.mode];

/** Empty rows for the names of a listing, filled with what is remembered of them. */
function carryOver({ entries }: Listing, old: FolderNode | undefined): FolderNode {
  const known = new Map(old?.names.map((name, i) => [name, i]));
  const node: FolderNode = {
    ...{ mtimeMs: untrusted, ctimeMs: 0, ino: 0, mode: 0, rulesKey: '', tree: '', isEmpty: false },
    ...{ names: [], modes: [], stats: [], oids: [], skips: [], children: [], badNames: [] },
  };
  for (const { name, isFolder } of entries) {
    const at = known.get(name);
    const isKnown = at !== undefined && (old!.modes[at] === gitMode.folder) === isFolder;
    node.names.push(name);
    node.modes.push(isKnown ? old!.modes[at]! : isFolder ? gitMode.folder : 0);
    node.oids.push(isKnown ? old!.oids[at]! : '');
    node.skips.push(isKnown ? old!.skips[at]! : '');
    node.children.push(isKnown ? old!.children[at] : undefined);
    if (isKnown) node.stats.push(...old!.stats.slice(at * statWidth, (at + 1) * statWidth));
    else node.stats.push(untrusted, 0, 0, 0, 0);
  }
  return node;
}

/** `node` itself when no entry changed, else a copy. Entries that are gone leave it. */
async function scanEntries(scan: Scan, path: string, rules: HidingRules, node: FolderNode): Promise<FolderNode> {
  let copy: FolderNode | undefined;
  const changed = () => {
    copy ??= {
      ...node,
      modes: [...node.modes],
      stats: [...node.stats],
      oids: [...node.oids],
      skips: [...node.skips],
      children: [...node.children],
    };
    return copy;
  };
  const gone: number[] = [];
  for (let i = 0; i < node.names.length; i++) {
    const name = node.names[i]!;
    if (node.modes[i] === gitMode.folder) {
      const old = node.children[i];
      const child = await scanFolder(scan, `${path}${name}/`, rules, old);
      if (child === 'gone') gone.push(i);
      else if (typeof child === 'string' ? node.skips[i] !== child : child !== old) setFolder(changed(), i, child);
      continue;
    }
    scan.files++;
    const stats = look(`${scan.root}/${path}${name}`);
    if (stats === 'unreadable') setShut(changed(), i);
    else if (stats === 'gone' || stats.isDirectory()) gone.push(i);
    else if (!isSameFile(node.stats, i * statWidth, stats)) {
      if (!setFile(scan, changed(), i, `${scan.root}/${path}${name}`, stats)) gone.push(i);
      if (scan.pacer.due()) await scan.pacer.breathe();
    }
  }
  if (scan.files > scan.limits.maxFiles) throw tooMany(scan);
  if (scan.pacer.due()) await scan.pacer.breathe();
  return gone.length === 0 ? (copy ?? node) : without(changed(), new Set(gone));
}

function isSameFile(stats: readonly number[], at: number, now: Stats): boolean {
  return (
    stats[at] === now.mtimeMs &&
    stats[at + 1] === now.ctimeMs &&
    stats[at + 2] === now.size &&
    stats[at + 3] === now.ino &&
    stats[at + 4] === now.mode
  );
}

function setFolder(node: FolderNode, at: number, child: FolderNode | SkipReason): void {
  const isSkipped = typeof child === 'string';
  node.children[at] = isSkipped ? undefined : child;
  node.skips[at] = isSkipped ? child : '';
  node.oids[at] = isSkipped ? '' : child.tree;
}

/** In a folder that may be listed and not entered. */
function setShut(node: FolderNode, at: number): void {
  node.modes[at] = 0;
  node.skips[at] = 'unreadable';
  node.oids[at] = '';
  node.stats[at * statWidth] = untrusted;
}

/** False when the file is gone. */
function setFile(scan: Scan, node: FolderNode, at: number, place: string, stats: Stats): boolean {
  const entry = readEntry(place, stats, scan.limits.maxFileBytes);
  if (entry.kind === 'gone') return false;
  const isStored = entry.kind === 'content';
  node.modes[at] = isStored ? entry.mode : 0;
  node.skips[at] = isStored ? '' : entry.reason;
  node.oids[at] = isStored ? scan.sink.add('blob', entry.content) : '';
  const numbers = statNumbers(stats);
  // What may change under the same stamp, or may become readable without one, is read again the next time.
  const isSure = isStored ? entry.isSettled : entry.reason !== 'unreadable';
  numbers.forEach((number, i) => {
    node.stats[at * statWidth + i] = i === 0 && !isSure ? untrusted : number;
  });
  return true;
}

function without(node: FolderNode, gone: ReadonlySet<number>): FolderNode {
  const stays = (_: unknown, i: number) => !gone.has(i);
  return {
    ...node,
    names: node.names.filter(stays),
    modes: node.modes.filter(stays),
    oids: node.oids.filter(stays),
    skips: node.skips.filter(stays),
    children: node.children.filter(stays),
    stats: node.stats.filter((_, i) => !gone.has(Math.floor(i / statWidth))),
  };
}

function treeOf(sink: ObjectSink, node: FolderNode, isRoot: boolean): string {
  const entries = node.names.flatMap((name, i) => {
    const oid = node.oids[i]!;
    return oid === '' ? [] : [{ name, mode: node.modes[i]!, oid }];
  });
  return entries.length === 0 && !isRoot ? '' : sink.add('tree', encodeTree(entries));
}

function tooMany({ root, limits }: Scan): PaiError {
  return new PaiError(
    'limit',
    `${root} has more than ${limits.maxFiles} files, which is too many for snapshots.`,
    'Start PaiCLI in a smaller folder, or name what is made by tools in .gitignore.',
  );
}
