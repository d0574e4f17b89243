// Preview and restore of one snapshot: plan, snapshot of what is there, deeds, verification, snapshot of the result. Under the lock.
import { PaiError } from '../base/error.js';
import { type Applied, applyDeeds } from './apply-restore.js';
import { rulesAbove } from './hiding-rules.js';
import { type Deed, describePlan, type Plan, planRestore, relativePath, scopeTest, stateOf } from './plan-restore.js';
import type { Snapshot } from './repository.js';
import { endRestore, noteRestore } from './restore-note.js';
import type { State } from './states.js';
import { lookNow, takeSnapshot, type Workshop } from './take.js';
import type { RestoreChoices, RestorePreview, RestoreResult, RestoreScope } from './types.js';
import { unseenTest } from './unseen.js';
import { type Changers, whoChanged } from './who-changed.js';

export async function findSnapshot({ repository }: Workshop, id: string): Promise<Snapshot> {
  const found = (await repository.list()).find(({ info }) => info.id === id);
  if (found) return found;
  throw new PaiError('not-found', `There is no snapshot ${id} any more.`, 'List the snapshots and choose another.');
}

export async function previewRestore(
  shop: Workshop,
  id: string,
  scope: RestoreScope,
  signal?: AbortSignal,
): Promise<RestorePreview> {
  const from = await findSnapshot(shop, id);
  const now = await lookNow(shop, signal);
  const { plan, snapshot, changers } = await makePlan(shop, from, now, scope);
  const isAsked = scopeTest(shop.place.root, scope, changers);
  const skipped = snapshot.details.skipped.filter(({ path }) => isAsked(path));
  return { snapshotId: id, number: from.info.number, scope, ...describePlan(plan), skipped };
}

export async function restoreSnapshot(
  shop: Workshop,
  preview: RestorePreview,
  choices: RestoreChoices,
): Promise<RestoreResult> {
  const { place, repository, states } = shop;
  const from = await findSnapshot(shop, preview.snapshotId);
  const label = `before restore of ${preview.number}`;
  const before = await takeSnapshot(shop, { kind: 'before-restore', label });
  const { plan, snapshot } = await makePlan(shop, from, await states.of(before.snapshot), preview.scope);
  const { deeds, kept } = decide(place.root, plan, preview, choices);
  noteRestore(
    place.gitdir,
    deeds.map(({ path }) => path),
  );
  const applied = await applyDeeds({
    root: place.root,
    snapshot,
    trees: states.trees,
    read: async (oid) => (await repository.read(oid)).content,
    deeds,
    emptyFolders: preview.scope.all ? snapshot.details.emptyFolders : [],
    number: before.number,
  });
  endRestore(place.gitdir);
  const after = await takeAfter(shop, preview.number);
  return { ...applied, kept: [...kept, ...applied.kept], before: before.snapshot.info, ...(after ? { after } : {}) };
}

/** The files are restored by now: that they cannot be stored again, e.g. on a full disk, must not look like a failure. */
async function takeAfter(shop: Workshop, number: number) {
  try {
    return (await takeSnapshot(shop, { kind: 'after-restore', label: `after restore of ${number}` })).snapshot.info;
  } catch (error) {
    if (error instanceof PaiError) return undefined;
    throw error;
  }
}

async function makePlan(
  { place, limits, repository, states }: Workshop,
  from: Snapshot,
  now: State,
  scope: RestoreScope,
): Promise<{ plan: Plan; snapshot: State; changers: Changers }> {
  const steps = (await repository.list()).map((it) => ({ info: it.info, state: () => states.of(it) }));
  const claimed = scope.changedByAgent && new Set(scope.changedByAgent.map((path) => relativePath(place.root, path)));
  const changers = await whoChanged(states.trees, steps, from.info, now, claimed);
  const snapshot = await states.of(from);
  const read = async (oid: string) => (await repository.read(oid)).content;
  const above = await rulesAbove(place.root, limits.exclude);
  const wasUnseen = unseenTest({ above, trees: states.trees, read, snapshot });
  const plan = await planRestore({ root: place.root, trees: states.trees, snapshot, now, scope, changers, wasUnseen });
  return { plan, snapshot, changers };
}

/** What of the plan is really to be done, and why the rest is not. */
function decide(root: string, plan: Plan, preview: RestorePreview, choices: RestoreChoices) {
  const pathSet = (paths: readonly string[] = []) => new Set(paths.map((path) => relativePath(root, path)));
  const [keep, overwrite] = [pathSet(choices.keep), pathSet(choices.overwrite)];
  const seen = new Map(preview.seen);
  const shown = new Map(preview.conflicts.map(({ path, reason }) => [path, reason]));
  const kept: Applied['kept'] = [];
  const deeds: Deed[] = [];
  for (const deed of plan.deeds) {
    const { path, conflict } = deed;
    const isOverruled = overwrite.has(path) && conflict === shown.get(path) && conflict !== 'through-link';
    if (keep.has(path)) kept.push({ path, why: 'kept' });
    else if (seen.get(path) !== stateOf(deed)) kept.push({ path, why: 'changed-since-preview' });
    else if (conflict && !isOverruled) kept.push({ path, why: conflict });
    else deeds.push(deed);
  }
  return { deeds, kept };
}
