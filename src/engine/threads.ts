// The threads' database, opened with its first use: a home that cannot be written to must not keep the program from starting.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.js';
import type { Paths } from '../config/paths.js';
import { openDatabaseOrSetAside } from '../storage/damaged-database.js';
import { holdLock } from '../storage/hold-lock.js';
import type { Database } from '../storage/sqlite.js';
import { createThreadStore, type ThreadStore } from '../thread/thread-store.js';

export interface Threads {
  /** Throws PaiError('storage'). */
  store(): ThreadStore;
  /** Lets go of a thread that was left; nothing when the database was never opened. */
  release(threadId: string): void;
  /** Removes a thread with everything kept for it. Throws PaiError('not-found' | 'conflict' | 'storage'). */
  remove(threadId: string): void;
  close(): void;
}

/** `onNotice` gets a sentence for the user when the file was damaged and a new one was begun. */
export function openThreads(paths: Paths, clock: Clock, onNotice: (notice: string) => void): Threads {
  let database: Database | undefined;
  let store: ThreadStore | undefined;
  const open = () => {
    const opened = openDatabaseOrSetAside(paths.runtimeDatabase, clock.now());
    try {
      store = createThreadStore(opened.database, {
        holdLock: (threadId) => holdLock(paths.threadLock(threadId)),
        now: () => clock.now(),
      });
    } catch (error) {
      opened.database.close();
      throw error;
    }
    database = opened.database;
    if (opened.notice !== undefined) onNotice(opened.notice);
    return store;
  };
  return {
    store: () => store ?? open(),
    release: (threadId) => store?.release(threadId),
    remove(threadId) {
      (store ?? open()).remove(threadId);
      rmSync(join(paths.toolOutputFolder, threadId), { recursive: true, force: true });
      // Whoever locks this name now finds no thread.
      rmSync(paths.threadLock(threadId), { force: true });
    },
    close() {
      store?.releaseAll();
      database?.close();
    },
  };
}
