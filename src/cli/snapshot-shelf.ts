// The snapshots of one folder as the command line uses them, without an engine: the store in its thread, the logs for what tools wrote.
import { existsSync } from 'node:fs';
import { systemClock } from '../base/clock.js';
import { loadSettings } from '../config/load-settings.js';
import { pathsUnder } from '../config/paths.js';
import { claimedPaths } from '../engine/claimed-paths.js';
import { createRestores, type Restores } from '../snapshot/restores.js';
import { openSnapshotWorker, type SnapshotWorker } from '../snapshot/snapshot-worker.js';
import type { Places } from './engine-init.js';
import { choosable } from './engine-init.js';
import { loadCatalog } from './load-catalog.js';

export interface SnapshotShelf {
  store: SnapshotWorker;
  restores: Restores;
}

const bytesOfMb = 1024 * 1024;

/** Calls `work` and lets go of everything afterwards. Throws PaiError('denied') for a folder that gets no snapshots. */
export async function withSnapshots<T>({ home, cwd }: Places, work: (shelf: SnapshotShelf) => Promise<T>): Promise<T> {
  const { snapshotLimitMb } = loadSettings({
    home,
    env: process.env,
    flags: {},
    providers: choosable(loadCatalog(home)),
  });
  const store = openSnapshotWorker({ home, folder: cwd, limits: { maxStoreBytes: snapshotLimitMb * bytesOfMb } });
  const paths = pathsUnder(home);
  const threads = existsSync(paths.runtimeDatabase)
    ? (await import('../engine/engine.js')).openThreads(paths, systemClock, (notice) =>
        process.stderr.write(`${notice}\n`),
      )
    : undefined;
  // The thread of the store does not keep the program alive.
  const alive = setInterval(() => undefined, 60_000);
  try {
    const claims = threads ? claimedPaths(threads, cwd) : () => [];
    return await work({ store, restores: createRestores({ store, claims }) });
  } finally {
    threads?.close();
    await store.close();
    clearInterval(alive);
  }
}
