// Collects new objects and writes them as packs. A kill leaves at most a temporary file or a pack without an index, which nobody reads.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PaiError } from '../base/error.js';
import { hashObject, type ObjectSink } from './git-objects.js';
import { buildPack, entryHeader, type PackedObject } from './pack-format.js';
import type { PackReader } from './pack-reader.js';
import { placeFile } from './place-file.js';

/** Small enough for readers that take a whole pack into memory. */
const packBytes = 32_000_000;
/** Three quarters of the CPU time of the usual level for four per cent more bytes. */
const compression = { level: 1 };

export interface PackWriter extends ObjectSink {
  /** An object as it stands in another pack. */
  addRaw(oid: string, bytes: Buffer): void;
  /** Everything added is on the disk when this returns. Gives the names of the packs. */
  finish(): string[];
  /** Removes what was written. */
  abandon(): void;
}

export interface PackWriterOptions {
  gitdir: string;
  /** Objects it has are not written again. */
  existing?: PackReader;
  maxBytes: number;
}

export function createPackWriter({ gitdir, existing, maxBytes }: PackWriterOptions): PackWriter {
  const known = new Set<string>();
  const written: string[] = [];
  let waiting: PackedObject[] = [];
  let waitingBytes = 0;
  let allBytes = 0;

  const flush = () => {
    if (waiting.length === 0) return;
    const { pack, index, name } = buildPack(waiting);
    const base = join(gitdir, 'objects', 'pack', `pack-${name}`);
    placeFile(gitdir, `${base}.pack`, pack);
    placeFile(gitdir, `${base}.idx`, index);
    written.push(`pack-${name}`);
    waiting = [];
    waitingBytes = 0;
  };
  const addRaw = (oid: string, bytes: Buffer) => {
    known.add(oid);
    waiting.push({ oid, bytes });
    waitingBytes += bytes.length;
    allBytes += bytes.length;
    if (allBytes > maxBytes) throw tooMuch(maxBytes);
    if (waitingBytes > packBytes) flush();
  };
  return {
    addRaw,
    add(type, content) {
      const oid = hashObject(type, content);
      if (known.has(oid) || existing?.has(oid)) return oid;
      addRaw(oid, Buffer.concat([entryHeader(type, content.length), deflateSync(content, compression)]));
      return oid;
    },
    finish() {
      flush();
      return written;
    },
    abandon() {
      for (const name of written) removePack(gitdir, name);
    },
  };
}

/** The index goes first: a pack without one is nothing, an index without its pack is damage. */
export function removePack(gitdir: string, name: string): void {
  const base = join(gitdir, 'objects', 'pack', name);
  rmSync(`${base}.idx`, { force: true });
  rmSync(`${base}.pack`, { force: true });
}

function tooMuch(maxBytes: number): PaiError {
  const megabytes = Math.round(maxBytes / 1e6);
  return new PaiError(
    'limit',
    `A snapshot of this folder would take more than ${megabytes} MB.`,
    'Name large folders in .gitignore, or raise the size limit of snapshots.',
  );
}
