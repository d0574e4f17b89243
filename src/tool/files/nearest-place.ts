// The lines of a text that are most like a text that was not found, for the message about it. Pure.

interface NearestPlace {
  /** 1-based. */
  firstLine: number;
  lines: string[];
}

/** Lines of the wanted text that are compared; more would not change which place is nearest. */
const maxWanted = 30;
/** Pairs of lines compared word by word; in larger texts only equal lines count. */
const maxPairs = 200_000;
/** Below this share of likeness a place would only mislead. */
const leastLikeness = 0.4;
const maxShownLines = 12;

/** What to do after a miss: the nearest place with its line numbers, or to read again. */
export function nearestHint(text: string, wantedText: string): string {
  const nearest = nearestPlace(text, wantedText);
  if (nearest === undefined) return 'Read the file again and copy the text exactly.';
  const { firstLine, lines } = nearest;
  const shown = lines
    .slice(0, maxShownLines)
    .map((line, index) => `${String(firstLine + index).padStart(6)}\t${line.slice(0, 300)}`);
  const where = lines.length === 1 ? `line ${firstLine}` : `lines ${firstLine}–${firstLine + lines.length - 1}`;
  return `The nearest place is ${where}; compare, blanks included:\n${shown.join('\n')}`;
}

/** As many lines as were wanted, where most of them are equal or share their words; undefined when nothing is alike. */
function nearestPlace(text: string, wantedText: string): NearestPlace | undefined {
  const wanted = trimBlankLines(wantedText.split(/\r?\n/));
  const lines = text.split(/\r?\n/);
  const byWords = lines.length * Math.min(wanted.length, maxWanted) <= maxPairs;
  const toComparable = (line: string) => comparable(line, byWords);
  const compared = wanted.slice(0, maxWanted).map(toComparable);
  const all = lines.map(toComparable);
  let best = 0;
  let bestAt = 0;
  for (let at = 0; at < all.length; at++) {
    let sum = 0;
    for (const [offset, line] of compared.entries()) {
      const other = all[at + offset];
      if (other !== undefined) sum += likeness(line, other);
    }
    if (sum <= best) continue;
    best = sum;
    bestAt = at;
  }
  if (compared.length === 0 || best / compared.length < leastLikeness) return undefined;
  return { firstLine: bestAt + 1, lines: lines.slice(bestAt, bestAt + wanted.length) };
}

interface Comparable {
  trimmed: string;
  words: Set<string>;
}

function comparable(line: string, byWords: boolean): Comparable {
  const trimmed = line.trim();
  const words = byWords ? trimmed.slice(0, 400).match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) : undefined;
  return { trimmed, words: new Set(words ?? []) };
}

/** 1 for equal lines, else twice the shared words over all words. */
function likeness(a: Comparable, b: Comparable): number {
  if (a.trimmed === b.trimmed) return 1;
  if (a.words.size === 0 || b.words.size === 0) return 0;
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  return (2 * shared) / (a.words.size + b.words.size);
}

function trimBlankLines(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line.trim() !== '') + 1);
}
