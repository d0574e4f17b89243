// Takes one snapshot: scan, objects, commit, ref, in this order, so that a ref never names what is not there. Under the lock.
import type { Clock } from '../base/clock.js';
import { PaiError, toErrorData } from '../base/error.js';
import { detailsOf, encodeDetails } from './details.js';
import { countChanges, diffTrees } from './diff-trees.js';
import type { FolderNode } from './folder-node.js';
import { emptyTree, encodeTree, gitMode, hashObject, type ObjectSink } from './git-objects.js';
import { rulesAbove } from './hiding-rules.js';
import { createPacer } from './pacer.js';
import type { PackReader } from './pack-reader.js';
import { createPackWriter } from './pack-writer.js';
import { roundsOf } from './prune.js';
import type { Repository, Snapshot } from './repository.js';
import { scanRoot } from './scan.js';
import { loadIndex, saveIndex } from './stat-index.js';
import { detailsName, filesName, type State, type States } from './states.js';
import type { StorePlace } from './store-place.js';
import type { SnapshotKind, SnapshotLimits, TakenSnapshot, TakeRequest } from './types.js';

export interface Workshop {
  place: StorePlace;
  limits: SnapshotLimits;
  clock: Clock;
  packs: PackReader;
  repository: Repository;
  states: States;
  /** What the last scan found; undefined until there was one. */
  remembered?: FolderNode | undefined;
}

/** More of them than this make looking things up slow. */
const manyPacks = 100;
const listedSkips = 1000;

export async function takeSnapshot(
  shop: Workshop,
  request: Omit<TakeRequest, 'kind'> & { kind: SnapshotKind },
): Promise<TakenSnapshot & { snapshot: Snapshot }> {
  const { place, limits, packs, repository, states } = shop;
  const start = performance.now();
  const old = await recall(shop);
  const writer = createPackWriter({ gitdir: place.gitdir, existing: packs, maxBytes: limits.maxStoreBytes });
  try {
    const root = await scan(shop, writer, request.signal);
    const details = detailsOf(root);
    const wrapper = wrap(writer, root.tree, encodeDetails(details));
    writer.finish();
    packs.refresh();
    const existing = await repository.list();
    const changes = await diffTrees(states.trees, existing.at(-1)?.info.tree ?? '', root.tree);
    const { label, kind, threadId, turnId } = request;
    const snapshot = await repository.write(wrapper, {
      number: (existing.at(-1)?.info.number ?? 0) + 1,
      kind,
      label,
      ...(threadId === undefined ? {} : { threadId }),
      ...(turnId === undefined ? {} : { turnId }),
      at: shop.clock.now(),
      tree: root.tree,
      changed: countChanges(changes),
      skippedCount: details.skipped.length,
    });
    if (root !== old) saveIndex(place.gitdir, { root, packs: packs.names() });
    shop.remembered = root;
    const pruneDue = packs.names().length > manyPacks || roundsOf(existing).length >= limits.keepRounds;
    const tookMs = Math.round(performance.now() - start);
    return { ...snapshot.info, skipped: details.skipped.slice(0, listedSkips), tookMs, pruneDue, snapshot };
  } catch (error) {
    writer.abandon();
    packs.refresh();
    throw asStorageError(error, place.root);
  }
}

/** The state of the folder now; nothing is stored. */
export async function lookNow(shop: Workshop, signal?: AbortSignal): Promise<State> {
  const trees = new Map<string, Buffer>();
  const sink: ObjectSink = {
    add(type, content) {
      const oid = hashObject(type, content);
      if (type === 'tree') trees.set(oid, content);
      return oid;
    },
  };
  await recall(shop);
  const root = await scan(shop, sink, signal);
  for (const [oid, content] of trees) shop.states.remember(oid, content);
  return { tree: root.tree, details: detailsOf(root) };
}

/** What is remembered counts only as long as the objects it speaks of are there. */
async function recall(shop: Workshop): Promise<FolderNode | undefined> {
  const { packs, place } = shop;
  const arePacksGone = packs.refresh();
  if (shop.remembered && !arePacksGone) return shop.remembered;
  const index = shop.remembered ? { root: shop.remembered, packs: [] } : loadIndex(place.gitdir);
  const names = new Set(packs.names());
  const isSure = index !== undefined && index.packs.length > 0 && index.packs.every((name) => names.has(name));
  shop.remembered = index && (isSure || hasAll(packs, index.root)) ? index.root : undefined;
  return shop.remembered;
}

function hasAll(packs: PackReader, node: FolderNode): boolean {
  if (node.tree !== '' && !packs.has(node.tree)) return false;
  return node.names.every((_, i) => {
    const child = node.children[i];
    return child ? hasAll(packs, child) : node.oids[i] === '' || packs.has(node.oids[i]!);
  });
}

async function scan({ place, limits, remembered }: Workshop, sink: ObjectSink, signal?: AbortSignal) {
  const pacer = createPacer(signal);
  const rules = await rulesAbove(place.root, limits.exclude);
  const { root, ownFolder } = place;
  return scanRoot({ root, ownFolder, limits, sink, pacer, files: 0 }, rules, remembered);
}

/** One tree for both, so that one ref holds everything of a snapshot. */
function wrap(sink: ObjectSink, files: string, details: Buffer): string {
  if (files === emptyTree) sink.add('tree', Buffer.alloc(0));
  return sink.add(
    'tree',
    encodeTree([
      { name: detailsName, mode: gitMode.file, oid: sink.add('blob', details) },
      { name: filesName, mode: gitMode.folder, oid: files },
    ]),
  );
}

function asStorageError(error: unknown, root: string): unknown {
  if (error instanceof PaiError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const hint = code === 'ENOSPC' || code === 'EDQUOT' ? 'Free some space on the disk.' : 'Nothing was changed.';
  return new PaiError('storage', `No snapshot of ${root} could be taken: ${toErrorData(error).message}`, hint, error);
}
