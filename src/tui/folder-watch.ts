// Watches single folders for changes, not their sub-folders: a watch of a whole tree would cost one a file.

export interface FolderWatch {
  /** Calls `onChange` after something in the folder changed; changes close to each other are one call. */
  add(folder: string, onChange: () => void): void;
  remove(folder: string): void;
  close(): void;
}

const gatherMs = 100;

/** A watch with chokidar, loaded with the first folder. What it cannot watch (a folder that is gone, no watches left) goes to `onError`. */
export function createFolderWatch(onError: (message: string) => void): FolderWatch {
  const watchers = new Map<string, { close(): Promise<void> }>();
  let closed = false;

  async function start(folder: string, onChange: () => void): Promise<void> {
    const { watch } = await import('chokidar');
    if (closed || watchers.has(folder)) return;
    let waiting = false;
    const later = () => {
      if (waiting) return;
      waiting = true;
      setTimeout(() => {
        waiting = false;
        if (watchers.has(folder)) onChange();
      }, gatherMs);
    };
    const watcher = watch(folder, { depth: 0, ignoreInitial: true, followSymlinks: false });
    watcher.on('add', later).on('unlink', later).on('addDir', later).on('unlinkDir', later);
    watcher.on('error', (error) => onError(`${folder} is not watched: ${(error as Error).message}`));
    watchers.set(folder, watcher);
  }

  const stop = (folder: string) => {
    const watcher = watchers.get(folder);
    watchers.delete(folder);
    void watcher?.close();
  };
  return {
    add: (folder, onChange) =>
      void start(folder, onChange).catch((error: Error) => onError(`${folder} is not watched: ${error.message}`)),
    remove: stop,
    close() {
      closed = true;
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}
