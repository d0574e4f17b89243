// Which words changed between two versions of a line. Owns when two lines are alike enough for marks to say something.
import type { Arrivals } from './arrivals.js';
import type { Line } from './span.js';
import { pushSpan } from './wrap.js';

/** The line before and after, in spans whose texts joined are the two texts. */
export interface MarkedWords {
  before: Line;
  after: Line;
}

type WordDiff = typeof import('diff/lib/diff/word.js')['diffWordsWithSpace'];

const maxChars = 1000;
const maxEdits = 120;
/** Lines that share less are two lines, and marking nearly all of both would only be noise. */
const leastCommon = 0.4;

/** The function that marks words; see `Highlighter.markWords`. */
export function createWordMarks(
  arrivals: Arrivals,
  onError: (message: string) => void,
): (before: string, after: string) => MarkedWords | undefined {
  let diff: WordDiff | 'loading' | 'failed' | undefined;

  async function load(): Promise<void> {
    diff = 'loading';
    try {
      diff = (await import('diff/lib/diff/word.js')).diffWordsWithSpace;
    } catch (error) {
      diff = 'failed';
      onError(`Changed words are not marked: ${error instanceof Error ? error.message : String(error)}`);
    }
    arrivals.arrive();
  }

  return (before, after) => {
    if (before.length > maxChars || after.length > maxChars || diff === 'failed') return undefined;
    if (diff === undefined) void load();
    if (typeof diff === 'function') return marked(diff, before, after);
    arrivals.miss();
    return undefined;
  };
}

function marked(diff: WordDiff, before: string, after: string): MarkedWords | undefined {
  const changes = diff(before, after, { maxEditLength: maxEdits });
  if (changes === undefined) return undefined;
  const common = changes.reduce((sum, change) => sum + (change.added || change.removed ? 0 : visible(change.value)), 0);
  if (common * 2 < leastCommon * (visible(before) + visible(after))) return undefined;
  const marks: MarkedWords = { before: [], after: [] };
  for (const { value, added, removed } of changes) {
    if (!added) pushSpan(marks.before, value, removed ? 'removedWord' : 'removed');
    if (!removed) pushSpan(marks.after, value, added ? 'addedWord' : 'added');
  }
  return marks;
}

const visible = (text: string) => text.replace(/\s/g, '').length;
