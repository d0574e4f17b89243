// Colours of code and marks of changed words, as drawings ask for them: at once or not yet, never a promise. Nothing is
// loaded before the first question. Owns no looks and no lines of a screen.
import { type Arrivals, createArrivals } from './arrivals.js';
import { createCodeColours } from './code-colours.js';
import { createGrammars } from './grammars.js';
import { languageOfFence, languageOfPath } from './highlight-languages.js';
import type { Line } from './span.js';
import { createWordMarks, type MarkedWords } from './word-marks.js';

export interface HighlighterOptions {
  /** What was drawn without colours can be drawn with them now. */
  onReady(): void;
  /** A grammar could not be loaded; its code stays without colours. */
  onError?(message: string): void;
  /** Puts work off until what waits now is done; absent: `setImmediate`. */
  defer?(work: () => void): void;
}

export interface Highlighter extends Pick<Arrivals, 'version' | 'misses'> {
  /**
   * A line of spans for each line of `code`, whose texts joined are `code`; undefined while it is not ready and when the
   * language is unknown. Only the first 500 lines get colours. `growing`: more of this code will come, so that its newest
   * lines may wait.
   */
  highlight(code: string, language: string | undefined, growing?: boolean): Line[] | undefined;
  /** The same, the language told by the name of the file. */
  highlightFile(code: string, path: string): Line[] | undefined;
  /** A line before and after a change with the changed words marked; undefined while not ready, or when little is common. */
  markWords(before: string, after: string): MarkedWords | undefined;
}

export function createHighlighter(options: HighlighterOptions): Highlighter {
  const arrivals = createArrivals(options.onReady);
  const { onError = () => {}, defer = (work) => void setImmediate(work) } = options;
  const colours = createCodeColours(createGrammars(arrivals, onError), arrivals, defer);
  const words = createWordMarks(arrivals, onError);
  return {
    get version() {
      return arrivals.version;
    },
    get misses() {
      return arrivals.misses;
    },
    highlight: (code, language, growing = false) => colours(code, languageOfFence(language), growing),
    highlightFile: (code, path) => colours(code, languageOfPath(path), false),
    markWords: words,
  };
}
