// Ids that sort by time of creation and are short enough to read out.
import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.js';

/** Makes an id with a readable prefix, e.g. `thread-m3k2j1x8-7f3a9c`. */
export type IdSource = (prefix: string) => string;

/** Ids from the clock and the system's random source. */
export function createIdSource(clock: Clock): IdSource {
  return (prefix) => `${prefix}-${clock.now().toString(36)}-${randomBytes(3).toString('hex')}`;
}
