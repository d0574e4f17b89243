// The folder that a command is about, as it was typed. Owns no check that it is there.
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { PaiError } from '../base/error.js';
import { cleanOneLine } from '../view/clean.js';

/** Absolute, its links resolved; one that is gone stays as it is named, for what is kept of it may outlive it. Throws PaiError('usage'). */
export function namedFolder(given: string | undefined): string {
  const folder = resolve((given ?? process.cwd()).replace(/^~(?=\/|$)/, homedir()));
  try {
    return realpathSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return folder;
    throw new PaiError('usage', `${cleanOneLine(folder)} cannot be read`, undefined, error);
  }
}
