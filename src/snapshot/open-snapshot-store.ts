// The snapshots of one folder: the one way in. Owns the order of what is done to a store, and its lock; meant for a worker thread.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.js';
import { asPathChange } from './diff-trees.js';
import { lockStore } from './lock.js';
import { createPacer } from './pacer.js';
import { createPackReader } from './pack-reader.js';
import { removeLeftovers, temporaryFolder } from './place-file.js';
import { pruneStore } from './prune.js';
import { createRepository } from './repository.js';
import { findSnapshot, previewRestore, restoreSnapshot } from './restore.js';
import { cleanAfterRestore } from './restore-note.js';
import { compareStates, createStates } from './states.js';
import { makeFolders, placeOfStore, sizeOf } from './store-place.js';
import { lookNow, takeSnapshot, type Workshop } from './take.js';
import { defaultLimits, type SnapshotLimits, type SnapshotStore } from './types.js';

export interface SnapshotStoreOptions {
  /** PaiCLI's own folder. */
  home: string;
  /** Of the user's files. */
  folder: string;
  clock: Clock;
  limits?: Partial<SnapshotLimits>;
  /** The person's home folder, which gets no snapshots. */
  userHome?: string;
}

/** Makes nothing on the disk until the first snapshot. Throws PaiError('denied') for folders that get none. */
export function openSnapshotStore(options: SnapshotStoreOptions): SnapshotStore {
  const place = placeOfStore(options.home, options.folder, options.userHome);
  const limits = { ...defaultLimits, ...options.limits };
  const { gitdir } = place;
  const packs = createPackReader(gitdir);
  const repository = createRepository(gitdir, packs);
  const shop: Workshop = { place, limits, clock: options.clock, packs, repository, states: createStates(repository) };
  const inOrder = createQueue();

  /** Alone in the store among all programs. */
  const alone = <T>(work: () => Promise<T>, signal?: AbortSignal) =>
    inOrder(async () => {
      if (!existsSync(join(gitdir, temporaryFolder))) makeFolders(gitdir);
      const lock = await lockStore(gitdir, limits.lockTimeoutMs, signal);
      try {
        removeLeftovers(gitdir);
        cleanAfterRestore(gitdir, place.root);
        await repository.prepare();
        return await work();
      } finally {
        lock.release();
      }
    });
  return {
    take: (request) =>
      alone(async () => {
        const { snapshot: _, ...taken } = await takeSnapshot(shop, request);
        return taken;
      }, request.signal),
    list: () => inOrder(async () => (await repository.list()).map(({ info }) => info)),
    diff: (from, to, signal) =>
      alone(async () => {
        const before = await shop.states.of(await findSnapshot(shop, from));
        const isNow = to === 'now';
        const after = isNow ? await lookNow(shop, signal) : await shop.states.of(await findSnapshot(shop, to));
        return (await compareStates(shop.states.trees, before, after)).map(asPathChange);
      }, signal),
    previewRestore: (id, scope = {}, signal) => alone(() => previewRestore(shop, id, scope, signal), signal),
    restore: (preview, choices = {}) => alone(() => restoreSnapshot(shop, preview, choices)),
    prune: () =>
      alone(async () => {
        const before = sizeOf(gitdir);
        const { keepRounds, maxStoreBytes } = limits;
        const pacer = createPacer();
        const done = await pruneStore({ gitdir, repository, packs, keepRounds, maxBytes: maxStoreBytes, pacer });
        const sizeBytes = sizeOf(gitdir);
        const freedBytes = Math.max(0, before - sizeBytes);
        return { keptSnapshots: done.kept, droppedSnapshots: done.dropped, freedBytes, sizeBytes };
      }),
    size: () => inOrder(async () => (existsSync(gitdir) ? sizeOf(gitdir) : 0)),
    close: () => packs.close(),
  };
}

/** One thing after the other, in the order they were asked for. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined); // told to whoever asked
    return result;
  };
}
