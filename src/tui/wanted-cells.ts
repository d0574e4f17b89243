// What the terminal should show: the cells of a frame, read once as the glyphs that can really stand there.
import { defaultAttr } from './attributes.js';
import type { BlessedCell, BlessedRow } from './blessed-internals.js';
import { glyphOf } from './glyph.js';
import { blankCode, rightHalf, type ShownCells } from './shown-cells.js';

/** What a jump of the cursor costs; about its bytes. */
const jumpCost = 6;

export class WantedCells {
  cols = 0;
  rows = 0;
  /** Row after row, as in the shown cells: equal cells are equal glyphs with equal attributes. */
  codes = new Int32Array(0);
  attrs = new Float64Array(0);

  read(lines: readonly BlessedRow[]): void {
    const [rows, cols] = [lines.length, lines[0]?.length ?? 0];
    if (rows !== this.rows || cols !== this.cols) {
      this.rows = rows;
      this.cols = cols;
      this.codes = new Int32Array(rows * cols);
      this.attrs = new Float64Array(rows * cols);
    }
    for (let y = 0; y < rows; y++) this.readRow(lines[y] as BlessedRow, y * cols);
  }

  /** About the bytes that turn the shown row `shownY` into row `y`; 0 when none differ. */
  costOfRow(y: number, shown: ShownCells, shownY: number): number {
    const { cols, codes, attrs } = this;
    const from = y * cols;
    const shownFrom = shownY * cols;
    let cost = 0;
    let last = -jumpCost - 1;
    for (let x = 0; x < cols; x++) {
      if (codes[from + x] === shown.codes[shownFrom + x] && attrs[from + x] === shown.attrs[shownFrom + x]) continue;
      cost += Math.min(x - last, jumpCost + 1);
      last = x;
    }
    return cost;
  }

  /** The same for a row that is blank so far. */
  costOfBlankRow(y: number): number {
    const { cols, codes, attrs } = this;
    const from = y * cols;
    let cost = 0;
    let last = -jumpCost - 1;
    for (let x = 0; x < cols; x++) {
      if (codes[from + x] === blankCode && attrs[from + x] === defaultAttr) continue;
      cost += Math.min(x - last, jumpCost + 1);
      last = x;
    }
    return cost;
  }

  /** Half a wide glyph is a space. */
  private readRow(row: BlessedRow, base: number): void {
    const { cols, codes, attrs } = this;
    for (let x = 0; x < cols; x++) {
      const cell = row[x] as BlessedCell;
      const text = cell[1];
      attrs[base + x] = cell[0];
      if (text === ' ' || text === '') {
        codes[base + x] = blankCode;
        continue;
      }
      const glyph = glyphOf(text);
      const cut = glyph.width === 2 && row[x + 1]?.[1] !== '';
      codes[base + x] = cut ? blankCode : glyph.code;
      if (glyph.width === 1 || cut) continue;
      x++;
      codes[base + x] = rightHalf;
      attrs[base + x] = cell[0];
    }
  }
}
