// Output that is read piece by piece while it grows, in bounded memory: its beginning, its newest part, and places counted
// in bytes from the very start. Cleans nothing.

export interface OutputPiece {
  text: string;
  /** Where the next piece begins. */
  next: number;
  /** Bytes after `from` that were not kept. */
  omittedBytes: number;
}

export interface OutputLog {
  add(chunk: Buffer): void;
  /** Bytes so far. */
  readonly size: number;
  /** What came from this place on. A character that has not come whole is left for the next piece, unless nothing more comes. */
  read(from: number, isComplete: boolean): OutputPiece;
}

/** Keeps the first `headBytes` and the last `tailBytes`. */
export function createOutputLog(headBytes: number, tailBytes: number): OutputLog {
  let head = Buffer.alloc(0);
  let tail: Buffer[] = [];
  let tailSize = 0;
  let size = 0;

  const addToTail = (chunk: Buffer): void => {
    tail.push(chunk);
    tailSize += chunk.length;
    while (tailSize - (tail[0]?.length ?? 0) >= tailBytes) tailSize -= tail.shift()!.length;
    // Many small chunks cost more than the bytes in them.
    if (tail.length > 256) tail = [Buffer.concat(tail)];
  };

  return {
    add(chunk) {
      const forHead = chunk.subarray(0, Math.max(0, headBytes - head.length));
      if (forHead.length > 0) head = Buffer.concat([head, forHead]);
      if (chunk.length > forHead.length) addToTail(chunk.subarray(forHead.length));
      size += chunk.length;
    },
    get size() {
      return size;
    },
    read(from, isComplete) {
      const first = head.subarray(Math.min(from, head.length));
      const kept = Buffer.concat(tail);
      const tailStart = size - kept.length;
      const omittedBytes = Math.max(0, tailStart - Math.max(from, head.length));
      const last = kept.subarray(Math.max(0, from - tailStart));
      const all = omittedBytes === 0 ? Buffer.concat([first, last]) : withGap(first, omittedBytes, last);
      const whole = isComplete ? all.length : all.length - openBytes(all);
      return { text: all.toString('utf8', 0, whole), next: size - (all.length - whole), omittedBytes };
    },
  };
}

/** Both parts without half a character at the gap. */
function withGap(first: Buffer, omittedBytes: number, last: Buffer): Buffer {
  const notice = Buffer.from(`\n[… ${omittedBytes} bytes of output left out …]\n`);
  let start = 0;
  while (start < Math.min(3, last.length) && (last[start]! & 0xc0) === 0x80) start++;
  return Buffer.concat([first.subarray(0, first.length - openBytes(first)), notice, last.subarray(start)]);
}

/** How many bytes at the end begin a UTF-8 character that is not whole. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (length > 0) return length > back ? back : 0;
  }
  return 0;
}
