// One program at a time in a store. The system lets go of the lock however its holder ends, and a long scan cannot lose it.
import { join } from 'node:path';
import { PaiError } from '../base/error.js';
import { type HeldLock, holdLock } from '../storage/hold-lock.js';
import { throwIfCancelled } from './pacer.js';
import { lockFile } from './store-place.js';

const pauseMs = 20;

/** Throws PaiError('conflict') when another program holds it for longer than `timeoutMs`. */
export async function lockStore(gitdir: string, timeoutMs: number, signal?: AbortSignal): Promise<HeldLock> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    throwIfCancelled(signal);
    const lock = holdLock(join(gitdir, lockFile));
    if (lock) return lock;
    if (performance.now() > until)
      throw new PaiError('conflict', 'Another PaiCLI is using the snapshots of this folder.', 'Try again in a moment.');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
