// Time that counts: a batch's clock runs only while a call works, and a piece of work ends at its limit or at a cancel.

export interface WorkClock {
  /** A call begins to work; the returned function says that it has stopped, for instance to wait for a person. */
  begin(): () => void;
  remainingMs(): number;
}

/** A clock that runs while at least one call works. */
export function createWorkClock(limitMs: number): WorkClock {
  let working = 0;
  let usedMs = 0;
  let since = 0;
  const used = () => usedMs + (working > 0 ? performance.now() - since : 0);
  return {
    begin() {
      if (working++ === 0) since = performance.now();
      return () => {
        if (--working === 0) usedMs += performance.now() - since;
      };
    },
    remainingMs: () => {
      const leftMs = limitMs - used();
      // Timers may fire a little early; a rest of a millisecond would only start work to stop it.
      return leftMs < 2 ? 0 : leftMs;
    },
  };
}

export type Attempt<T> =
  | { kind: 'done'; value: T }
  | { kind: 'thrown'; error: unknown }
  /** `value` is what the work still returned after it was told to stop. */
  | { kind: 'cancelled' | 'timed-out'; value?: T };

export interface AttemptLimits {
  limitMs: number;
  /** Ends the work when it aborts. */
  signal: AbortSignal;
  /** How long work that was told to stop may take to return what it has. */
  graceMs: { cancelled: number; 'timed-out': number };
}

/** Does a piece of work with a signal of its own. Never throws and never waits longer than limit and grace. */
export async function attempt<T>(
  limits: AttemptLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Attempt<T>> {
  if (limits.signal.aborted) return { kind: 'cancelled' };
  const controller = new AbortController();
  const stopped = new Promise<'cancelled' | 'timed-out'>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(controller.signal.reason as 'cancelled' | 'timed-out'), {
      once: true,
    });
  });
  const onCancel = () => controller.abort('cancelled');
  limits.signal.addEventListener('abort', onCancel, { once: true });
  const timer = setTimeout(() => controller.abort('timed-out'), limits.limitMs);
  const settled: Promise<Attempt<T>> = (async () => work(controller.signal))().then(
    (value) => ({ kind: 'done', value }),
    (error: unknown) => ({ kind: 'thrown', error }),
  );
  try {
    const first = await Promise.race([settled, stopped]);
    if (typeof first !== 'string') return first;
    const late = await Promise.race([settled, afterMs(limits.graceMs[first])]);
    return late?.kind === 'done' ? { kind: first, value: late.value } : { kind: first };
  } finally {
    clearTimeout(timer);
    limits.signal.removeEventListener('abort', onCancel);
  }
}

function afterMs(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());
}
