// Lets long synchronous work breathe: messages come in and a cancel is heard. Without it a worker is deaf while it scans.
import { PaiError } from '../base/error.js';

export interface Pacer {
  /** True when it is time to await `breathe`; costs next to nothing. */
  due(): boolean;
  /** Throws PaiError('cancelled') when the work is no longer wanted. */
  breathe(): Promise<void>;
}

const stretchMs = 20;

export function createPacer(signal?: AbortSignal): Pacer {
  let until = performance.now() + stretchMs;
  return {
    due: () => performance.now() >= until,
    async breathe() {
      await new Promise((resolve) => setImmediate(resolve));
      throwIfCancelled(signal);
      until = performance.now() + stretchMs;
    },
  };
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PaiError('cancelled', 'The snapshot was cancelled.');
}
