// Writing to a descriptor without the event loop, for moments when it will not turn again.
import { writeSync } from 'node:fs';

/** Writes every byte although the descriptor may be non-blocking; gives up on a terminal that is gone or stuck. */
export function writeNow(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  for (let attempt = 0; rest.length > 0 && attempt < 1000; attempt++) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (isTerminalGone(error)) return;
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      // The terminal is behind; a millisecond of real waiting, because no event loop will turn any more.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** The error says that nobody is at the other end any more. */
export function isTerminalGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'EPIPE' || code === 'EIO' || code === 'ENOTTY' || code === 'EBADF';
}
