// The bytes of git's objects and their ids. Knows nothing of files and stores.
import { createHash } from 'node:crypto';
import { PaiError } from '../base/error.js';

export type ObjectType = 'commit' | 'tree' | 'blob';

/** Git's own numbers for kinds of entries. */
export const gitMode = { folder: 0o40000, file: 0o100644, executable: 0o100755, link: 0o120000 } as const;

export interface TreeEntry {
  name: string;
  mode: number;
  oid: string;
}

/** Takes objects in and says their ids. */
export interface ObjectSink {
  add(type: ObjectType, content: Buffer): string;
}

/** The tree of nothing. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export function hashObject(type: ObjectType, content: Buffer): string {
  return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
}

/** `entries` must be in git's order. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const parts: Buffer[] = [];
  for (const { name, mode, oid } of entries) {
    parts.push(Buffer.from(`${mode.toString(8)} ${name}\0`), Buffer.from(oid, 'hex'));
  }
  return Buffer.concat(parts);
}

export function decodeTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const zero = content.indexOf(0, space);
    if (space === -1 || zero === -1 || zero + 21 > content.length)
      throw new PaiError('storage', 'A tree in the snapshot store is damaged.', 'Restore another snapshot.');
    const name = content.toString('utf8', space + 1, zero);
    entries.push({
      name: safeName(name),
      mode: Number.parseInt(content.toString('latin1', at, space), 8),
      oid: content.toString('hex', zero + 1, zero + 21),
    });
    at = zero + 21;
  }
  return entries;
}

/** Sorts names as git does: by bytes, folders as if they ended in `/`. */
export function sortForGit<T extends { name: string; isFolder: boolean }>(entries: T[]): T[] {
  const key = ({ name, isFolder }: T) => (isFolder ? `${name}/` : name);
  const isPlain = entries.every(({ name }) => /^[\0-\x7f]*$/.test(name));
  // UTF-16 and UTF-8 only sort differently outside of ASCII.
  if (isPlain) return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return entries.sort((a, b) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b))));
}

/** A store that somebody tampered with must not lead a restore out of the folder. */
function safeName(name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/') || name.toLowerCase() === '.git')
    throw new PaiError('storage', `A tree in the snapshot store has a forbidden name: ${JSON.stringify(name)}`);
  return name;
}
