// Files of the working folder by a few letters of their path. Owns the list, how long it is good for, and the order of what is found.
import { relative, sep } from 'node:path';
import type { Snapshot } from 'fuzzysort';

/** A list this old is still used, and made anew behind the answer; one that was slow to make is good for longer. */
const freshMs = 5000;
const freshTimes = 20;

export interface FileFinder {
  /** At most `limit` paths relative to the folder, `/` between their names, the best first; with no text the shallowest. */
  find(text: string, limit: number): Promise<string[]>;
}

interface FileList {
  /** The shallowest first. */
  paths: string[];
  /** Made with the first search: preparing takes as long as some searches. */
  snapshot?: Snapshot;
  /** Until then, on the clock that is handed in. */
  freshUntil: number;
}

/** `now`: ms of a clock that does not jump. */
export function createFileFinder(folder: string, now: () => number = () => performance.now()): FileFinder {
  let list: FileList | undefined;
  let making: Promise<FileList> | undefined;

  const make = async (): Promise<FileList> => {
    try {
      const startedAt = now();
      const paths = await listFiles(folder);
      const freshUntil = now() + Math.max(freshMs, freshTimes * (now() - startedAt));
      // Most often nothing has come or gone, and what was prepared for the search can stay.
      const same = list !== undefined && isSame(list.paths, paths) ? list : { paths };
      list = { ...same, freshUntil };
      return list;
    } finally {
      making = undefined;
    }
  };
  const renew = () => (making ??= make());
  const current = async (): Promise<FileList> => {
    if (!list) return renew();
    // The old list answers meanwhile; why a new one cannot be made is told when there is none at all.
    if (now() > list.freshUntil) void renew().catch(() => undefined);
    return list;
  };

  return {
    async find(text, limit) {
      const files = await current();
      if (text === '') return files.paths.slice(0, limit);
      const { go, snapshot } = await import('fuzzysort');
      files.snapshot ??= snapshot(files.paths);
      // A threshold of 0 keeps what has the letters in order anywhere; the order is the matter of the score.
      return go(text, files.snapshot, { limit, threshold: 0 }).map(({ target }) => target);
    },
  };
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((path, at) => path === other[at]);
}

async function listFiles(folder: string): Promise<string[]> {
  const { walkFiles } = await import('../tool/files/walk.js');
  const paths: string[] = [];
  for await (const file of walkFiles(folder, folder, new AbortController().signal))
    paths.push(relative(folder, file).replaceAll(sep, '/'));
  const depths = new Map(paths.map((path) => [path, path.split('/').length]));
  return paths.sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0));
}
