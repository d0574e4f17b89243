// Where a searched text stands in drawn lines, and the lines with those places marked.
import type { Line, Span } from './span.js';
import { pushSpan } from './wrap.js';

/** Finds `text` as it is, in any case. */
export function patternOf(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
}

/** How often the pattern is in the text. */
export function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count++;
  return count;
}

/** For each match in the lines, the index of its line. */
export function rowsOfMatches(lines: Line[], pattern: RegExp): number[] {
  return lines.flatMap((line, row) => Array<number>(countMatches(textOf(line), pattern)).fill(row));
}

/** The line with its matches in the role of a selection; the same line when there are none. */
export function markMatches(line: Line, pattern: RegExp): Line {
  const ranges = [...textOf(line).matchAll(pattern)].map((match) => [match.index, match.index + match[0].length]);
  if (ranges.length === 0) return line;
  const marked: Line = [];
  let start = 0;
  for (const span of line) {
    pushParts(marked, span, start, ranges as [number, number][]);
    start += span.text.length;
  }
  return marked;
}

function pushParts(line: Line, { text, role, href }: Span, start: number, ranges: [number, number][]): void {
  let at = 0;
  for (const [from, to] of ranges) {
    const first = Math.max(at, from - start);
    const last = Math.min(text.length, to - start);
    if (first >= last) continue;
    pushSpan(line, text.slice(at, first), role, href);
    pushSpan(line, text.slice(first, last), 'selection', href);
    at = last;
  }
  pushSpan(line, text.slice(at), role, href);
}

function textOf(line: Line): string {
  return line.map((span) => span.text).join('');
}
