// A highlighter whose deferred work is done when a test says so, and lines written out with their looks.
import { createHighlighter, type Highlighter } from '../../../src/view/highlighter.js';
import type { Line } from '../../../src/view/span.js';

export interface LateColours {
  highlighter: Highlighter;
  errors: string[];
  /** How often it said that something has come. */
  arrivals(): number;
  /** Does one piece of deferred work; false when there is none. */
  workOne(): boolean;
  /** Asks until nothing is lacking any more. */
  settled<T>(ask: () => T): Promise<T>;
}

export function lateColours(): LateColours {
  const work: (() => void)[] = [];
  const errors: string[] = [];
  let arrivals = 0;
  let answeredMisses = 0;
  let wake = () => {};
  const highlighter = createHighlighter({
    onReady: () => {
      arrivals++;
      wake();
    },
    onError: (message) => void errors.push(message),
    defer: (one) => void work.push(one),
  });
  const workOne = () => {
    const one = work.shift();
    one?.();
    return one !== undefined;
  };
  return {
    highlighter,
    errors,
    arrivals: () => arrivals,
    workOne,
    async settled(ask) {
      for (;;) {
        const answer = ask();
        const { misses, version } = highlighter;
        if (misses === answeredMisses) return answer;
        while (workOne());
        if (highlighter.version === version)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        answeredMisses = misses;
      }
    },
  };
}

/** Each span that has a look of its own stands in `‹role›text`. */
export function withRoles(lines: Line[]): string {
  const shown = (line: Line) =>
    line.map((span) => (span.role === 'text' ? span.text : `‹${span.role}›${span.text}`)).join('');
  return lines.map((line) => `${shown(line).trimEnd()}\n`).join('');
}

export const textOf = (lines: Line[]) => lines.map((line) => line.map((span) => span.text).join('')).join('\n');
