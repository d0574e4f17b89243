// When to paint: at most 30 frames a second, at once for keys, slower on a slow terminal, not at all when nothing asks.
import type { FrameCost } from './paint-surface.js';

/** Runs a callback later; the returned function calls it off. */
export type Delay = (callback: () => void, delayMs: number) => () => void;

export interface FramesOptions {
  paint(): FrameCost;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  delay?: Delay;
}

export interface Frames {
  /** Something changed: paint when the next frame is due. */
  request(): void;
  /** A key changed something: paint before anything else waits. */
  requestNow(): void;
  /** Paints right now if a frame was asked for. */
  flush(): void;
  /** Nothing is painted until `release`: somebody else has the terminal. */
  hold(): void;
  /** Paints what was asked for meanwhile. */
  release(): void;
  /** No more frames. */
  stop(): void;
}

const shortestMs = 33;
const longestMs = 250;
/** A write that blocks longer than this means a slow link; keys then wait like everything else. */
const slowWriteMs = 8;

export function createFrames(options: FramesOptions): Frames {
  const now = options.now ?? (() => performance.now());
  const delay = options.delay ?? realDelay;
  let cancel: (() => void) | undefined;
  let dueAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let intervalMs = shortestMs;
  let slow = false;
  let stopped = false;
  let held = false;

  const run = (): void => {
    cancel = undefined;
    lastAt = now();
    const cost = options.paint();
    slow = cost.backedUp || cost.writeMs > slowWriteMs;
    intervalMs = cost.backedUp ? longestMs : Math.min(longestMs, Math.max(shortestMs, 3 * cost.writeMs));
    if (cost.postponed) schedule(lastAt + intervalMs);
  };
  const schedule = (at: number): void => {
    if (held || stopped || (cancel !== undefined && dueAt <= at)) return;
    cancel?.();
    dueAt = at;
    cancel = delay(run, Math.max(0, at - now()));
  };
  return {
    request: () => schedule(lastAt + intervalMs),
    requestNow: () => schedule(slow ? lastAt + intervalMs : now()),
    flush() {
      if (cancel === undefined) return;
      cancel();
      run();
    },
    hold() {
      held = true;
      cancel?.();
      cancel = undefined;
    },
    release() {
      held = false;
      schedule(now());
    },
    stop() {
      stopped = true;
      cancel?.();
      cancel = undefined;
    },
  };
}

function realDelay(callback: () => void, delayMs: number): () => void {
  if (delayMs === 0) {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
