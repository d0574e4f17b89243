// What the painter must know of one glyph: its number, its cells, and whether terminals disagree about it.
import { toCells } from '../base/width.js';

export interface Glyph {
  /** Equal glyphs have equal numbers, so that cells compare as numbers. A code point, or one from `firstCluster` on. */
  code: number;
  /** What may be sent: reduced, never a control. */
  text: string;
  width: 1 | 2;
  /** Terminals judge its width differently: the cursor is nowhere certain after it. */
  risky: boolean;
}

/** Numbers from here on are of glyphs that one code point does not tell; none is given twice. */
const firstCluster = 0x110000;
const keptLimit = 5000;
const ascii: (Glyph | undefined)[] = [];
const blankGlyph: Glyph = { code: 0x20, text: ' ', width: 1, risky: false };

/** Two generations: what a frame uses is in one of them, whatever else was forgotten. */
let recent = createKept();
let older = createKept();
let nextCluster = firstCluster;

interface Kept {
  byText: Map<string, Glyph>;
  byCode: Map<number, Glyph>;
}

/** Facts of the content of one cell; anything that is not exactly one glyph becomes its first glyph, or a space. */
export function glyphOf(text: string): Glyph {
  // Most cells hold these; a look into the map for each would be half of a frame.
  const known = text.length === 1 ? ascii[text.charCodeAt(0)] : undefined;
  return known ?? recent.byText.get(text) ?? keep(text, older.byText.get(text) ?? build(text));
}

/** The glyph of this number, which `glyphOf` has given. */
export function glyphWithCode(code: number): Glyph {
  return ascii[code] ?? recent.byCode.get(code) ?? older.byCode.get(code) ?? blankGlyph;
}

function keep(text: string, glyph: Glyph): Glyph {
  if (text === glyph.text && glyph.code < 0x7f) ascii[glyph.code] = glyph;
  if (recent.byText.size >= keptLimit) {
    older = recent;
    recent = createKept();
  }
  recent.byText.set(text, glyph);
  recent.byCode.set(glyph.code, glyph);
  return glyph;
}

function createKept(): Kept {
  return { byText: new Map(), byCode: new Map() };
}

function build(text: string): Glyph {
  const cell = toCells(text)[0];
  if (cell === undefined || cell.text === ' ') return blankGlyph;
  const codePoint = cell.text.codePointAt(0) as number;
  const isCluster = cell.text.length > (codePoint > 0xffff ? 2 : 1);
  // Parts can compose to one code point that would be narrower if it came alone.
  const hasOwnWidth = cell.text !== text && toCells(cell.text)[0]?.width !== cell.width;
  const code = isCluster || hasOwnWidth ? nextCluster++ : codePoint;
  return { code, text: cell.text, width: cell.width, risky: isCluster || isRisky(codePoint) };
}

function isRisky(codePoint: number): boolean {
  if (codePoint < 0x300) return false;
  // Lines and blocks are drawn by the terminal itself, CJK was wide in the oldest tables already.
  if (codePoint >= 0x2500 && codePoint <= 0x259f) return false;
  if (codePoint >= 0x4dc0 && codePoint <= 0x4dff) return true;
  const cjk = (codePoint >= 0x2e80 && codePoint <= 0xd7a3) || (codePoint >= 0xf900 && codePoint <= 0xfaff);
  const fullWidth = codePoint >= 0xff01 && codePoint <= 0xff60;
  return !(cjk || fullWidth || (codePoint >= 0x20000 && codePoint <= 0x3fffd));
}
