// Watches single folders for changes, not their sub-folders: a watch of a whole tree would cost one a file.

export interface FolderWatch {
  /** Calls `onChange` after something in the folder changed; changes close to each other are one call. */
  add(folder: string, onChange: () => void): void;
  remove(folder: string): void;
  close(): void;
}

const gatherMs = 100;
/** Loading the watcher takes longer than a key may wait; by then the first keys are drawn. */
const firstWatchMs = 300;

/** A watch with chokidar, loaded a moment after the first folder. What it cannot watch (a folder that is gone, no watches left) goes to `onError`. */
export function createFolderWatch(onError: (message: string) => void, startAfterMs = firstWatchMs): FolderWatch {
  /** Undefined while the watch of the folder has not begun. */
  const watchers = new Map<string, { close(): Promise<void> } | undefined>();
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

  async function start(folder: string, onChange: () => void): Promise<void> {
    const { watch } = await load();
    if (closed || !watchers.has(folder) || watchers.get(folder) !== undefined) return;
    let waiting = false;
    const later = () => {
      if (waiting) return;
      waiting = true;
      after(gatherMs, () => {
        waiting = false;
        if (watchers.has(folder)) onChange();
      });
    };
    const watcher = watch(folder, { depth: 0, ignoreInitial: true, followSymlinks: false });
    watcher.on('add', later).on('unlink', later).on('addDir', later).on('unlinkDir', later);
    // What changed between the caller's reading and now was seen by nobody.
    watcher.on('ready', later);
    watcher.on('error', (error) => onError(`${folder} is not watched: ${(error as Error).message}`));
    watchers.set(folder, watcher);
  }

  const stop = (folder: string) => {
    const watcher = watchers.get(folder);
    watchers.delete(folder);
    void watcher?.close();
  };
  return {
    add(folder, onChange) {
      if (closed || watchers.has(folder)) return;
      watchers.set(folder, undefined);
      start(folder, onChange).catch((error: Error) => onError(`${folder} is not watched: ${error.message}`));
    },
    remove: stop,
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}
