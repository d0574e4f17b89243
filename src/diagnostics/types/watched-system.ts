// The file system as TypeScript's watching program sees it: with the overlay on top, and with watchers that are told by us
// and not by the system: of edits at once, of all else by a look at times and sizes.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from './load-typescript.js';
import type { Overlay } from './overlay.js';

export type Change = 'created' | 'changed' | 'deleted';

export interface WatchedSystem {
  system: ts.System;
  tell(file: string, change: Change): void;
  /** Tells of what changed on the disk since the last look, but for overlaid files. True when there was something. */
  look(): boolean;
}

interface Watcher<Callback> {
  callback: Callback;
  isRecursive: boolean;
}

export function createWatchedSystem({ sys, FileWatcherEventKind }: TypeScript, overlay: Overlay): WatchedSystem {
  const files = new Map<string, Set<ts.FileWatcherCallback>>();
  const folders = new Map<string, Set<Watcher<ts.DirectoryWatcherCallback>>>();
  const stamps = new Map<string, string>();
  const kinds = {
    created: FileWatcherEventKind.Created,
    changed: FileWatcherEventKind.Changed,
    deleted: FileWatcherEventKind.Deleted,
  };

  const tellFolders = (file: string) => {
    const parent = dirname(file);
    for (let folder = parent; ; folder = dirname(folder)) {
      for (const { callback, isRecursive } of [...(folders.get(folder) ?? [])])
        if (isRecursive || folder === parent) callback(file);
      if (folder === dirname(folder)) return;
    }
  };
  const tell = (file: string, change: Change) => {
    stamps.set(file, stampOf(file));
    for (const callback of [...(files.get(file) ?? [])]) callback(file, kinds[change]);
    if (change !== 'changed') tellFolders(file);
  };
  const isNews = (path: string) => {
    const [old, now] = [stamps.get(path), stampOf(path)];
    stamps.set(path, now);
    return old !== undefined && old !== now ? { old, now } : undefined;
  };

  return {
    system: {
      ...sys,
      readFile: (path, encoding) => {
        const text = overlay.get(path);
        return text === undefined ? sys.readFile(path, encoding) : (text ?? undefined);
      },
      fileExists: (path) => {
        const text = overlay.get(path);
        return text === undefined ? sys.fileExists(path) : text !== null;
      },
      readDirectory: (...args) => sys.readDirectory(...args).filter((path) => overlay.get(path) !== null),
      // Nothing is ever written from here.
      writeFile: () => {},
      createDirectory: () => {},
      watchFile(path, callback) {
        stamps.set(path, stamps.get(path) ?? stampOf(path));
        return subscribe(files, path, callback);
      },
      watchDirectory: (path, callback, isRecursive = false) => subscribe(folders, path, { callback, isRecursive }),
      // Without clocks the program is brought up to date only when it is asked for.
      setTimeout: undefined as never,
      clearTimeout: undefined as never,
    },
    tell,
    look() {
      let isChanged = false;
      for (const file of [...files.keys()]) {
        if (overlay.has(file)) continue;
        const news = isNews(file);
        if (news === undefined) continue;
        isChanged = true;
        tell(file, news.old === '' ? 'created' : news.now === '' ? 'deleted' : 'changed');
      }
      const known = [...files.keys()].map((file) => dirname(file));
      for (const folder of new Set([...folders.keys(), ...known])) {
        if (isNews(folder) === undefined) continue;
        isChanged = true;
        for (const name of namesIn(folder)) tellFolders(join(folder, name));
      }
      return isChanged;
    },
  };
}

function subscribe<Item>(map: Map<string, Set<Item>>, path: string, item: Item): ts.FileWatcher {
  const items = map.get(path) ?? new Set();
  map.set(path, items.add(item));
  return {
    close() {
      items.delete(item);
      if (items.size === 0 && map.get(path) === items) map.delete(path);
    },
  };
}

/** Empty when it is not there. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it is gone
  }
}
