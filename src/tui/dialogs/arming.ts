// When a key may answer a question: only after it was painted, and after no key came for a moment, so that typing ahead approves nothing.

export const armingMs = 250;

export interface Arming {
  /** The question was painted. */
  painted(): void;
  /** A key or a paste came; true when it may count as an answer. To be told of every one, whatever it does. */
  allows(): boolean;
  /** Another question is shown, or none: begin anew. */
  reset(): void;
}

/** `now`: ms of a clock that does not jump. Once armed it stays so until it is reset. */
export function createArming(now: () => number): Arming {
  let quietSince: number | undefined;
  return {
    painted() {
      quietSince ??= now();
    },
    allows() {
      if (quietSince === undefined) return false;
      if (now() - quietSince >= armingMs) {
        quietSince = Number.NEGATIVE_INFINITY;
        return true;
      }
      quietSince = now();
      return false;
    },
    reset() {
      quietSince = undefined;
    },
  };
}
