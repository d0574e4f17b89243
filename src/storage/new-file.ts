// Writes a file that the user asked for, never over one that is there.
import { writeFileSync } from 'node:fs';
import { PaiError } from '../base/error.js';

/** Throws PaiError('conflict') when there is a file of that name, PaiError('storage') when it cannot be written. */
export function writeNewFile(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new PaiError('conflict', `${file} is there already and was left as it is`, 'Name another file.', error);
    throw new PaiError('storage', `${file} could not be written: ${message}`, 'Name another file.', error);
  }
}
