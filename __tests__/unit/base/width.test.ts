import { describe, expect, test } from '@jest/globals';
import { cellWidth, clipToWidth, graphemes, toCells } from '../../../src/base/width.js';

const glyphs = (text: string): string[] => toCells(text).map((cell) => cell.text);

describe('width of text in cells', () => {
  test.each([
    ['', 0],
    ['plain ascii', 11],
    ['中文 a', 6],
    ['한글', 4],
    ['👍 ok', 5],
    ['✅ done', 7],
    ['⚠️ warn', 6],
    ['🫠 x', 4],
    ['❤️', 1],
    ['👨‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇫🇷', 2],
    ['e\u0301', 1],
    ['กำ', 2],
    ['ｶﾞ', 2],
    ['…—“”→', 5],
    ['╭─╮│', 4],
    ['a\tb', 6],
    ['\u200b\u202e', 0],
    ['\x1b[2J', 3],
  ])('%j takes %i cells', (text, width) => {
    expect(cellWidth(text)).toBe(width);
  });

  test('the width of a text is the sum over its graphemes', () => {
    const text = 'a中👨‍👩‍👧‍👦e\u0301🇫🇷क्षि ❤️กำ각x';
    const parts = graphemes(text);
    expect(parts.join('')).toBe(text);
    expect(parts.reduce((sum, part) => sum + cellWidth(part), 0)).toBe(cellWidth(text));
  });
});

describe('reduced glyphs', () => {
  test('a joined family is its first person', () => expect(glyphs('👨‍👩‍👧x')).toEqual(['👨', 'x']));
  test('a skin tone goes with its emoji', () => expect(glyphs('👍🏽')).toEqual(['👍']));
  test('a skin tone alone is a patch', () => expect(toCells('🏽')).toEqual([{ text: '🏽', width: 2 }]));
  test('a flag is its two letters', () => expect(glyphs('🇫🇷')).toEqual(['F', 'R']));
  test('variation selectors are gone', () => expect(glyphs('❤️✔︎')).toEqual(['❤', '✔']));
  test('an accent is composed', () => expect(glyphs('e\u0301')).toEqual(['é']));
  test('at most three marks stay on a letter', () => {
    expect([...(glyphs(`z${'\u0335'.repeat(40)}`)[0] as string)]).toHaveLength(4);
  });
  test('conjoining jamo become a syllable', () =>
    expect(toCells('\u1100\u1161\u11a8')).toEqual([{ text: '각', width: 2 }]));
  test('a lone surrogate is the replacement character', () => expect(glyphs('a\ud83d')).toEqual(['a', '\ufffd']));
  test('controls are never glyphs', () => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 32 || code > 126);
    for (const code of controls) expect(glyphs(String.fromCharCode(code)).join('').trim()).toBe('');
  });
});

describe('clipping', () => {
  test('what fits is not changed', () => expect(clipToWidth('中文', 4, '…')).toBe('中文'));
  test('a wide glyph is not cut in half', () => expect(clipToWidth('中文', 3)).toBe('中'));
  test('the ellipsis is inside the width', () => expect(clipToWidth('abcdef', 4, '…')).toBe('abc…'));
  test('an ellipsis wider than the room is left out', () => expect(clipToWidth('abc', 2, '....')).toBe('ab'));
  test('no room gives nothing', () => expect(clipToWidth('abc', 0, '…')).toBe(''));
});

describe('graphemes', () => {
  test('a joined emoji is one', () => expect(graphemes('a👨‍👩‍👧b')).toEqual(['a', '👨‍👩‍👧', 'b']));
  test('plain CJK is one a character', () => expect(graphemes('中文')).toEqual(['中', '文']));
  test('they agree with the segmenter on mixed text', () => {
    const text = 'Ünï 한글 e\u0301x 👍🏽🇫🇷🇩🇪 नमस्ते สวัสดี ทำ ❤️ 1️⃣';
    const expected = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
      (s) => s.segment,
    );
    expect(graphemes(text)).toEqual(expected);
  });
});
