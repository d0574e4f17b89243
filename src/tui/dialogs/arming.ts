// When a key may answer a question: only after it was painted, and after no key came for a moment, so that typing ahead approves nothing.

export const armingMs = 250;

export interface Arming {
  /** The question was painted. */
  painted(): void;
  /** A key came; true when it may count as an answer. */
  allows(): boolean;
  /** Another question is shown: begin anew. */
  reset(): void;
}

/** `now`: ms of a clock that does not jump. */
export function createArming(now: () => number): Arming {
  let quietSince: number | undefined;
  return {
    painted() {
      quietSince ??= now();
    },
    allows() {
      if (quietSince === undefined) return false;
      if (now() - quietSince >= armingMs) return true;
      quietSince = now();
      return false;
    },
    reset() {
      quietSince = undefined;
    },
  };
}
