import { expect, test } from '@jest/globals';
import { lineToText } from '../../../src/view/plain-lines.js';
import type { Line } from '../../../src/view/span.js';
import { breakLine, clipLine, lineWidth, spread, wrapLine } from '../../../src/view/wrap.js';

const plain = (text: string): Line => [{ text, role: 'text' }];
const texts = (lines: Line[]) => lines.map(lineToText);

test('lines break at blanks, which are dropped there', () => {
  expect(texts(wrapLine(plain('the quick brown fox'), 10))).toEqual(['the quick', 'brown fox']);
});

test('lines after the first get the hanging indent', () => {
  expect(texts(wrapLine(plain('the quick brown fox jumps'), 12, 2))).toEqual(['the quick', '  brown fox', '  jumps']);
});

test('a short first word does not stop a long word from moving to the next line', () => {
  expect(texts(wrapLine(plain('a abcdefghi'), 10, 4))).toEqual(['a', '    abcdef', '    ghi']);
});

test('words that are too long are broken', () => {
  expect(texts(wrapLine(plain('ab abcdefghijkl'), 5))).toEqual(['ab', 'abcde', 'fghij', 'kl']);
});

test('wide characters may part anywhere but before closing punctuation', () => {
  expect(texts(wrapLine(plain('中文字符，测试'), 8))).toEqual(['中文字', '符，测试']);
});

test('a word that is made of several looks stays together', () => {
  const line: Line = [
    { text: 'see ab', role: 'text' },
    { text: 'cd', role: 'strong' },
    { text: 'ef', role: 'text' },
  ];
  expect(texts(wrapLine(line, 8))).toEqual(['see', 'abcdef']);
});

test('indentation at the beginning is kept', () => {
  expect(texts(wrapLine(plain('    x y'), 20))).toEqual(['    x y']);
});

test('newlines break, and tabs are four blanks', () => {
  expect(texts(wrapLine(plain('a\n\tb'), 20))).toEqual(['a', '    b']);
});

test('no text gives one empty line', () => {
  expect(wrapLine([], 10)).toEqual([[]]);
});

test('code is broken anywhere and keeps every blank', () => {
  expect(texts(breakLine(plain('a  b  c  d'), 4))).toEqual(['a  b', '  c', ' d']);
});

test('no line is wider than asked for, whatever it is made of', () => {
  const pool = [
    'a',
    'word',
    ' ',
    '  ',
    '中',
    '文字',
    '👍',
    '👨‍👩‍👧',
    '🇫🇷',
    'e\u0301',
    '\u0301',
    'ไทย',
    'का',
    '-',
    '\t',
    '\n',
    '，',
    'ﷺ',
    '한글',
  ];
  let seed = 7;
  const random = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  for (let round = 0; round < 400; round++) {
    const line: Line = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, at) => ({
      text: Array.from({ length: Math.floor(random() * 9) }, () => pool[Math.floor(random() * pool.length)]).join(''),
      role: at % 2 === 0 ? 'text' : 'strong',
    }));
    const width = 1 + Math.floor(random() * 12);
    for (const made of [...wrapLine(line, width, 2), ...breakLine(line, width)]) {
      expect({ line, width, is: lineWidth(made) <= width }).toEqual({ line, width, is: true });
    }
    expect(
      lineWidth(
        clipLine(
          line.map((span) => ({ ...span, text: span.text.replace(/\n/g, '') })),
          width,
        ),
      ),
    ).toBeLessThanOrEqual(width);
  }
});

test('what does not fit is cut with an ellipsis', () => {
  expect(lineToText(clipLine(plain('abcdefgh'), 5))).toBe('abcd…');
  expect(lineToText(clipLine(plain('中文字符'), 6))).toBe('中文…');
});

test('left and right share a line, the left one gives way', () => {
  expect(lineToText(spread(plain('left'), plain('12 ms'), 15))).toBe('left      12 ms');
  expect(lineToText(spread(plain('a very long left part'), plain('12 ms'), 20))).toBe('a very long l… 12 ms');
});
