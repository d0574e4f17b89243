// The bytes of a pack file (version 2, no deltas) and of its index. Only in memory.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ObjectType } from './git-objects.js';

export interface PackedObject {
  oid: string;
  /** Header and compressed content, as they stand in a pack. */
  bytes: Buffer;
}

const typeNumbers: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3 };
const typeNames: Record<number, ObjectType | undefined> = { 1: 'commit', 2: 'tree', 3: 'blob' };

/** The type and the length before compression, seven bits a byte. */
export function entryHeader(type: ObjectType, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (typeNumbers[type] << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}

/** `type` is undefined for a delta, which we never write. */
export function readEntryHeader(entry: Buffer): { type: ObjectType | undefined; length: number } {
  let length = 1;
  while (((entry[length - 1] ?? 0) & 0x80) !== 0) length++;
  return { type: typeNames[((entry[0] ?? 0) >> 4) & 7], length };
}

/** The pack, its index, and the checksum that names both. */
export function buildPack(objects: readonly PackedObject[]): { pack: Buffer; index: Buffer; name: string } {
  const head = Buffer.alloc(12);
  head.write('PACK', 'latin1');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const body = Buffer.concat([head, ...objects.map(({ bytes }) => bytes)]);
  const checksum = createHash('sha1').update(body).digest();
  return {
    pack: Buffer.concat([body, checksum]),
    index: buildIndex(objects, checksum),
    name: checksum.toString('hex'),
  };
}

function buildIndex(objects: readonly PackedObject[], checksum: Buffer): Buffer {
  let offset = 12;
  const rows = objects.map(({ oid, bytes }) => {
    const row = { oid, crc: crc32(bytes), offset };
    offset += bytes.length;
    return row;
  });
  rows.sort((a, b) => (a.oid < b.oid ? -1 : 1));
  const count = rows.length;
  const index = Buffer.alloc(8 + 1024 + count * 28 + 20);
  index.writeUInt32BE(0xff744f63, 0);
  index.writeUInt32BE(2, 4);
  const fanOut = new Array<number>(256).fill(0);
  rows.forEach(({ oid, crc, offset }, i) => {
    fanOut[Number.parseInt(oid.slice(0, 2), 16)]! += 1;
    index.write(oid, 1032 + i * 20, 'hex');
    index.writeUInt32BE(crc, 1032 + count * 20 + i * 4);
    index.writeUInt32BE(offset, 1032 + count * 24 + i * 4);
  });
  let sum = 0;
  fanOut.forEach((amount, i) => {
    sum += amount;
    index.writeUInt32BE(sum, 8 + i * 4);
  });
  checksum.copy(index, 1032 + count * 28);
  return Buffer.concat([index, createHash('sha1').update(index).digest()]);
}
