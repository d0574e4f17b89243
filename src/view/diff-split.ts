// A diff in two columns of cells: before on the left, after on the right, each line beside what replaced it.
import { type DiffChange, type DiffLine, withSign } from './diff-changes.js';
import { glyphs } from './glyphs.js';
import type { LineOptions } from './line-options.js';
import type { Line } from './span.js';
import { breakLine, clipLine, lineWidth } from './wrap.js';

/** Cells from which two columns are easier to read than one. */
export const leastSplitWidth = 140;
const numberCells = 4;

/** The rows of each change; a line that is too long for its column is broken or clipped. */
export function splitRows(changes: DiffChange[], options: LineOptions, long: 'broken' | 'clipped'): Line[][] {
  const { vertical, ellipsis } = glyphs(options.ascii);
  const rule: Line = [{ text: ` ${vertical} `, role: 'border' }];
  const left = Math.floor((options.width - 3) / 2);
  const fitted = (line: DiffLine | undefined, width: number): Line[] => {
    if (line === undefined) return [[]];
    const number = `${String(line.number ?? '').padStart(numberCells)} `;
    const room = width - number.length;
    const parts = long === 'clipped' ? [clipLine(withSign(line), room, ellipsis)] : breakLine(withSign(line), room);
    return parts.map(
      (part, at): Line => [{ text: at === 0 ? number : ' '.repeat(number.length), role: 'dim' }, ...part],
    );
  };
  return changes.map(({ before, after }) => {
    const rows: Line[] = [];
    for (let at = 0; at < Math.max(before.length, after.length); at++) {
      const old = fitted(before[at], left);
      const fresh = fitted(after[at], options.width - 3 - left);
      for (let row = 0; row < Math.max(old.length, fresh.length); row++)
        rows.push([...padded(old[row] ?? [], left), ...rule, ...(fresh[row] ?? [])]);
    }
    return rows;
  });
}

function padded(line: Line, width: number): Line {
  const free = width - lineWidth(line);
  return free > 0 ? [...line, { text: ' '.repeat(free), role: 'text' }] : line;
}
