// What a drawing lacked because it was not loaded or worked out yet: counted, so that caches know what to draw again.

export interface Arrivals {
  /** Grows with everything that has come. */
  readonly version: number;
  /** Grows with every answer that lacked something which is on its way. */
  readonly misses: number;
  miss(): void;
  arrive(): void;
}

/** `onArrival` is called when what was drawn would look different now. */
export function createArrivals(onArrival: () => void): Arrivals {
  let version = 0;
  let misses = 0;
  return {
    get version() {
      return version;
    },
    get misses() {
      return misses;
    },
    miss: () => {
      misses++;
    },
    arrive: () => {
      version++;
      onArrival();
    },
  };
}
