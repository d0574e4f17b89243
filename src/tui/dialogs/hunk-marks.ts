// Which hunks of a question are taken, and how that is drawn beside them. Knows no keys.

import type { QuestionPart } from '../../view/approval-lines.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { clipLine } from '../../view/wrap.js';

/** Cells beside a hunk. */
export const hunkGutter = 2;

export interface HunkMarks {
  /** Indexes of those that are taken. */
  taken(): number[];
  areAllTaken(): boolean;
  current(): number;
  choose(index: number): void;
  /** Takes or leaves the current one. */
  toggle(): void;
  /** All lines, with the marks, and the rows at which each hunk begins and ends. */
  draw(parts: QuestionPart[], width: number): { lines: Line[]; places: { from: number; to: number }[] };
}

export function createHunkMarks(count: number, ascii: boolean): HunkMarks {
  const isTaken = Array.from({ length: count }, () => true);
  const signs = glyphs(ascii);
  let current = 0;

  const mark = (hunk: number, lines: Line[], width: number): Line[] => {
    const isCurrent = hunk === current;
    const bar: Line[number] = isCurrent ? { text: `${signs.vertical} `, role: 'accent' } : { text: '  ', role: 'text' };
    // What is left out is seen, but as something that will not be.
    const shown = isTaken[hunk] ? lines : lines.map((line) => line.map(({ text }) => ({ text, role: 'dim' as const })));
    const box = isTaken[hunk] ? '[x]' : '[ ]';
    const name = `hunk ${hunk + 1} of ${count}${isTaken[hunk] ? '' : ', left out'}`;
    const head: Line = [
      { text: `${isCurrent ? signs.prompt : ' '} `, role: 'accent' },
      { text: `${box} ${name}`, role: isCurrent ? 'selection' : 'accent' },
    ];
    return [clipLine(head, width, signs.ellipsis), ...shown.map((line) => [bar, ...line])];
  };

  return {
    taken: () => isTaken.flatMap((is, index) => (is ? [index] : [])),
    areAllTaken: () => isTaken.every((is) => is),
    current: () => current,
    choose(index) {
      current = Math.max(0, Math.min(count - 1, index));
    },
    toggle() {
      isTaken[current] = !isTaken[current];
    },
    draw(parts, width) {
      const lines: Line[] = [];
      const places: { from: number; to: number }[] = [];
      for (const part of parts) {
        const from = lines.length;
        lines.push(...(part.hunk === undefined ? part.lines : mark(part.hunk, part.lines, width)));
        if (part.hunk !== undefined) places.push({ from, to: lines.length });
      }
      return { lines, places };
    },
  };
}
