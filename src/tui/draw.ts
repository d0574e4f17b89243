// Turns the wanted cells into the bytes that change the terminal: moved rows first, then what differs. Writes nothing itself.
import { defaultAttr, sgrOf } from './attributes.js';
import type { BlessedRow } from './blessed-internals.js';
import { glyphWithCode } from './glyph.js';
import { linkCode, linkOf } from './links.js';
import { findShift, shiftCode } from './scroll-region.js';
import { blankCode, rightHalf, ShownCells } from './shown-cells.js';
import { WantedCells } from './wanted-cells.js';

export interface Point {
  x: number;
  y: number;
}

export interface PainterOptions {
  /** Cells that carry a link are sent as one (OSC 8); default no. */
  links?: boolean;
}

/** Unchanged cells that are sent again because a cursor jump would be longer. */
const gapLimit = 4;
/** Blank cells in a row from which erasing them is shorter than sending them. */
const eraseFrom = 8;
/** Bytes of a frame from which it is worth looking for moved rows; then for others that moved by another step. */
const shiftFrom = [120, 500];

/** The difference painter. One instance belongs to one terminal. */
export class FramePainter {
  private readonly links: boolean;
  private readonly wanted = new WantedCells();
  private readonly shown = new ShownCells();
  /** About the bytes each row needs; 0 for a row that is shown as wanted. */
  private costs = new Float64Array(0);
  private mustClear = true;
  private caret: Point | null = null;
  private caretUnknown = true;
  private out = '';
  private attr = defaultAttr;
  /** Where the terminal's cursor certainly is; -1 when it is not certain. */
  private cursorX = -1;
  private cursorY = -1;

  constructor(options: PainterOptions = {}) {
    this.links = options.links ?? false;
  }

  /** The terminal was resized or drawn over: the next frame sends everything. */
  forget(): void {
    this.mustClear = true;
    this.caretUnknown = true;
  }

  /** Bytes that bring the terminal to these cells and this caret; '' when it shows them already. */
  frame(lines: readonly BlessedRow[], caret: Point | null): string {
    const { wanted, shown } = this;
    this.out = '';
    this.attr = defaultAttr;
    this.cursorX = -1;
    this.cursorY = -1;
    wanted.read(lines);
    if (this.mustClear || wanted.rows !== shown.rows || wanted.cols !== shown.cols) this.clear();
    else this.moveRows();
    for (let y = 0; y < shown.rows; y++) if (this.costs[y] !== 0) this.paintRow(y);
    this.setAttr(defaultAttr);
    return this.finish(caret);
  }

  private clear(): void {
    const { cols, rows } = this.wanted;
    this.shown.clear(cols, rows);
    this.costs = new Float64Array(rows);
    this.mustClear = false;
    // Margins that another program left would make the first move of rows a different one.
    this.out = '\x1b[r\x1b[m\x1b[2J';
    this.countCosts(0, rows);
  }

  private moveRows(): void {
    const { wanted, shown, costs } = this;
    this.countCosts(0, shown.rows);
    for (const leastBytes of shiftFrom) {
      if (sumOf(costs) < leastBytes) return;
      const shift = findShift(wanted, shown, costs);
      if (shift === null) return;
      shown.shift(shift.top, shift.bottom, shift.by);
      this.out += shiftCode(shift, shown.rows);
      this.countCosts(shift.top, shift.bottom);
    }
  }

  private countCosts(from: number, end: number): void {
    for (let y = from; y < end; y++) this.costs[y] = this.wanted.costOfRow(y, this.shown, y);
  }

  private finish(caret: Point | null): string {
    const { cols, rows } = this.shown;
    const visible = caret !== null && caret.x >= 0 && caret.y >= 0 && caret.x < cols && caret.y < rows;
    const isThere = visible && this.cursorX === caret.x && this.cursorY === caret.y;
    const place = visible && !isThere ? cursorTo(caret.x, caret.y) : '';
    const wasVisible = this.caret !== null;
    const moved =
      this.caretUnknown || visible !== wasVisible || caret?.x !== this.caret?.x || caret?.y !== this.caret?.y;
    if (this.out === '' && !(moved && (visible || wasVisible || this.caretUnknown))) return '';
    const hide = this.caretUnknown || (wasVisible && this.out !== '') || (wasVisible && !visible) ? '\x1b[?25l' : '';
    const show = visible && (hide !== '' || !wasVisible) ? '\x1b[?25h' : '';
    this.caret = visible ? { x: caret.x, y: caret.y } : null;
    this.caretUnknown = false;
    return `\x1b[?2026h${hide}${this.out}${place}${show}\x1b[?2026l`;
  }

