// Does what a plan says, one path after the other, each at once or not at all, and reads every one again afterwards.
import { lstatSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { toErrorData } from '../base/error.js';
import { findInTree, type TreeSource } from './diff-trees.js';
import { gitMode } from './git-objects.js';
import { findObstacle } from './obstacles.js';
import type { Deed } from './plan-restore.js';
import type { State } from './states.js';
import type { RestoreResult } from './types.js';
import { isAsWanted, isUntouched, makeFolder, removeEmptyFolders, setPermissions, writeEntry } from './write-entry.js';

export interface ApplyInput {
  root: string;
  snapshot: State;
  trees: TreeSource;
  read(oid: string): Promise<Buffer>;
  /** Only what is really to be done: kept ones and conflicts that were not overruled are no longer in it. */
  deeds: readonly Deed[];
  /** Empty folders of the snapshot that are to be there again. */
  emptyFolders: readonly string[];
  /** Part of the name of what is moved aside. */
  number: number;
}

export type Applied = Pick<RestoreResult, 'restored' | 'deleted' | 'movedAside' | 'kept' | 'failed' | 'verified'>;

export async function applyDeeds(input: ApplyInput): Promise<Applied> {
  const { root, deeds, snapshot } = input;
  const applied: Applied = { restored: [], deleted: [], movedAside: [], kept: [], failed: [], verified: true };
  const made: string[] = [];
  /** True when it was done; a fault at one path does not keep the others from being restored. */
  const attempt = async (path: string, work: () => Promise<void>) => {
    try {
      await work();
      return true;
    } catch (error) {
      applied.failed.push({ path, message: toErrorData(error).message });
      return false;
    }
  };
  const touched = (path: string) => applied.kept.push({ path, why: 'changed-since-preview' });
  for (const { path, now, wanted } of deeds) {
    if (wanted || !now) continue;
    if (!isUntouched(root, path, now)) touched(path);
    else if (await attempt(path, async () => unlinkSync(`${root}/${path}`))) applied.deleted.push(path);
  }
  for (const path of applied.deleted) await removeEmptied(input, path);
  for (const deed of deeds) {
    if (!deed.wanted) continue;
    const done = await attempt(deed.path, async () => {
      if (deed.obstacle !== undefined) moveAside(input, deed.obstacle, applied);
      if (!isUntouched(root, deed.path, deed.now)) return void touched(deed.path);
      const obstacle = findObstacle(root, deed.path, deed.now !== undefined, new Set());
      if (obstacle) return void applied.kept.push({ path: deed.path, why: obstacle.reason });
      await restoreOne(input, deed, made);
      applied.restored.push(deed.path);
    });
    if (!done) applied.verified = false;
  }
  for (const path of input.emptyFolders) await attempt(path, async () => makeFolder(root, path, made));
  for (const path of made.reverse())
    await attempt(path, async () => setPermissions(root, path, snapshot.details, gitMode.folder));
  applied.verified = applied.failed.length === 0 && isVerified(root, deeds, applied);
  return applied;
}

async function restoreOne({ root, read }: ApplyInput, deed: Deed, made: string[]): Promise<void> {
  const wanted = deed.wanted!;
  makeFolder(root, deed.path.split('/').slice(0, -1).join('/'), made);
  removeEmptyFolders(`${root}/${deed.path}`);
  writeEntry(root, deed.path, wanted, deed.permissions, await read(wanted.oid));
}

/** Folders the snapshot does not know go when their last file went. */
async function removeEmptied({ root, trees, snapshot }: ApplyInput, path: string): Promise<void> {
  const names = path.split('/').slice(0, -1);
  for (; names.length > 0; names.pop()) {
    const folder = names.join('/');
    if ((await findInTree(trees, snapshot.tree, folder))?.mode === gitMode.folder) return;
    if (snapshot.details.emptyFolders.includes(folder)) return;
    try {
      rmdirSync(`${root}/${folder}`);
    } catch {
      return; // something is still in it
    }
  }
}

function moveAside({ root, number }: ApplyInput, path: string, applied: Applied): void {
  const place = `${root}/${path}`;
  if (!lstatSync(place, { throwIfNoEntry: false })) return; // moved already, for another path below it
  const base = `${path}.kept-${number}`;
  let to = base;
  for (let i = 2; lstatSync(`${root}/${to}`, { throwIfNoEntry: false }); i++) to = `${base}-${i}`;
  renameSync(place, `${root}/${to}`);
  applied.movedAside.push({ path, to });
}

function isVerified(root: string, deeds: readonly Deed[], { restored, deleted }: Applied): boolean {
  const done = new Set([...restored, ...deleted]);
  return deeds
    .filter(({ path }) => done.has(path))
    .every(({ path, wanted, permissions }) => isAsWanted(root, path, wanted, permissions));
}
