// What a code point is on a terminal: its cells, and whether it can join its neighbours. Owns the lookup table; knows no strings.
import { eastAsianWidth } from 'get-east-asian-width';

/** Low bits: how it is drawn. `joins` is a flag beside them: next to such a code point a grapheme may go on. */
export const kind = {
  /** Never drawn: controls, format characters, variation selectors. */
  dropped: 0,
  narrow: 1,
  wide: 2,
  /** Drawn onto the glyph before it. */
  mark: 3,
  /** A mark that most terminals give a cell of its own. */
  spacingMark: 4,
  /** Hangul vowel or final letter: only drawn inside a composed syllable. */
  jamo: 5,
  regionalIndicator: 6,
  skinTone: 7,
  zeroWidthJoiner: 8,
  surrogate: 9,
} as const;
export const kindMask = 15;
export const joins = 16;

const pages: (Uint8Array | undefined)[] = [];

/** Kind and `joins` flag of a code point; pages of 256 are worked out when they are first met. */
export function classOf(codePoint: number): number {
  const index = codePoint >> 8;
  let page = pages[index];
  if (page === undefined) {
    page = new Uint8Array(256);
    for (let low = 0; low < 256; low++) page[low] = classify((index << 8) | low);
    pages[index] = page;
  }
  return page[codePoint & 255] as number;
}

function classify(codePoint: number): number {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return kind.dropped;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return kind.surrogate;
  if (codePoint === 0x200d) return kind.zeroWidthJoiner | joins;
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return kind.regionalIndicator | joins;
  if (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) return kind.skinTone | joins;
  const text = String.fromCodePoint(codePoint);
  if (/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return kind.dropped | joins;
  if (/\p{Mc}/u.test(text)) return kind.spacingMark | joins;
  if (/\p{M}/u.test(text)) return kind.mark | joins;
  if ((codePoint >= 0x1160 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7ff))
    return kind.jamo | joins;
  const width = eastAsianWidth(codePoint) === 2 ? kind.wide : kind.narrow;
  // Leading jamo, and the Thai and Lao vowels that segmenters count to the letter before them.
  const joinsToo = (codePoint >= 0x1100 && codePoint < 0x1160) || codePoint === 0x0e33 || codePoint === 0x0eb3;
  return joinsToo ? width | joins : width;
}
