// A Markdown table in cells of the terminal. Owns the widths of columns.
import type { Tokens } from 'marked';
import type { Glyphs } from './glyphs.js';
import { inlineSpans } from './markdown-inline.js';
import type { Line, StyleRole } from './span.js';
import { lineWidth, splitLines, wrapLine } from './wrap.js';

type Align = 'left' | 'right' | 'center' | null;

const minColumn = 3;
/** Cells between two columns: a blank, a rule, a blank. */
const gap = 3;

/** Lines of a table; when the columns cannot all get three cells, each row is a list of `column: value`. */
export function tableLines(table: Tokens.Table, width: number, signs: Glyphs): Line[] {
  const header = table.header.map((cell) => inlineSpans(cell.tokens, 'strong'));
  const rows = table.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens, 'text')));
  return gridLines(header, rows, table.align, width, signs);
}

/** The same for cells that are styled already. Every row is as long as `header`. */
export function gridLines(header: Line[], rows: Line[][], align: Align[], width: number, signs: Glyphs): Line[] {
  const natural = header.map((cell, at) => Math.max(1, ...[cell, ...rows.map((row) => row[at] ?? [])].map(widest)));
  const room = width - gap * (header.length - 1);
  if (room < minColumn * header.length) return listLines(header, rows, width);
  const widths = shrink(natural, room);
  const rule = widths.map((cells) => signs.horizontal.repeat(cells));
  return [
    ...rowLines(header, widths, align, signs),
    [{ text: rule.join(`${signs.horizontal}${signs.cross}${signs.horizontal}`), role: 'border' }],
    ...rows.flatMap((row) => rowLines(row, widths, align, signs)),
  ];
}

function widest(cell: Line): number {
  return Math.max(...splitLines(cell).map(lineWidth));
}

/** Takes cells from the widest columns until all fit. */
function shrink(natural: number[], room: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const most = Math.max(...widths);
    const at = widths.indexOf(most);
    const next = Math.max(minColumn, ...widths.filter((width) => width < most));
    const cut = Math.max(1, Math.min(excess, most - next));
    widths[at] = most - cut;
    excess -= cut;
  }
  return widths;
}

function rowLines(row: Line[], widths: number[], align: Align[], signs: Glyphs): Line[] {
  const columns = widths.map((width, at) => wrapLine(row[at] ?? [], width));
  const height = Math.max(...columns.map((column) => column.length));
  const lines: Line[] = [];
  for (let y = 0; y < height; y++) {
    const line: Line = [];
    widths.forEach((width, at) => {
      if (at > 0) line.push({ text: ` ${signs.vertical} `, role: 'border' });
      const isLast = at === widths.length - 1;
      line.push(...padded(columns[at]?.[y] ?? [], width, align[at] ?? null, isLast));
    });
    lines.push(line);
  }
  return lines;
}

function padded(cell: Line, width: number, align: Align, isLast: boolean): Line {
  const free = Math.max(0, width - lineWidth(cell));
  const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0;
  const after = isLast ? 0 : free - before;
  const blanks = (count: number): Line => (count === 0 ? [] : [{ text: ' '.repeat(count), role: 'text' as StyleRole }]);
  return [...blanks(before), ...cell, ...blanks(after)];
}

function listLines(header: Line[], rows: Line[][], width: number): Line[] {
  const lines: Line[] = [];
  rows.forEach((row, y) => {
    if (y > 0) lines.push([]);
    header.forEach((name, at) => {
      const label: Line = [...name, { text: ': ', role: 'dim' }];
      lines.push(...wrapLine([...label, ...(row[at] ?? [])], width, 2));
    });
  });
  return rows.length > 0
    ? lines
    : wrapLine(
        header.flatMap((name) => [...name, { text: ' ', role: 'text' }]),
        width,
      );
}
