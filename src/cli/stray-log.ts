// What is printed while a screen is open, kept in a file. Owns no screen.
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Stray output is kept for whoever looks for a fault; the folder is made with the first line. */
export function createStrayLog(folder: string): (text: string) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (stray) => {
    last = last
      .then(() => mkdir(folder, { recursive: true, mode: 0o700 }))
      .then(() =>
        appendFile(join(folder, 'stray.log'), `${new Date().toISOString()} ${stray.trimEnd()}\n`, { mode: 0o600 }),
      )
      // There is no place left to say it: the screen is taken and the log cannot be written.
      .catch(() => undefined);
  };
}
