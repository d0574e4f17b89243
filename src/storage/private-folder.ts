// Folders that only their owner may enter. Made when something is first written, never at start.
import { mkdirSync } from 'node:fs';
import { PaiError, toErrorData } from '../base/error.js';

/** Makes the folder and its missing parents with mode 0700. Throws PaiError('storage') when that is impossible. */
export function ensurePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new PaiError(
      'storage',
      `The folder ${path} cannot be made: ${toErrorData(error).message}`,
      'Make its parent writable, or set PAICLI_HOME to another folder.',
      error,
    );
  }
}
