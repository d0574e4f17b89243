// Watches single folders for changes, not their sub-folders: a watch of a whole tree would cost one a file.
import { watch as watchFolder } from 'node:fs';

export interface FolderWatch {
  /** Calls `onChange` after something in the folder changed; changes close to each other are one call. `entries`: how many it has. */
  add(folder: string, onChange: () => void, entries: number): void;
  remove(folder: string): void;
  close(): void;
}

const gatherMs = 100;
/** Reading a folder again costs about a millisecond a thousand entries; a busy one must not cost more than a few per cent. */
const gatherMsPerEntry = 0.03;
/**
 * chokidar takes a watch of the system for every file of a folder, and looks at each: 500 files cost 120 ms of this
 * thread, 50,000 cost 5.5 s and 200 MB. Above this the folder alone is watched by the system (2 ms), which tells of names
 * that come and go, all that the tree shows.
 */
const mostForChokidar = 200;
/** Loading the watcher takes longer than a key may wait; by then the first keys are drawn. */
const firstWatchMs = 300;

interface Watcher {
  close(): unknown;
}

type Begin = (folder: string, later: () => void, onError: (message: string) => void) => Watcher;

/** A watch with chokidar, loaded a moment after the first folder. What it cannot watch (a folder that is gone, no watches left) goes to `onError`. */
export function createFolderWatch(onError: (message: string) => void, startAfterMs = firstWatchMs): FolderWatch {
  /** Undefined while the watch of the folder has not begun. */
  const watchers = new Map<string, Watcher | undefined>();
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;

  const after = (delayMs: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
  };
  let loading: Promise<typeof import('chokidar')> | undefined;
  const load = () =>
    (loading ??= new Promise<void>((resolve) => after(startAfterMs, resolve)).then(() => import('chokidar')));

  async function start(folder: string, onChange: () => void, entries: number): Promise<void> {
    let waiting = false;
    const later = () => {
      if (waiting) return;
      waiting = true;
      after(Math.max(gatherMs, entries * gatherMsPerEntry), () => {
        waiting = false;
        if (watchers.has(folder)) onChange();
      });
    };
    const begin = entries > mostForChokidar ? folderAlone : withChokidar(await load());
    if (closed || !watchers.has(folder) || watchers.get(folder) !== undefined) return;
    watchers.set(folder, begin(folder, later, onError));
  }

  const stop = (folder: string) => {
    const watcher = watchers.get(folder);
    watchers.delete(folder);
    void watcher?.close();
  };
  return {
    add(folder, onChange, entries) {
      if (closed || watchers.has(folder)) return;
      watchers.set(folder, undefined);
      start(folder, onChange, entries).catch((error: Error) => onError(`${folder} is not watched: ${error.message}`));
    },
    remove: stop,
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}

const withChokidar =
  ({ watch }: typeof import('chokidar')): Begin =>
  (folder, later, onError) => {
    const watcher = watch(folder, { depth: 0, ignoreInitial: true, followSymlinks: false });
    watcher.on('add', later).on('unlink', later).on('addDir', later).on('unlinkDir', later);
    // What changed between the caller's reading and now was seen by nobody.
    watcher.on('ready', later);
    watcher.on('error', (error) => onError(`${folder} is not watched: ${(error as Error).message}`));
    return watcher;
  };

const folderAlone: Begin = (folder, later, onError) => {
  // `change` is about contents, which the tree does not show.
  const watcher = watchFolder(folder, { persistent: false }, (event) => event === 'rename' && later());
  watcher.on('error', (error) => onError(`${folder} is not watched: ${error.message}`));
  later();
  return watcher;
};
