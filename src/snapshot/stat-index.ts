// What was remembered of the user's folder, kept for the next program. Only ever a short cut: damaged or absent, everything is read again.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { FolderNode } from './folder-node.js';
import { placeFile } from './place-file.js';

export interface StatIndex {
  root: FolderNode;
  /** Where the objects were that it speaks of. */
  packs: string[];
}

/** Changes with the meaning of the data. */
const format = 1;
const digest = (bytes: Buffer) => createHash('sha1').update(bytes).digest();
const pathOf = (gitdir: string) => join(gitdir, 'paicli-index');

export function loadIndex(gitdir: string): StatIndex | undefined {
  try {
    const bytes = readFileSync(pathOf(gitdir));
    const body = bytes.subarray(20);
    if (!digest(body).equals(bytes.subarray(0, 20))) return undefined;
    const data = deserialize(body) as StatIndex & { format: number };
    return data.format === format ? data : undefined;
  } catch {
    return undefined; // absent, cut off or unreadable: all the same
  }
}

/** A failure costs time at the next start and nothing else. */
export function saveIndex(gitdir: string, index: StatIndex): void {
  const body = serialize({ ...index, format });
  try {
    placeFile(gitdir, pathOf(gitdir), Buffer.concat([digest(body), body]));
  } catch {
    rmSync(pathOf(gitdir), { force: true });
  }
}
