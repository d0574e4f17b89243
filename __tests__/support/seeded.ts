// Numbers that look random and are the same for the same seed.

/** A function that gives whole numbers from 0 up to, but not, its argument. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
