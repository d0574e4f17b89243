// A short lock among processes around one file, for read-change-write. Long-held locks are hold-lock.ts.
import { PaiError, toErrorData } from '../base/error.js';

/** A holder that was killed is taken over after this long; shorter is not safe with the library. */
const staleMs = 5000;
/** Altogether more than `staleMs`, in small steps: locks are held for some milliseconds. */
const patience = { retries: 200, factor: 1.1, minTimeout: 5, maxTimeout: 100, randomize: true };

/**
 * Runs `work` while no other process holds the lock of `file` (a path free of links in an existing folder).
 * `checkHeld` throws when the lock was lost meanwhile, e.g. while the machine slept. Throws PaiError('storage').
 */
export async function withFileLock<T>(file: string, work: (checkHeld: () => void) => Promise<T>): Promise<T> {
  return holding(file, await acquire(file, patience), work);
}

/** The same for work that can be left for another time: it is not done when the lock cannot be had at once. */
export async function ifLockIsFree(file: string, work: () => Promise<void>): Promise<void> {
  const lock = await acquire(file, { ...patience, retries: 0 }).catch(() => undefined);
  if (lock) await holding(file, lock, work);
}

interface Lock {
  release(): Promise<void>;
  lost(): Error | undefined;
}

async function holding<T>(file: string, lock: Lock, work: (checkHeld: () => void) => Promise<T>): Promise<T> {
  const checkHeld = () => {
    if (lock.lost())
      throw new PaiError('storage', `The lock of ${file} was lost; nothing was changed.`, 'Try again.', lock.lost());
  };
  try {
    return await work(checkHeld);
  } finally {
    if (!lock.lost()) await lock.release();
  }
}

async function acquire(file: string, retries: typeof patience): Promise<Lock> {
  const { default: lockfile } = await import('proper-lockfile');
  let lost: Error | undefined;
  const onCompromised = (error: Error) => {
    lost = error;
  };
  try {
    const release = await lockfile.lock(file, { realpath: false, stale: staleMs, retries, onCompromised });
    return { release, lost: () => lost };
  } catch (error) {
    throw new PaiError(
      'storage',
      `${file} cannot be locked: ${toErrorData(error).message}`,
      `Make its folder writable; if no PaiCLI runs, remove ${file}.lock.`,
      error,
    );
  }
}
