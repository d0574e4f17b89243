// Turns the wanted cells into the bytes that change the terminal. Owns what the terminal shows; writes nothing itself.
import { defaultAttr, sgrOf } from './attributes.js';
import type { BlessedRow } from './blessed-internals.js';
import { type Glyph, glyphOf } from './glyph.js';

export interface Point {
  x: number;
  y: number;
}

/** A cell whose content on the terminal is not known; never equal to a glyph. */
const unknown = '\0';
/** Unchanged cells that are sent again because a cursor jump would be longer. */
const gapLimit = 4;
const space: Glyph = { text: ' ', width: 1, risky: false };

/** The difference painter. One instance belongs to one terminal. */
export class FramePainter {
  private cols = 0;
  private rows = 0;
  /** Glyph and attribute that each cell of the terminal shows; the right half of a wide glyph is ''. */
  private shownGlyphs: string[] = [];
  private shownAttrs: Int32Array = new Int32Array(0);
  private mustClear = true;
  private caret: Point | null = null;
  private caretUnknown = true;
  private out = '';
  private attr = defaultAttr;
  /** Where the terminal's cursor certainly is; -1 when it is not certain. */
  private cursorX = -1;
  private cursorY = -1;

  /** The terminal was resized or drawn over: the next frame sends everything. */
  forget(): void {
    this.mustClear = true;
    this.caretUnknown = true;
  }

  /** Bytes that bring the terminal to these cells and this caret; '' when it shows them already. */
  frame(lines: readonly BlessedRow[], caret: Point | null): string {
    this.out = '';
    this.attr = defaultAttr;
    this.cursorX = -1;
    this.cursorY = -1;
    if (this.mustClear || lines.length !== this.rows || (lines[0]?.length ?? 0) !== this.cols) this.clear(lines);
    for (let y = 0; y < this.rows; y++) this.paintRow(lines[y] as BlessedRow, y);
    if (this.attr !== defaultAttr) this.setAttr(defaultAttr);
    return this.finish(caret);
  }

  private clear(lines: readonly BlessedRow[]): void {
    this.rows = lines.length;
    this.cols = lines[0]?.length ?? 0;
    this.shownGlyphs = new Array<string>(this.rows * this.cols).fill(' ');
    this.shownAttrs = new Int32Array(this.rows * this.cols).fill(defaultAttr);
    this.mustClear = false;
    this.out = '\x1b[m\x1b[2J';
  }

  private finish(caret: Point | null): string {
    const visible = caret !== null && caret.x >= 0 && caret.y >= 0 && caret.x < this.cols && caret.y < this.rows;
    const place = visible ? cursorTo(caret.x, caret.y) : '';
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

  private paintRow(row: BlessedRow, y: number): void {
    const base = y * this.cols;
    for (let x = 0; x < this.cols; ) {
      const attr = (row[x] as BlessedRow[0])[0];
      const glyph = this.effective(row, x);
      if (this.isShown(base + x, glyph, attr)) x += glyph.width;
      else x = this.paintGlyph(row, x, y, glyph, attr);
    }
  }

  /** The glyph that can really stand at x: half a wide one is a space. */
  private effective(row: BlessedRow, x: number): Glyph {
    const text = (row[x] as BlessedRow[0])[1];
    if (text === ' ' || text === '') return space;
    const glyph = glyphOf(text);
    if (glyph.width === 2 && row[x + 1]?.[1] !== '') return space;
    return glyph;
  }

  private isShown(at: number, glyph: Glyph, attr: number): boolean {
    if (this.shownGlyphs[at] !== glyph.text || this.shownAttrs[at] !== attr) return false;
    return glyph.width === 1 || (this.shownGlyphs[at + 1] === '' && this.shownAttrs[at + 1] === attr);
  }

  private paintGlyph(row: BlessedRow, x: number, y: number, glyph: Glyph, attr: number): number {
    this.moveTo(row, x, y);
    this.setAttr(attr);
    const end = x + glyph.width;
    if (!glyph.risky) {
      this.out += glyph.text;
      this.cursorX = end < this.cols ? end : -1;
      this.record(x, y, glyph, attr);
      return end;
    }
    // A blank neighbour is cleared with it, so a terminal that draws the glyph wider has room for that.
    const roomAfter = end < this.cols && row[end]?.[0] === attr && this.effective(row, end) === space;
    const cleared = glyph.width + (roomAfter ? 1 : 0);
    const back = x + cleared < this.cols ? '\b'.repeat(cleared) : cursorTo(x, y);
    this.out += ' '.repeat(cleared) + back + glyph.text;
    this.cursorX = -1;
    this.record(x, y, glyph, attr);
    if (roomAfter) this.record(end, y, space, attr);
    else if (end < this.cols) this.spoil(end, y);
    return roomAfter ? end + 1 : end;
  }

  /** Notes what was sent; the other half of a wide glyph that was hit is no longer known. */
  private record(x: number, y: number, glyph: Glyph, attr: number): void {
    const at = y * this.cols + x;
    const end = x + glyph.width;
    if (end < this.cols && this.shownGlyphs[at + glyph.width] === '') this.spoil(end, y);
    this.shownGlyphs[at] = glyph.text;
    this.shownAttrs[at] = attr;
    if (glyph.width === 2) {
      this.shownGlyphs[at + 1] = '';
      this.shownAttrs[at + 1] = attr;
    }
  }

  private spoil(x: number, y: number): void {
    const at = y * this.cols + x;
    if (this.shownGlyphs[at] !== '' && x + 1 < this.cols && this.shownGlyphs[at + 1] === '')
      this.shownGlyphs[at + 1] = unknown;
    this.shownGlyphs[at] = unknown;
  }

  private moveTo(row: BlessedRow, x: number, y: number): void {
    if (this.cursorY === y && this.cursorX === x) return;
    if (this.cursorY !== y || this.cursorX < 0 || !this.fillGap(row, x)) this.out += cursorTo(x, y);
    this.cursorX = x;
    this.cursorY = y;
  }

  private fillGap(row: BlessedRow, x: number): boolean {
    const from = this.cursorX;
    if (x < from || x - from > gapLimit) return false;
    let text = '';
    for (let at = from; at < x; at++) {
      const [attr, glyph] = row[at] as BlessedRow[0];
      if (attr !== this.attr || glyph.length !== 1 || glyph < ' ' || glyph > '~') return false;
      text += glyph;
    }
    this.out += text;
    return true;
  }

  private setAttr(attr: number): void {
    if (attr === this.attr) return;
    this.out += sgrOf(attr);
    this.attr = attr;
  }
}

function cursorTo(x: number, y: number): string {
  return `\x1b[${y + 1};${x + 1}H`;
}
