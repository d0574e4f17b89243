// The one hash by which "unchanged since it was read" is told.
import { createHash } from 'node:crypto';

/** SHA-256 of the bytes, in hex. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
