// What the painter must know of one glyph: its cells, and whether terminals disagree about it.
import { toCells } from '../base/width.js';

export interface Glyph {
  /** What may be sent: reduced, never a control. */
  text: string;
  width: 1 | 2;
  /** Terminals judge its width differently: the cursor is nowhere certain after it. */
  risky: boolean;
}

const cacheLimit = 5000;
const cache = new Map<string, Glyph>();
const blank: Glyph = { text: ' ', width: 1, risky: false };

/** Facts of the content of one cell; anything that is not exactly one glyph becomes its first glyph, or a space. */
export function glyphOf(text: string): Glyph {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= cacheLimit) cache.clear();
  const cell = toCells(text)[0];
  const glyph = cell === undefined ? blank : { text: cell.text, width: cell.width, risky: isRisky(cell.text) };
  cache.set(text, glyph);
  return glyph;
}

function isRisky(text: string): boolean {
  const codePoint = text.codePointAt(0) as number;
  if (text.length > (codePoint > 0xffff ? 2 : 1)) return true;
  if (codePoint < 0x300) return false;
  // Lines and blocks are drawn by the terminal itself, CJK was wide in the oldest tables already.
  if (codePoint >= 0x2500 && codePoint <= 0x259f) return false;
  if (codePoint >= 0x4dc0 && codePoint <= 0x4dff) return true;
  const cjk = (codePoint >= 0x2e80 && codePoint <= 0xd7a3) || (codePoint >= 0xf900 && codePoint <= 0xfaff);
  const fullWidth = codePoint >= 0xff01 && codePoint <= 0xff60;
  return !(cjk || fullWidth || (codePoint >= 0x20000 && codePoint <= 0x3fffd));
}
