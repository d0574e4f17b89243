// Output of any size in bounded memory: the beginning and the end as bytes, and a count of what fell out between.

export interface BoundedOutput {
  add(chunk: Buffer): void;
  /** The kept text; where bytes were left out a line says how many. */
  text(clean?: (part: string) => string): string;
  /** Bytes that are in neither part. */
  omittedBytes(): number;
}

/** Keeps the first `headBytes` and the last `tailBytes`. */
export function createBoundedOutput(headBytes: number, tailBytes: number): BoundedOutput {
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  let headSize = 0;
  let tailSize = 0;
  let dropped = 0;

  const addToTail = (chunk: Buffer): void => {
    tail.push(chunk);
    tailSize += chunk.length;
    while (tail.length > 0 && tailSize - tail[0]!.length >= tailBytes) {
      const oldest = tail.shift()!;
      tailSize -= oldest.length;
      dropped += oldest.length;
    }
  };

  /** The tail holds whole chunks, so that dropping is cheap; what is over the limit is cut off here. */
  const surplus = (): number => (dropped > 0 ? Math.max(0, tailSize - tailBytes) : 0);

  return {
    add(chunk) {
      const room = headBytes - headSize;
      const forHead = chunk.subarray(0, Math.max(0, room));
      if (forHead.length > 0) head.push(forHead);
      headSize += forHead.length;
      if (chunk.length > forHead.length) addToTail(chunk.subarray(forHead.length));
    },
    text(clean = (part) => part) {
      const first = Buffer.concat(head);
      const last = Buffer.concat(tail);
      if (dropped === 0) return clean(Buffer.concat([first, last]).toString('utf8'));
      const start = endOfWhole(first);
      const end = last.subarray(startOfWhole(last, surplus()));
      const omitted = dropped + first.length - start + last.length - end.length;
      const notice = `[… ${omitted} bytes of output left out …]`;
      return `${clean(first.toString('utf8', 0, start)).trimEnd()}\n${notice}\n${clean(end.toString('utf8'))}`;
    },
    omittedBytes: () => dropped + surplus(),
  };
}

const newline = 0x0a;
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Where to end a part that is cut off: after its last line, or else not inside a character. */
function endOfWhole(bytes: Buffer): number {
  const lastLine = bytes.lastIndexOf(newline);
  if (lastLine >= bytes.length - 4096) return lastLine + 1;
  let end = bytes.length;
  while (end > 0 && isContinuation(bytes[end - 1])) end--;
  return end > 0 && bytes[end - 1]! >= 0xc0 ? end - 1 : end;
}

/** Where to begin a part that is cut off: at a line's beginning near `from`, or else not inside a character. */
function startOfWhole(bytes: Buffer, from: number): number {
  const nextLine = bytes.indexOf(newline, from);
  if (nextLine >= 0 && nextLine < from + 4096 && nextLine + 1 < bytes.length) return nextLine + 1;
  let start = from;
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return start;
}
