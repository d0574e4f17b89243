// Text in terminal cells: the one place that says how wide something is. Wrapping, clipping, painting and the caret all ask here.
import { classOf, joins, kind, kindMask } from './width-table.js';

/** One glyph as it is sent to the terminal; `width` is the number of cells it takes. */
export interface Cell {
  text: string;
  width: 1 | 2;
}

const tabCells = 4;
const maxMarks = 3;
const printableAscii = /^[\x20-\x7e]*$/;

let asciiCells: Cell[] | undefined;
let segmenter: Intl.Segmenter | undefined;

/** Cells that `text` takes on one line. Controls take none, a tab takes four. */
export function cellWidth(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let width = 0;
  for (const cell of toCells(text)) width += cell.width;
  return width;
}

/**
 * The glyphs of `text`, each reduced to what every terminal draws in a known width: an emoji sequence is its first
 * emoji, a flag its two letters, marks are composed and at most three, controls and invisible characters are gone.
 */
export function toCells(text: string): Cell[] {
  const cells: Cell[] = [];
  if (printableAscii.test(text)) {
    for (let i = 0; i < text.length; i++) cells.push(asciiCell(text.charCodeAt(i)));
    return cells;
  }
  const glyphs = new GlyphCollector(cells);
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i) as number;
    if (codePoint > 0xffff) i++;
    glyphs.add(codePoint);
  }
  return cells;
}

/** The longest beginning of `text` that fits into `width` cells; when something is cut and `ellipsis` is given, it ends with it. */
export function clipToWidth(text: string, width: number, ellipsis = ''): string {
  if (width <= 0) return '';
  if (printableAscii.test(text) && text.length <= width) return text;
  if (cellWidth(text) <= width) return text;
  const room = width - cellWidth(ellipsis);
  if (room < 0) return clipToWidth(text, width);
  let used = 0;
  let end = 0;
  for (const grapheme of graphemes(text)) {
    used += cellWidth(grapheme);
    if (used > room) break;
    end += grapheme.length;
  }
  return text.slice(0, end) + ellipsis;
}

/** User-perceived characters: what a caret steps over and Backspace deletes. Joined they are `text` again. */
export function graphemes(text: string): string[] {
  if (/^[\x00-\x7f]*$/.test(text)) return text.split('');
  const result: string[] = [];
  let start = 0;
  let previousJoins = true;
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i) as number;
    const thisJoins = (classOf(codePoint) & joins) !== 0;
    // Between two code points that never join there is always a border; the slow segmenter only sees what lies between.
    if (i > start && !previousJoins && !thisJoins) {
      pushGroup(text.slice(start, i), result);
      start = i;
    }
    previousJoins = thisJoins;
    i += codePoint > 0xffff ? 2 : 1;
  }
  if (start < text.length) pushGroup(text.slice(start), result);
  return result;
}

function pushGroup(group: string, into: string[]): void {
  if (group.length === 1) {
    into.push(group);
    return;
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const part of segmenter.segment(group)) into.push(part.segment);
}

function asciiCell(code: number): Cell {
  asciiCells ??= Array.from({ length: 128 }, (_, at) => ({ text: String.fromCharCode(at), width: 1 }));
  return asciiCells[code] as Cell;
}

/** Takes code points in order and appends reduced glyphs to a list. */
class GlyphCollector {
  private readonly cells: Cell[];
  private marks = 0;
  private spaced = false;
  private joinerAt = -1;

  constructor(cells: Cell[]) {
    this.cells = cells;
  }

  add(codePoint: number): void {
    if (codePoint >= 0x20 && codePoint < 0x7f) this.push(asciiCell(codePoint));
    else if (codePoint === 9) for (let i = 0; i < tabCells; i++) this.push(asciiCell(0x20));
    else this.addOfKind(codePoint, classOf(codePoint) & kindMask);
  }

  private addOfKind(codePoint: number, kindOfPoint: number): void {
    if (kindOfPoint === kind.narrow) this.addBase(codePoint, 1);
    else if (kindOfPoint === kind.wide) this.addBase(codePoint, 2);
    else if (kindOfPoint === kind.mark) this.addMark(codePoint, false);
    else if (kindOfPoint === kind.spacingMark) this.addMark(codePoint, true);
    else if (kindOfPoint === kind.jamo) this.addJamo(codePoint);
    else if (kindOfPoint === kind.regionalIndicator) this.push(asciiCell(codePoint - 0x1f1e6 + 0x41));
    else if (kindOfPoint === kind.zeroWidthJoiner) this.joinerAt = this.cells.length;
    else if (kindOfPoint === kind.surrogate) this.push({ text: '\ufffd', width: 1 });
    // A skin tone only colours the emoji before it; alone it is a patch of its own.
    else if (kindOfPoint === kind.skinTone && !isPictographic(this.last()?.text)) this.addBase(codePoint, 2);
  }

  private last(): Cell | undefined {
    return this.cells[this.cells.length - 1];
  }

  private push(cell: Cell): void {
    this.cells.push(cell);
    this.marks = 0;
    this.spaced = false;
  }

  private addBase(codePoint: number, width: 1 | 2): void {
    const text = String.fromCodePoint(codePoint);
    const joined = this.joinerAt === this.cells.length && isPictographic(text) && isPictographic(this.last()?.text);
    this.joinerAt = -1;
    if (joined) return;
    this.push({ text, width });
  }

  private addMark(codePoint: number, spacing: boolean): void {
    const base = this.last();
    if (base === undefined || this.marks >= maxMarks) return;
    if (spacing && this.spaced) return;
    this.marks++;
    if (spacing) this.spaced = true;
    const text = (base.text + String.fromCodePoint(codePoint)).normalize('NFC');
    // Terminals that know the mark as spacing draw two cells, the others leave the second one blank: both fit.
    this.cells[this.cells.length - 1] = { text, width: spacing || base.width === 2 ? 2 : 1 };
  }

  private addJamo(codePoint: number): void {
    const base = this.last();
    const composed = ((base?.text ?? '') + String.fromCodePoint(codePoint)).normalize('NFC');
    if (base !== undefined && composed.length === 1) this.cells[this.cells.length - 1] = { text: composed, width: 2 };
    else this.push({ text: '\ufffd', width: 1 });
  }
}

function isPictographic(text: string | undefined): boolean {
  return text !== undefined && /^\p{Extended_Pictographic}/u.test(text);
}
