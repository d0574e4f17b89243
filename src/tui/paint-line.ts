// Puts styled text into rows of cells. Owns clipping at the right edge; knows no borders and no terminal.
import { type Cell, toCells } from '../base/width.js';
import type { Line, StyleRole } from '../view/span.js';
import type { BlessedRow } from './blessed-internals.js';
import { linkedAttr } from './links.js';
import type { Theme } from './theme.js';

const cacheLimit = 4000;
const recentCells = new Map<string, readonly Cell[]>();
const ascii = /^[\x20-\x7e]*$/;

/** Paints a line from column `from` up to and without `end`; returns the column after its last cell. */
export function paintLine(row: BlessedRow | undefined, from: number, end: number, line: Line, theme: Theme): number {
  let x = from;
  for (const span of line) x = paintText(row, x, end, span.text, linkedAttr(theme.attr(span.role), span.href));
  return x;
}

/** Paints one text; a wide glyph that does not fit wholly is left out, with all that follows. */
export function paintText(row: BlessedRow | undefined, from: number, end: number, text: string, attr: number): number {
  if (row === undefined) return from;
  const limit = Math.min(end, row.length);
  let x = from;
  if (ascii.test(text)) {
    for (let i = 0; i < text.length && x < limit; i++) setCell(row, x++, attr, text[i] as string);
    return x;
  }
  for (const cell of cellsOf(text)) {
    if (x + cell.width > limit) break;
    setCell(row, x, attr, cell.text);
    if (cell.width === 2) setCell(row, x + 1, attr, '');
    x += cell.width;
  }
  return x;
}

/** Blank cells from `from` up to and without `end`. */
export function fillCells(row: BlessedRow | undefined, from: number, end: number, attr: number): void {
  if (row === undefined) return;
  for (let x = Math.max(0, from); x < Math.min(end, row.length); x++) setCell(row, x, attr, ' ');
}

/** A line of one span. */
export function plainLine(text: string, role: StyleRole = 'text'): Line {
  return [{ text, role }];
}

function setCell(row: BlessedRow, x: number, attr: number, glyph: string): void {
  const cell = row[x];
  if (cell === undefined) return;
  cell[0] = attr;
  cell[1] = glyph;
}

/** Streams show the same lines frame after frame; taking them apart each time would cost most of the frame. */
function cellsOf(text: string): readonly Cell[] {
  let cells = recentCells.get(text);
  if (cells === undefined) {
    if (recentCells.size >= cacheLimit) recentCells.clear();
    cells = toCells(text);
    if (text.length <= 2000) recentCells.set(text, cells);
  }
  return cells;
}
