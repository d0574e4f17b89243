// Writes one file or link into the user's folder, and compares what stands there with what should. Never follows a link.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { PaiError } from '../base/error.js';
import { type Details, recordedPermissions } from './details.js';
import type { StoredFile } from './diff-trees.js';
import { gitMode, hashObject } from './git-objects.js';
import { restoreFilePrefix } from './list-folder.js';
import { look } from './look.js';
import { readEntry } from './read-entry.js';

/** The folder and those above it, as plain folders; the new ones are added to `made`. */
export function makeFolder(root: string, path: string, made: string[]): void {
  const names = path === '' ? [] : path.split('/');
  for (let length = 1; length <= names.length; length++) {
    const folder = names.slice(0, length).join('/');
    const stats = lstatSync(`${root}/${folder}`, { throwIfNoEntry: false });
    if (stats?.isDirectory()) continue;
    if (stats) throw new PaiError('conflict', `${folder} is no folder`);
    mkdirSync(`${root}/${folder}`, { mode: 0o700 });
    made.push(folder);
  }
}

export function setPermissions(root: string, path: string, details: Details, mode: number): void {
  const permissions = recordedPermissions(details, path, mode);
  if (permissions !== undefined) chmodSync(`${root}/${path}`, permissions);
}

export function writeEntry(
  root: string,
  path: string,
  { mode }: StoredFile,
  permissions: number | undefined,
  content: Buffer,
): void {
  const place = `${root}/${path}`;
  const folder = dirname(place);
  if (realpathSync(folder) !== folder) throw new PaiError('conflict', `${path} lies behind a link`);
  const temporary = `${folder}/${restoreFilePrefix}${randomBytes(8).toString('hex')}`;
  try {
    if (mode === gitMode.link) symlinkSync(content, temporary);
    else writeFile(temporary, content, permissions ?? (mode === gitMode.executable ? 0o755 : 0o644));
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeFile(path: string, content: Buffer, permissions: number): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let done = 0; done < content.length; ) done += writeSync(file, content, done);
    fchmodSync(file, permissions);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes a folder in which there are only folders; anything else stays. */
export function removeEmptyFolders(place: string): void {
  if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(`${place}/${entry.name}`);
  }
  rmdirSync(place);
}

/** Still what it was when it was looked at; an absent file is compared by obstacles.ts. */
export function isUntouched(root: string, path: string, now: StoredFile | undefined): boolean {
  if (!now) return true;
  const found = contentAt(root, path);
  return found !== undefined && found.mode === now.mode && found.oid === now.oid;
}

export function isAsWanted(
  root: string,
  path: string,
  wanted: StoredFile | undefined,
  permissions: number | undefined,
): boolean {
  const found = contentAt(root, path);
  // A folder may stand where a file was deleted.
  if (!wanted) return found === undefined;
  const isSame = found !== undefined && found.mode === wanted.mode && found.oid === wanted.oid;
  return isSame && (permissions === undefined || found.permissions === permissions);
}

/** Undefined for what is absent, a folder, or cannot be read. */
function contentAt(root: string, path: string): (StoredFile & { permissions: number }) | undefined {
  const place = `${root}/${path}`;
  const stats = look(place);
  if (typeof stats === 'string') return undefined;
  const entry = readEntry(place, stats, Number.POSITIVE_INFINITY);
  if (entry.kind !== 'content') return undefined;
  return { mode: entry.mode, oid: hashObject('blob', entry.content), permissions: stats.mode & 0o777 };
}
