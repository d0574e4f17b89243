// Small JSON documents that several processes change (memories, approvals…): lowdb over a careful file. Owns no shape of data.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PaiError } from '../base/error.js';
import { readJsonFile, setAside } from './json-file.js';
import { ensurePrivateFolder } from './private-folder.js';
import { listLeftovers, resolveLinks, writeFileSafely } from './safe-write.js';
import { ifLockIsFree, withFileLock } from './with-file-lock.js';

export interface JsonStoreOptions<T> {
  /** Checks what was read; throws when it is not this store's data. */
  parse(value: unknown): T;
  /** What an absent file stands for. */
  defaults: T;
  /** Mode of a new file, 0600 unless said otherwise; an existing file keeps its own. */
  mode?: number;
  /** The newest `version` member of the document that this program understands; 1 unless said otherwise. */
  version?: number;
}

export interface Stored<T> {
  data: T;
  /** What the user should be told once, in a sentence: the file was damaged, or is newer than this program. */
  notice?: string;
}

export interface JsonStore<T> {
  /** Waits for a writer only when the file is damaged. Throws PaiError('storage') when it exists and cannot be read. */
  read(): Promise<Stored<T>>;
  /**
   * Changes the newest data, alone among all processes: `change` edits it in place or returns the new value.
   * Throws PaiError('storage') when the file is newer than this program or cannot be written.
   */
  update(change: (data: T) => T | undefined): Promise<Stored<T>>;
}

/** Touches nothing until the first read or update. */
export function openJsonStore<T>(path: string, options: JsonStoreOptions<T>): JsonStore<T> {
  let isFirst = true;
  return {
    async read() {
      const file = await resolveLinks(path);
      if (isFirst && (await listLeftovers(file)).length > 0) await ifLockIsFree(file, () => removeLeftovers(file));
      isFirst = false;
      const { low, notice } = await load(file, options);
      return stored(low.data, notice);
    },
    async update(change) {
      const file = await resolveLinks(path);
      ensurePrivateFolder(dirname(file));
      return withFileLock(file, async (checkHeld) => {
        await removeLeftovers(file);
        const { low, notice, isNewer } = await load(file, options, checkHeld);
        if (isNewer) throw new PaiError('storage', `${notice}`, 'Update PaiCLI.');
        low.data = change(low.data) ?? low.data;
        await low.write();
        return stored(low.data, notice);
      });
    },
  };
}

const stored = <T>(data: T, notice: string | undefined): Stored<T> =>
  notice === undefined ? { data } : { data, notice };

/** Reads the file into a lowdb database. `checkHeld` is given by those who hold the lock; without it a damaged file is looked at again under the lock. */
async function load<T>(file: string, options: JsonStoreOptions<T>, checkHeld?: () => void): Promise<Loaded<T>> {
  const content = await readJsonFile(file, options.parse, options.version ?? 1);
  if (content.kind === 'damaged' && !checkHeld) return withFileLock(file, (held) => load(file, options, held));

  const found = content.kind === 'good' || content.kind === 'damaged' ? (content.data ?? null) : null;
  const { Low } = await import('lowdb');
  const low = new Low<T>(
    {
      read: async () => found,
      write: (data) =>
        writeFileSafely(file, `${JSON.stringify(data, null, 2)}\n`, {
          mode: options.mode ?? 0o600,
          ...(checkHeld ? { beforeReplace: checkHeld } : {}),
        }),
    },
    structuredClone(options.defaults),
  );
  await low.read();
  if (content.kind === 'newer')
    return { low, isNewer: true, notice: `${file} was written by a newer PaiCLI and is left as it is.` };
  if (content.kind !== 'damaged') return { low, isNewer: false };

  const aside = await setAside(file, content.data !== undefined);
  // What could be read of it stands in the old place from now on, so that the user is told only once.
  if (content.data !== undefined) await low.write();
  return { low, isNewer: false, notice: `${file} was damaged (${content.reason}); it is kept as ${aside}.` };
}

interface Loaded<T> {
  low: { data: T; write(): Promise<void> };
  isNewer: boolean;
  notice?: string;
}

/** Only under the lock: every writer holds it, so a temporary file there is nobody's. */
async function removeLeftovers(file: string): Promise<void> {
  for (const leftover of await listLeftovers(file)) await rm(leftover, { force: true });
}