  private paintRow(y: number): void {
    const { wanted, shown } = this;
    const { cols, codes } = wanted;
    for (let x = 0; x < cols; ) {
      const at = y * cols + x;
      const width = x + 1 < cols && codes[at + 1] === rightHalf ? 2 : 1;
      if (shown.isAs(wanted, at) && (width === 1 || shown.isAs(wanted, at + 1))) x += width;
      else if (this.isBlank(at)) x = this.paintBlanks(x, y);
      else x = this.paintGlyph(x, y, width);
    }
  }

  /** Blank cells of the default attribute; many of them are erased instead of sent. */
  private paintBlanks(x: number, y: number): number {
    const { cols } = this.shown;
    const base = y * cols;
    let end = x + 1;
    while (end < cols && this.isBlank(base + end)) end++;
    if (end - x < eraseFrom) return this.paintGlyph(x, y, 1);
    this.moveTo(x, y);
    this.setAttr(defaultAttr);
    this.out += end === cols ? '\x1b[K' : `\x1b[${end - x}X`;
    this.shown.recordErased(x, end, y);
    return end;
  }

  private isBlank(at: number): boolean {
    return this.wanted.codes[at] === blankCode && this.wanted.attrs[at] === defaultAttr;
  }

  private paintGlyph(x: number, y: number, width: 1 | 2): number {
    const { wanted, shown } = this;
    const at = y * shown.cols + x;
    const attr = wanted.attrs[at] as number;
    const glyph = glyphWithCode(wanted.codes[at] as number);
    this.moveTo(x, y);
    this.setAttr(attr);
    shown.record(x, y, glyph.code, width, attr);
    const end = x + width;
    if (!glyph.risky) {
      this.out += glyph.text;
      this.cursorX = end < shown.cols ? end : -1;
      return end;
    }
    // A blank neighbour is cleared with it, so a terminal that draws the glyph wider has room for that.
    const after = at + width;
    const roomAfter = end < shown.cols && wanted.attrs[after] === attr && wanted.codes[after] === blankCode;
    const cleared = width + (roomAfter ? 1 : 0);
    const back = x + cleared < shown.cols ? '\b'.repeat(cleared) : cursorTo(x, y);
    this.out += ' '.repeat(cleared) + back + glyph.text;
    this.cursorX = -1;
    if (roomAfter) shown.record(end, y, blankCode, 1, attr);
    else if (end < shown.cols) shown.spoil(end, y);
    return roomAfter ? end + 1 : end;
  }

  private moveTo(x: number, y: number): void {
    const { cursorX, cursorY } = this;
    if (cursorY === y && cursorX === x) return;
    if (cursorY !== y || cursorX < 0 || cursorX > x) this.out += cursorTo(x, y);
    else if (!this.fillGap(x, y)) this.out += `\x1b[${x - cursorX}C`;
    this.cursorX = x;
    this.cursorY = y;
  }

  private fillGap(x: number, y: number): boolean {
    const from = this.cursorX;
    if (x - from > gapLimit) return false;
    let text = '';
    for (let at = y * this.shown.cols + from; text.length < x - from; at++) {
      const code = this.wanted.codes[at] as number;
      if (this.wanted.attrs[at] !== this.attr || code < 0x20 || code > 0x7e) return false;
      text += String.fromCharCode(code);
    }
    this.out += text;
    return true;
  }

  private setAttr(attr: number): void {
    if (attr === this.attr) return;
    const [before, after] = [this.attr | 0, attr | 0];
    if (after !== before) {
      const code = sgrOf(after);
      // Nothing has to be taken back from the default attribute.
      this.out += before === defaultAttr ? code.replace('\x1b[0;', '\x1b[') : code;
    }
    if (this.links && linkOf(attr) !== linkOf(this.attr)) this.out += linkCode(linkOf(attr));
    this.attr = attr;
  }
}

function cursorTo(x: number, y: number): string {
  return x === 0 ? `\x1b[${y + 1}H` : `\x1b[${y + 1};${x + 1}H`;
}

function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
