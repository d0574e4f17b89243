// Finds and reads objects in the store's packs. Deltas, which only native git writes, are left to the caller's fallback.
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { emptyTree, type ObjectType } from './git-objects.js';
import { readEntryHeader } from './pack-format.js';

export interface FoundObject {
  type: ObjectType;
  content: Buffer;
}

export interface Pack {
  name: string;
  count: number;
  sizeBytes: number;
  oidAt(position: number): string;
}

export interface PackReader {
  /** Looks at the folder again. Returns true when a pack that was there is gone. */
  refresh(): boolean;
  names(): string[];
  packs(): Pack[];
  has(oid: string): boolean;
  /** Undefined when no pack has it in a form this reader knows. */
  read(oid: string): FoundObject | undefined;
  /** Header and compressed content. */
  readRaw(oid: string): Buffer | undefined;
  /** Its bytes in the pack; 0 when no pack has it. */
  rawSize(oid: string): number;
  close(): void;
}

interface OpenPack extends Pack {
  index: Buffer;
  file: number;
  /** Where entries begin, ascending; the last is where the pack ends. Made when first needed. */
  offsets?: number[];
}

export function createPackReader(gitdir: string): PackReader {
  const folder = join(gitdir, 'objects', 'pack');
  let open = new Map<string, OpenPack>();

  const find = (oid: string): { pack: OpenPack; position: number } | undefined => {
    const wanted = Buffer.from(oid, 'hex');
    for (const pack of open.values()) {
      const position = search(pack, wanted);
      if (position !== -1) return { pack, position };
    }
    return undefined;
  };
  const readRaw = (oid: string) => {
    const found = find(oid);
    return found && readEntry(found.pack, found.position);
  };
  return {
    refresh() {
      const before = open;
      open = new Map();
      for (const name of packNames(folder)) {
        const pack = before.get(name) ?? openPack(folder, name);
        if (pack) open.set(name, pack);
      }
      const gone = [...before.values()].filter(({ name }) => !open.has(name));
      for (const { file } of gone) closeSync(file);
      return gone.length > 0;
    },
    names: () => [...open.keys()],
    packs: () => [...open.values()],
    has: (oid) => find(oid) !== undefined,
    read(oid) {
      const entry = readRaw(oid);
      if (!entry) return oid === emptyTree ? { type: 'tree', content: Buffer.alloc(0) } : undefined;
      const { type, length } = readEntryHeader(entry);
      return type && { type, content: inflateSync(entry.subarray(length)) };
    },
    readRaw,
    rawSize(oid) {
      const found = find(oid);
      if (!found) return 0;
      const { start, end } = extentOf(found.pack, found.position);
      return end - start;
    },
    close() {
      for (const { file } of open.values()) closeSync(file);
      open = new Map();
    },
  };
}

function packNames(folder: string): string[] {
  const names = new Set(readdirSync(folder));
  return [...names]
    .filter((name) => name.endsWith('.idx') && names.has(name.replace(/idx$/, 'pack')))
    .map((name) => name.slice(0, -'.idx'.length))
    .sort();
}

/** Undefined when the index is damaged or the pack was removed meanwhile: its objects count as absent. */
function openPack(folder: string, name: string): OpenPack | undefined {
  let file: number | undefined;
  try {
    const index = readFileSync(join(folder, `${name}.idx`));
    const count = index.length >= 1072 ? index.readUInt32BE(8 + 255 * 4) : -1;
    if (index.readUInt32BE(0) !== 0xff744f63 || index.length < 1032 + count * 28 + 40) return undefined;
    const path = join(folder, `${name}.pack`);
    const sizeBytes = statSync(path).size;
    file = openSync(path, 'r');
    const oidAt = (position: number) => index.toString('hex', 1032 + position * 20, 1052 + position * 20);
    return { name, count, sizeBytes, index, file, oidAt };
  } catch {
    if (file !== undefined) closeSync(file);
    return undefined;
  }
}

function search({ index, count }: OpenPack, wanted: Buffer): number {
  const first = wanted[0]!;
  let low = first === 0 ? 0 : index.readUInt32BE(8 + (first - 1) * 4);
  let high = Math.min(index.readUInt32BE(8 + first * 4), count);
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = index.compare(wanted, 0, 20, 1032 + middle * 20, 1052 + middle * 20);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

function extentOf(pack: OpenPack, position: number): { start: number; end: number } {
  const { index, count } = pack;
  const offsetOf = (i: number) => index.readUInt32BE(1032 + count * 24 + i * 4);
  pack.offsets ??= [...Array.from({ length: count }, (_, i) => offsetOf(i)), pack.sizeBytes - 20].sort((a, b) => a - b);
  const start = offsetOf(position);
  return { start, end: pack.offsets[indexOf(pack.offsets, start) + 1] ?? start };
}

function readEntry(pack: OpenPack, position: number): Buffer {
  const { file } = pack;
  const { start, end } = extentOf(pack, position);
  const entry = Buffer.allocUnsafe(end - start);
  for (let done = 0; done < entry.length; ) {
    const got = readSync(file, entry, done, entry.length - done, start + done);
    if (got === 0) throw new Error(`the pack ${pack.name} is cut off`);
    done += got;
  }
  return entry;
}

function indexOf(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
