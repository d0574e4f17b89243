// When code gets its colours: small pieces at once, larger ones after the frame, growing ones now and then. Owns the
// cache and the queue; grammars.ts owns the colouring itself.
import type { Arrivals } from './arrivals.js';
import { boundedHead, type ColouredStart, isFreshEnough, isStartOf, withRest } from './code-parts.js';
import type { Grammars } from './grammars.js';
import type { LanguageName } from './highlight-languages.js';
import type { Line } from './span.js';

/** Coloured within a frame; more waits. */
const maxCharsAtOnce = 1500;
const cacheCapacity = 100;
const queueCapacity = 30;

interface Work {
  code: string;
  language: LanguageName;
  growing: boolean;
}

type Colours = (code: string, language: LanguageName | undefined, growing: boolean) => Line[] | undefined;

/** The function that colours code; see `Highlighter.highlight`. `defer` runs work when the frame is out. */
export function createCodeColours(grammars: Grammars, arrivals: Arrivals, defer: (work: () => void) => void): Colours {
  /** Undefined: this code has no colours. The first entry is the one that was not used for longest. */
  const cache = new Map<string, Line[] | undefined>();
  const grown = new Map<LanguageName, ColouredStart>();
  const queue = new Map<string, Work>();

  function finish({ code, language, growing }: Work): Line[] | undefined {
    const lines = grammars.colour(code, language);
    if (!growing) remember(keyOf(code, language), lines);
    else if (lines !== undefined) grown.set(language, { code, lines });
    return lines;
  }

  function remember(key: string, lines: Line[] | undefined): void {
    cache.delete(key);
    cache.set(key, lines);
    if (cache.size > cacheCapacity) cache.delete(cache.keys().next().value as string);
  }

  /** What was asked for last is done first: it is what is seen. */
  function enqueue(work: Work): void {
    const key = work.growing ? work.language : keyOf(work.code, work.language);
    const wasIdle = queue.size === 0;
    queue.delete(key);
    queue.set(key, work);
    if (queue.size > queueCapacity) queue.delete(queue.keys().next().value as string);
    if (wasIdle) defer(workOff);
  }

  function workOff(): void {
    const [key, work] = [...queue].at(-1) ?? [];
    if (key === undefined || work === undefined) return;
    const most = grammars.mostChars(work.language);
    const isTooLong = work.code.length > most && !grammars.hasFailed(work.language);
    if (isTooLong) grammars.colour(work.code.slice(0, most), work.language);
    else {
      queue.delete(key);
      finish(work);
      arrivals.arrive();
    }
    if (queue.size > 0) defer(workOff);
  }

  /** The colours of the part of `code` that is known already, and the rest plain. */
  function startOf(code: string, language: LanguageName): Line[] | undefined {
    const start = grown.get(language);
    return start !== undefined && isStartOf(start, code) ? withRest(start.lines, code) : undefined;
  }

  return (code, language, growing) => {
    if (language === undefined || grammars.hasFailed(language)) return undefined;
    const isReady = grammars.isReady(language);
    const head = boundedHead(code, growing);
    if (head === '' || (growing && isFreshEnough(grown.get(language), head))) return startOf(code, language);
    const key = keyOf(head, language);
    if (cache.has(key)) {
      const lines = cache.get(key);
      remember(key, lines);
      return lines && withRest(lines, code);
    }
    const work = { code: head, language, growing };
    if (isReady && head.length <= Math.min(maxCharsAtOnce, grammars.mostChars(language))) {
      const lines = finish(work);
      return lines && withRest(lines, code);
    }
    if (isReady) enqueue(work);
    arrivals.miss();
    return startOf(code, language);
  };
}

const keyOf = (code: string, language: LanguageName) => `${language} ${code}`;
