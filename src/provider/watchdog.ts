// Ends a request in which nothing moves, and hands the user's abort down to it.

export interface Watchdog {
  /** Fires when the user aborts, when nothing came in time, or at `stop('abort')`. */
  signal: AbortSignal;
  /** True when it was silence that ended the request. */
  stalled(): boolean;
  /** Something came; from now on allow `timeoutMs` of silence. */
  feed(timeoutMs: number): void;
  /** Ends the watch; `abort` also ends the request if it still runs. */
  stop(request: 'leave' | 'abort'): void;
}

/**
 * Watches one request. It has a signal of its own because the openai package never takes its listener off the signal it is given,
 * and a turn's signal lives for many requests.
 */
export function startWatchdog(parent: AbortSignal, firstTimeoutMs: number): Watchdog {
  const controller = new AbortController();
  let stalled = false;
  const forward = () => controller.abort();
  const expire = () => {
    stalled = true;
    controller.abort();
  };
  let timer = setTimeout(expire, firstTimeoutMs);
  parent.addEventListener('abort', forward, { once: true });
  if (parent.aborted) forward();
  return {
    signal: controller.signal,
    stalled: () => stalled,
    feed(timeoutMs) {
      clearTimeout(timer);
      timer = setTimeout(expire, timeoutMs);
    },
    stop(request) {
      clearTimeout(timer);
      parent.removeEventListener('abort', forward);
      if (request === 'abort') controller.abort();
    },
  };
}
