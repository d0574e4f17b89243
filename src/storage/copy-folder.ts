// Copies a folder of our own with what is in it. Owns no idea of what that is.
import { cpSync } from 'node:fs';
import { PaiError, toErrorData } from '../base/error.js';

/** Throws PaiError('storage'); part of it may be there then. */
export function copyFolder(from: string, to: string): void {
  try {
    cpSync(from, to, { recursive: true });
  } catch (error) {
    const reason = toErrorData(error).message;
    throw new PaiError('storage', `${from} could not be copied: ${reason}`, 'Free some disk space.', error);
  }
}
