// Styled text broken into lines of a width. Owns where a line may break; says nothing about what the text means.
import { cellWidth, clipToWidth, graphemes } from '../base/width.js';
import type { Line, Span, StyleRole } from './span.js';

/** A run that stays on one line if it fits: a word, a wide character with its punctuation, or blanks. */
interface Atom {
  spans: Span[];
  width: number;
  blank: boolean;
  /** The next piece may not be joined to it: a line can break after it. */
  closed: boolean;
}

const printableAscii = /^[\x20-\x7e]*$/;
/** Wide punctuation that must not begin a line. */
const closing = /^[、。，．！？；：）】」』》〉”’…]/;

export function lineWidth(line: Line): number {
  let width = 0;
  for (const span of line) width += cellWidth(span.text);
  return width;
}

/**
 * Lines of at most `width` cells, broken at blanks, beside wide characters, and inside words that are too long.
 * Lines after the first are indented by `hangingIndent` cells. Newlines break, tabs become blanks. Never empty.
 */
export function wrapLine(spans: Line, width: number, hangingIndent = 0): Line[] {
  const room = Math.max(1, width);
  const indent = hangingIndent < room - 3 ? hangingIndent : 0;
  const lines: Line[] = [];
  for (const part of splitLines(spans)) {
    if (part.length === 1 && part[0]!.text.length <= room && printableAscii.test(part[0]!.text) && lines.length === 0) {
      lines.push(part);
    } else new Filler(lines, room, indent).fill(atomsOf(part, room));
  }
  return lines;
}

/** Lines of at most `width` cells, broken anywhere: for code, where every blank counts. */
export function breakLine(spans: Line, width: number): Line[] {
  const room = Math.max(1, width);
  const lines: Line[] = [];
  for (const part of splitLines(spans)) {
    if (lineWidth(part) <= room) lines.push(part);
    else lines.push(...breakCells(part, room));
  }
  return lines;
}

/** One line of at most `width` cells; what does not fit is replaced by `ellipsis`. */
export function clipLine(line: Line, width: number, ellipsis = '…'): Line {
  if (lineWidth(line) <= width) return line;
  const mark = cellWidth(ellipsis) < width ? ellipsis : '';
  const room = width - cellWidth(mark);
  const clipped: Line = [];
  let used = 0;
  for (const span of line) {
    const text = clipToWidth(span.text, room - used);
    if (text !== '') clipped.push({ ...span, text });
    used += cellWidth(text);
    if (text !== span.text) break;
  }
  if (mark !== '') clipped.push({ text: mark, role: clipped.at(-1)?.role ?? 'dim' });
  return clipped;
}

/** `left` and `right` at the two ends of a line of `width` cells; `left` is clipped first. */
export function spread(left: Line, right: Line, width: number, ellipsis = '…'): Line {
  const rightWidth = lineWidth(right);
  if (rightWidth === 0 || rightWidth + 8 > width) return clipLine(left, width, ellipsis);
  const clipped = clipLine(left, width - rightWidth - 1, ellipsis);
  const gap = ' '.repeat(width - rightWidth - lineWidth(clipped));
  return [...clipped, { text: gap, role: 'text' }, ...right];
}

/** Appends a span, joined to the last one when it looks the same and leads to the same place. */
export function pushSpan(line: Line, text: string, role: StyleRole, href?: string): void {
  const last = line.at(-1);
  if (text === '') return;
  if (last !== undefined && last.role === role && last.href === href) {
    line[line.length - 1] = { ...last, text: last.text + text };
  } else line.push(href === undefined ? { text, role } : { text, role, href });
}

/** The spans at every newline cut into lines; tabs become blanks here, so that nothing later has to know them. */
export function splitLines(spans: Line): Line[] {
  const lines: Line[] = [[]];
  for (const span of spans) {
    const parts = span.text.includes('\t') ? span.text.replaceAll('\t', '    ') : span.text;
    if (!parts.includes('\n')) {
      if (parts !== '') lines.at(-1)!.push(parts === span.text ? span : { ...span, text: parts });
      continue;
    }
    parts.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)!.push({ ...span, text });
    });
  }
  return lines;
}

