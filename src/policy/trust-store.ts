// What the user answered about the settings of folders, in trust.json. Owns its shape; judges nothing.
import { isObject } from '../base/json-text.js';
import type { OwnFolder } from '../config/own-folder.js';
import type { KeptTrust } from '../protocol/folder-trust.js';
import { openJsonStore } from '../storage/json-store.js';

export interface KeptFile {
  hash: string;
  /** What it would do, as it was shown: to tell later what changed. */
  says: string[];
}

export interface KeptAnswer {
  answer: KeptTrust;
  /** Of the content that was answered for. */
  hash: string;
  /** ms since 1970. */
  at: number;
  /** By path below the folder. */
  files: Record<string, KeptFile>;
}

/** By absolute path of the folder. */
type Folders = Record<string, KeptAnswer>;

export interface TrustStore {
  /** Throws PaiError('storage') when the file cannot be read; a damaged one is set aside, and that is the notice. */
  read(): Promise<{ folders: ReadonlyMap<string, KeptAnswer>; notice?: string }>;
  /** Keeps an answer for exactly this content. `at`: ms since 1970. */
  keep(folder: OwnFolder, answer: KeptTrust, at: number): Promise<void>;
  /** False: nothing was kept of it. */
  forget(folder: string): Promise<boolean>;
}

export function openTrustStore(file: string): TrustStore {
  const store = openJsonStore<{ version: 1; folders: Folders }>(file, {
    parse: parseTrust,
    defaults: { version: 1, folders: {} },
  });
  return {
    async read() {
      const { data, notice } = await store.read();
      const folders = new Map(Object.entries(data.folders));
      return notice === undefined ? { folders } : { folders, notice };
    },
    async keep({ folder, hash, files }, answer, at) {
      const kept = files.map(({ path, hash: own, says }) => [path, { hash: own, says: says.map(({ text }) => text) }]);
      await store.update((data) => {
        data.folders[folder] = { answer, hash, at, files: Object.fromEntries(kept) };
        return data;
      });
    },
    async forget(folder) {
      let had = false;
      await store.update((data) => {
        had = Object.hasOwn(data.folders, folder);
        delete data.folders[folder];
        return data;
      });
      return had;
    },
  };
}

/** Throws for anything else: what is not understood must trust nothing. */
function parseTrust(value: unknown): { version: 1; folders: Folders } {
  const folders = membersOf(membersOf(value).folders);
  for (const answer of Object.values(folders)) {
    const { answer: kept, hash, at, files } = membersOf(answer);
    if ((kept !== 'trusted' && kept !== 'refused') || typeof hash !== 'string' || typeof at !== 'number') refuse();
    for (const file of Object.values(membersOf(files))) {
      const { hash: own, says } = membersOf(file);
      if (typeof own !== 'string' || !Array.isArray(says) || !says.every((text) => typeof text === 'string')) refuse();
    }
  }
  return { version: 1, folders: folders as Folders };
}

function membersOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : refuse();
}

function refuse(): never {
  throw new TypeError('it holds no answers about folders');
}
