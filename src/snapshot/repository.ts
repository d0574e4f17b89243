// The bare git repository a store is: commits and refs, by isomorphic-git. Trees and blobs go straight into packs.
import { existsSync, promises, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { hashObject } from './git-objects.js';
import type { FoundObject, PackReader } from './pack-reader.js';
import { placeFile } from './place-file.js';
import type { SnapshotInfo } from './types.js';

export interface Repository {
  /** Makes what is missing of it. Under the lock. */
  prepare(): Promise<void>;
  /** Damaged ones are not listed. Oldest first. */
  list(): Promise<Snapshot[]>;
  write(wrapperTree: string, info: Omit<SnapshotInfo, 'id'>): Promise<Snapshot>;
  drop(snapshot: Snapshot): Promise<void>;
  /** Loose objects that are not in `live` are removed. */
  sweepLoose(live: ReadonlySet<string>): void;
  /** An object in whatever form native git has left it. */
  read(oid: string): Promise<FoundObject>;
}

export interface Snapshot {
  info: SnapshotInfo;
  /** Holds `files`, the tree of the folder, and `details.json`. */
  wrapperTree: string;
}

const folder = 'refs/snapshots';
const nameOf = (number: number) => String(number).padStart(6, '0');
const refOf = (number: number) => `${folder}/${nameOf(number)}`;
const author = 'PaiCLI Snapshot <snapshot@paicli.local>';

export function createRepository(gitdir: string, packs: PackReader): Repository {
  const fs = atomicFiles(gitdir);
  const known = new Map<string, Snapshot>();
  const load = async (git: typeof import('isomorphic-git'), name: string): Promise<Snapshot | undefined> => {
    try {
      const id = await git.resolveRef({ fs, gitdir, ref: `${folder}/${name}` });
      const { commit } = await git.readCommit({ fs, gitdir, oid: id });
      const info = JSON.parse(commit.message) as Omit<SnapshotInfo, 'id'>;
      return typeof info.number === 'number' ? { info: { ...info, id }, wrapperTree: commit.tree } : undefined;
    } catch {
      return undefined; // its ref or commit is damaged: no snapshot
    }
  };
  return {
    async prepare() {
      if (existsSync(join(gitdir, 'HEAD'))) return;
      const git = await import('isomorphic-git');
      await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' });
      // It writes this one last, and not at all when a kill came between it and the others.
      placeFile(gitdir, join(gitdir, 'HEAD'), Buffer.from('ref: refs/heads/main\n'));
    },
    async list() {
      if (!existsSync(join(gitdir, folder))) return [];
      const git = await import('isomorphic-git');
      // The library asks about every single file; it is needed when native git has packed the refs.
      const isPacked = existsSync(join(gitdir, 'packed-refs'));
      const names = new Set(isPacked ? await git.listRefs({ fs, gitdir, filepath: folder }) : looseRefs(gitdir));
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
      for (const name of names) {
        const snapshot = known.get(name) ?? (await load(git, name));
        if (snapshot) known.set(name, snapshot);
      }
      return [...known.values()].sort((a, b) => a.info.number - b.info.number);
    },
    async write(wrapperTree, info) {
      const git = await import('isomorphic-git');
      const content = commitOf(wrapperTree, info);
      const id = hashObject('commit', content);
      // Compressed here: the library would load web streams for it, which costs more than all the rest.
      const object = deflateSync(Buffer.concat([Buffer.from(`commit ${content.length}\0`), content]));
      await git.writeObject({ fs, gitdir, type: 'commit', object, format: 'deflated', oid: id });
      await git.writeRef({ fs, gitdir, ref: refOf(info.number), value: id, force: true });
      const snapshot = { info: { ...info, id }, wrapperTree };
      known.set(nameOf(info.number), snapshot);
      return snapshot;
    },
    async drop({ info }) {
      const git = await import('isomorphic-git');
      await git.deleteRef({ fs, gitdir, ref: refOf(info.number) });
    },
    sweepLoose(live) {
      for (const start of readdirSync(join(gitdir, 'objects')).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
        for (const rest of readdirSync(join(gitdir, 'objects', start))) {
          if (!live.has(start + rest)) rmSync(join(gitdir, 'objects', start, rest), { force: true });
        }
      }
    },
    async read(oid) {
      const found = packs.read(oid);
      if (found) return found;
      const git = await import('isomorphic-git');
      const { type, object } = await git.readObject({ fs, gitdir, oid, format: 'content', cache: {} });
      return { type: type as FoundObject['type'], content: Buffer.from(object as Uint8Array) };
    },
  };
}

function commitOf(tree: string, info: Omit<SnapshotInfo, 'id'>): Buffer {
  const by = `${author} ${Math.floor(info.at / 1000)} +0000`;
  return Buffer.from(`tree ${tree}\nauthor ${by}\ncommitter ${by}\n\n${JSON.stringify(info)}\n`);
}

const looseRefs = (gitdir: string) => readdirSync(join(gitdir, folder)).filter((name) => /^\d+$/.test(name));

/** The library writes in place; a kill in the middle would leave half an object behind. */
function atomicFiles(gitdir: string) {
  const { readFile, mkdir, rmdir, unlink, stat, lstat, readdir, readlink, symlink, rm } = promises;
  const writeFile = async (path: string, content: string | Uint8Array) =>
    placeFile(gitdir, path, typeof content === 'string' ? Buffer.from(content) : content);
  return { promises: { readFile, writeFile, mkdir, rmdir, unlink, stat, lstat, readdir, readlink, symlink, rm } };
}