function breakCells(part: Line, room: number): Line[] {
  const lines: Line[] = [[]];
  let used = 0;
  for (const span of part) {
    for (const piece of fittingGraphemes(span.text, room)) {
      if (used + piece.width > room) {
        lines.push([]);
        used = 0;
      }
      pushSpan(lines.at(-1)!, piece.text, span.role, span.href);
      used += piece.width;
    }
  }
  return lines;
}

/** Graphemes with their widths; one that is wider than the whole line is shown as a dot. */
function fittingGraphemes(text: string, room: number): { text: string; width: number }[] {
  return graphemes(text).map((grapheme) => {
    const width = cellWidth(grapheme);
    return width > room ? { text: '·', width: 1 } : { text: grapheme, width };
  });
}

function atomsOf(part: Line, room: number): Atom[] {
  const atoms: Atom[] = [];
  for (const span of part) {
    if (printableAscii.test(span.text)) {
      for (const text of span.text.match(/ +|[^ ]+/g) ?? []) addAtom(atoms, { ...span, text }, text.length, false);
    } else {
      for (const { text, width } of fittingGraphemes(span.text, room)) {
        addAtom(atoms, { ...span, text }, width, width === 2);
      }
    }
  }
  return atoms;
}

/** Joins a piece to the word before it unless a line may break between them. */
function addAtom(atoms: Atom[], span: Span, width: number, wide: boolean): void {
  const blank = span.text[0] === ' ' && span.text.trim() === '';
  const last = atoms.at(-1);
  const forbidden = wide && closing.test(span.text);
  const joins = last !== undefined && blank === last.blank && (blank || forbidden || (!last.closed && !wide));
  if (!joins) {
    atoms.push({ spans: [span], width, blank, closed: wide });
    return;
  }
  pushSpan(last.spans, span.text, span.role, span.href);
  last.width += width;
}

/** Puts atoms into lines. */
class Filler {
  private readonly lines: Line[];
  private readonly room: number;
  private readonly indent: number;
  private used = 0;
  private fresh = true;
  private pendingBlank: Atom | undefined;

  constructor(lines: Line[], room: number, indent: number) {
    this.lines = lines;
    this.room = room;
    this.indent = indent;
  }

  fill(atoms: Atom[]): void {
    this.begin();
    for (const atom of atoms) {
      if (atom.blank) this.pendingBlank = atom;
      else this.place(atom);
    }
  }

  private begin(): void {
    const indent = this.lines.length === 0 ? 0 : this.indent;
    this.lines.push(indent === 0 ? [] : [{ text: ' '.repeat(indent), role: 'text' }]);
    this.used = indent;
    this.fresh = true;
    this.pendingBlank = undefined;
  }

  private place(atom: Atom): void {
    const blank = this.pendingBlank?.width ?? 0;
    if (!this.fresh && this.used + blank + atom.width > this.room) this.begin();
    if (this.pendingBlank !== undefined && this.used + blank < this.room) this.append(this.pendingBlank);
    this.pendingBlank = undefined;
    if (this.used + atom.width <= this.room) this.append(atom);
    else this.breakWord(atom);
  }

  private breakWord(atom: Atom): void {
    for (const span of atom.spans) {
      for (const piece of fittingGraphemes(span.text, this.room)) {
        if (this.used + piece.width > this.room) this.begin();
        pushSpan(this.lines.at(-1)!, piece.text, span.role, span.href);
        this.used += piece.width;
        this.fresh = false;
      }
    }
  }

  private append(atom: Atom): void {
    const line = this.lines.at(-1)!;
    for (const span of atom.spans) pushSpan(line, span.text, span.role, span.href);
    this.used += atom.width;
    this.fresh = false;
  }
}
