// What the terminal shows, cell by cell, as far as that is certain. Owns the bookkeeping of sent glyphs; sends nothing.
import { defaultAttr } from './attributes.js';
import type { WantedCells } from './wanted-cells.js';

/** In the place of a glyph's number: a space, the right half of a wide glyph, and what is not known and equals nothing. */
export const blankCode = 0x20;
export const rightHalf = 0;
const unknown = -1;

export class ShownCells {
  cols = 0;
  rows = 0;
  /** Numbers of glyphs, row after row. */
  codes = new Int32Array(0);
  /** Floating point, because the number of a link stands above the 32 bits of the attribute. */
  attrs = new Float64Array(0);

  /** The terminal was cleared, and has this size. */
  clear(cols: number, rows: number): void {
    this.cols = cols;
    this.rows = rows;
    this.codes = new Int32Array(rows * cols).fill(blankCode);
    this.attrs = new Float64Array(rows * cols).fill(defaultAttr);
  }

  /** This cell shows what is wanted. */
  isAs(wanted: WantedCells, at: number): boolean {
    return this.codes[at] === wanted.codes[at] && this.attrs[at] === wanted.attrs[at];
  }

  /** Notes what was sent; the other half of a wide glyph that was hit is no longer known. */
  record(x: number, y: number, code: number, width: 1 | 2, attr: number): void {
    const at = y * this.cols + x;
    this.spoilHalf(x + width, y);
    this.codes[at] = code;
    this.attrs[at] = attr;
    if (width === 1) return;
    this.codes[at + 1] = rightHalf;
    this.attrs[at + 1] = attr;
  }

  /** Notes that cells from `x` to before `end` were erased. */
  recordErased(x: number, end: number, y: number): void {
    const base = y * this.cols;
    this.spoilHalf(end, y);
    this.codes.fill(blankCode, base + x, base + end);
    this.attrs.fill(defaultAttr, base + x, base + end);
  }

  /** What stands here, and the rest of its glyph, is no longer certain. */
  spoil(x: number, y: number): void {
    const at = y * this.cols + x;
    if (this.codes[at] !== rightHalf) this.spoilHalf(x + 1, y);
    this.codes[at] = unknown;
  }

  /** The rows from `top` to before `bottom` moved up by `by` rows (down when negative); the rows that came in are blank. */
  shift(top: number, bottom: number, by: number): void {
    const { cols, codes, attrs } = this;
    const from = top * cols;
    const end = bottom * cols;
    const size = Math.abs(by) * cols;
    const target = by > 0 ? from : from + size;
    const source = by > 0 ? from + size : from;
    codes.copyWithin(target, source, source + end - from - size);
    attrs.copyWithin(target, source, source + end - from - size);
    const blank = by > 0 ? end - size : from;
    codes.fill(blankCode, blank, blank + size);
    attrs.fill(defaultAttr, blank, blank + size);
  }

  private spoilHalf(x: number, y: number): void {
    if (x < this.cols && this.codes[y * this.cols + x] === rightHalf) this.codes[y * this.cols + x] = unknown;
  }
}
