// What is printed while a screen is open, kept in a file of bounded size. Owns no screen.
import { join } from 'node:path';
import { type BoundedLogOptions, createBoundedLog } from '../storage/bounded-log.js';

const bounds: BoundedLogOptions = { maxBytes: 1_000_000, files: 2 };
/** One print may be a whole core dump. */
const mostCharacters = 20_000;

/** Stray output is kept for whoever looks for a fault; the folder is made with the first line. */
export function createStrayLog(folder: string, limits = bounds): (text: string) => void {
  const log = createBoundedLog(join(folder, 'stray.log'), limits);
  return (stray) => {
    try {
      log.append(`${new Date().toISOString()} ${cut(stray.trimEnd())}`);
    } catch {
      // There is no place left to say it: the screen is taken and the log cannot be written.
    }
  };
}

const cut = (text: string) =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}… (${text.length - mostCharacters} more)` : text;
