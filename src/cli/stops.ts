// What ends a turn of `paicli run` from outside: signals, the time limit, an output nobody takes. The turn is cancelled, so its history stays valid.
import { exitCodes } from './exit-codes.js';

export type Stop =
  | { kind: 'signal'; exitCode: number; word: string }
  | { kind: 'time'; limitS: number }
  | { kind: 'output' };

export interface Stops {
  /** Aborted with the first stop. */
  signal: AbortSignal;
  first(): Stop | undefined;
  stop(why: Stop): void;
  /** Takes the handlers off. */
  done(): void;
}

const signals = {
  SIGINT: { exitCode: exitCodes.interrupted, word: 'interrupted' },
  SIGTERM: { exitCode: exitCodes.terminated, word: 'terminated' },
  SIGHUP: { exitCode: exitCodes.hungUp, word: 'terminated' },
} as const;

/** A signal that comes after a stop ends the process at once; `killCommands` then ends what would be left running. */
export function listenForStops(limitS: number | undefined, killCommands: () => void): Stops {
  const abort = new AbortController();
  let first: Stop | undefined;
  const stop = (why: Stop) => {
    first ??= why;
    abort.abort();
  };
  const handlers = Object.entries(signals).map(([name, end]) => {
    const handler = () => {
      if (first === undefined) return stop({ kind: 'signal', ...end });
      killCommands();
      process.exit(end.exitCode);
    };
    process.on(name, handler);
    return { name, handler };
  });
  const timer = limitS === undefined ? undefined : setTimeout(() => stop({ kind: 'time', limitS }), limitS * 1000);
  return {
    signal: abort.signal,
    first: () => first,
    stop,
    done() {
      clearTimeout(timer);
      for (const { name, handler } of handlers) process.off(name, handler);
    },
  };
}
