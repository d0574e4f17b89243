// The grammars of highlight.js: loaded when first asked for, run, and given up when they fail. Owns what a run may cost.
import type { HLJSApi } from 'highlight.js';
import type { Arrivals } from './arrivals.js';
import { type LanguageName, loadGrammar } from './highlight-languages.js';
import { highlightedLines, spanHighlighter } from './highlight-spans.js';
import type { Line } from './span.js';

/** The first runs of a grammar are ten times slower than later ones: each may be so much longer than those before it. */
const warmingFactor = 3;
const firstRunChars = 400;

export interface Grammars {
  /** Loads the grammar when nobody did yet. */
  isReady(language: LanguageName): boolean;
  hasFailed(language: LanguageName): boolean;
  /** Code that is longer would hold up a frame too long; a shorter run first makes the next ones faster. */
  mostChars(language: LanguageName): number;
  /** A line of spans for each line of `code`; undefined when the grammar is not ready or could not read it. */
  colour(code: string, language: LanguageName): Line[] | undefined;
}

export function createGrammars(arrivals: Arrivals, onError: (message: string) => void): Grammars {
  let engine: HLJSApi | undefined;
  const states = new Map<LanguageName, 'loading' | 'ready' | 'failed'>();
  const longestRun = new Map<LanguageName, number>();

  async function load(language: LanguageName): Promise<void> {
    states.set(language, 'loading');
    try {
      const { default: core } = await import('highlight.js/lib/core');
      engine ??= spanHighlighter(core);
      engine.registerLanguage(language, await loadGrammar(language));
      states.set(language, 'ready');
    } catch (error) {
      fail(language, error);
    }
    arrivals.arrive();
  }

  function fail(language: LanguageName, error: unknown): void {
    states.set(language, 'failed');
    onError(`Code in ${language} has no colours: ${error instanceof Error ? error.message : String(error)}`);
  }

  return {
    isReady(language) {
      if (!states.has(language)) void load(language);
      return states.get(language) === 'ready';
    },
    hasFailed: (language) => states.get(language) === 'failed',
    mostChars: (language) => Math.max(firstRunChars, warmingFactor * (longestRun.get(language) ?? 0)),
    colour(code, language) {
      if (engine === undefined || states.get(language) !== 'ready') return undefined;
      longestRun.set(language, Math.max(longestRun.get(language) ?? 0, code.length));
      try {
        return highlightedLines(engine, code, language);
      } catch (error) {
        fail(language, error);
        return undefined;
      }
    },
  };
}
