// What is said on standard error: lines that stay, and at a terminal one more that shows what runs now and is overwritten.
import type { ErrorData } from '../base/error.js';
import { stripControls } from '../base/sanitize.js';
import { clipToWidth } from '../base/width.js';

export interface Progress {
  /** A line, or several, that stay. */
  say(text: string): void;
  /** What runs now; replaced by whatever is said next, and not shown at all where it could not be replaced. */
  now(text: string): void;
  /** Takes away what `now` said, before others write to the terminal. */
  clear(): void;
}

type ErrorStream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

const eraseLine = '\r\x1b[K';

/** `canErase`: the stream is a terminal that understands escape codes. */
export function createProgress(stream: ErrorStream, canErase: boolean): Progress {
  let isShown = false;
  const clear = () => {
    if (isShown) stream.write(eraseLine);
    isShown = false;
  };
  return {
    clear,
    say(text) {
      clear();
      stream.write(`${stripControls(text)}\n`);
    },
    now(text) {
      if (!canErase) return;
      clear();
      const shown = stripControls(text).replaceAll('\n', ' ');
      stream.write(clipToWidth(shown, Math.max(1, (stream.columns ?? 80) - 1), '…'));
      isShown = true;
    },
  };
}

/** A failure for a person: what happened, and under it what to do. */
export function errorText({ message, hint }: ErrorData): string {
  return `paicli: ${message}${hint ? `\n  ${hint}` : ''}`;
}
