// What becomes of a question or command that the engine refused.
import { PaiError } from '../../base/error.js';

/** The refusal itself is an event, which the view shows; anything else is a fault of ours. */
export function ignoreRejected(error: unknown): void {
  if (!(error instanceof PaiError)) throw error;
}
