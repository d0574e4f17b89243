// Time and ids as things that are handed in, so that tests can hold them still.

export interface Clock {
  /** Wall time, ms since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
