// Waiting that an abort ends at once.
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, rejects with an AbortError when the signal fires first. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>;

export const systemDelay: Delay = (ms, signal) => sleep(ms, undefined, { signal });
