// The threads' database, opened with its first use: a home that cannot be written to must not keep the program from starting.
import { existsSync, rmSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { Clock } from '../base/clock.js';
import type { Paths } from '../config/paths.js';
import { backUpDatabase } from '../storage/back-up-database.js';
import { copyFolder } from '../storage/copy-folder.js';
import { openDatabaseOrSetAside } from '../storage/damaged-database.js';
import { holdLock } from '../storage/hold-lock.js';
import type { Database } from '../storage/sqlite.js';
import { createThreadStore, type ThreadStore } from '../thread/thread-store.js';
import { createUsageDays, type UsageDays } from '../thread/usage-days.js';

export interface Threads {
  /** Throws PaiError('storage'). */
  store(): ThreadStore;
  /** Throws PaiError('storage'). */
  usageDays(): UsageDays;
  /** Lets go of a thread that was left; nothing when the database was never opened. */
  release(threadId: string): void;
  /** The long outputs that are kept for a thread, as those of its copy; undefined when there are none. */
  outputsFor(fromThreadId: string, toThreadId: string): OutputCopy | undefined;
  /** Removes a thread with everything kept for it. Throws PaiError('not-found' | 'in-use' | 'storage'). */
  remove(threadId: string): void;
  close(): void;
}

export interface OutputCopy {
  /** How paths of the original's and of the copy's differ. */
  from: string;
  to: string;
  /** Throws PaiError('storage'). */
  copy(): void;
}

/** `onNotice` gets a sentence for the user when the file was damaged and a new one was begun, or an older one was brought up to date. */
export function openThreads(paths: Paths, clock: Clock, onNotice: (notice: string) => void): Threads {
  let database: Database | undefined;
  let store: ThreadStore | undefined;
  let usageDays: UsageDays | undefined;
  const open = () => {
    const opened = openDatabaseOrSetAside(paths.runtimeDatabase, clock.now());
    let backup: string | undefined;
    try {
      store = createThreadStore(opened.database, {
        holdLock: (threadId) => holdLock(paths.threadLock(threadId)),
        now: () => clock.now(),
        backUp(version) {
          backup = `${paths.runtimeDatabase}.backup-v${version}`;
          backUpDatabase(paths.runtimeDatabase, backup);
        },
      });
    } catch (error) {
      opened.database.close();
      throw error;
    }
    database = opened.database;
    if (opened.notice !== undefined) onNotice(opened.notice);
    if (backup !== undefined)
      onNotice(
        `The threads were brought up to date for this version of PaiCLI; as they were they are kept in ${backup}.`,
      );
    return store;
  };
  return {
    store: () => store ?? open(),
    usageDays() {
      if (!database) open();
      usageDays ??= createUsageDays(database!);
      return usageDays;
    },
    release: (threadId) => store?.release(threadId),
    outputsFor(fromThreadId, toThreadId) {
      const folderOf = (threadId: string) => join(paths.toolOutputFolder, threadId);
      if (!existsSync(folderOf(fromThreadId))) return undefined;
      const named = (threadId: string) => join(basename(paths.toolOutputFolder), threadId, sep);
      return {
        from: named(fromThreadId),
        to: named(toThreadId),
        copy: () => copyFolder(folderOf(fromThreadId), folderOf(toThreadId)),
      };
    },
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
