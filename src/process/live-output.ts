// Output while a command runs, for the screen: a few pieces a second, each bounded; what a flood brings between is lost.
import { StringDecoder } from 'node:string_decoder';
import { cleanOutput } from './clean-output.js';

const everyMs = 100;
const pieceBytes = 8 * 1024;

export interface LiveOutput {
  add(chunk: Buffer): void;
  /** Hands over what is left and stops. */
  end(): void;
}

/** Collects chunks and hands their text to `listener` at most ten times a second. Characters are never cut. */
export function createLiveOutput(listener: ((text: string) => void) | undefined): LiveOutput {
  if (!listener) return { add: () => {}, end: () => {} };
  let decoder = new StringDecoder('utf8');
  let waiting: Buffer[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    let text: string;
    if (bytes.length > pieceBytes) {
      decoder = new StringDecoder('utf8');
      let from = bytes.length - pieceBytes;
      while ((bytes[from]! & 0xc0) === 0x80) from++;
      text = `…${decoder.write(bytes.subarray(from))}`;
    } else text = decoder.write(bytes);
    if (text !== '') listener(cleanOutput(text));
  };

  return {
    add(chunk) {
      waiting.push(chunk);
      size += chunk.length;
      while (waiting.length > 1 && size - waiting[0]!.length > pieceBytes) size -= waiting.shift()!.length;
      timer ??= setTimeout(flush, everyMs);
    },
    end() {
      if (timer) clearTimeout(timer);
      if (size > 0) flush();
    },
  };
}
