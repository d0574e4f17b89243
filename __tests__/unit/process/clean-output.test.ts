import { expect, test } from '@jest/globals';
import { cleanOutput } from '../../../src/process/clean-output.js';

test('SH-08: progress bars and cursor moves end as their final text', () => {
  const raw = 'get 10%\rget 50%\rget 100%\nDone\n\x1b[31mred\x1b[0m\n\x1b[1A\x1b[2Kup\n\x1b[?25l\x1b[?1049h\n';
  expect(cleanOutput(raw)).toBe('get 100%\nDone\nred\nup\n\n');
});

test('a bar of several lines that is drawn again and again keeps its first and its last frame', () => {
  let raw = 'a 0\nb 0\n';
  for (let n = 1; n <= 50; n++) raw += `\x1b[2A\x1b[2Ka ${n}\n\x1b[2Kb ${n}\n`;
  expect(cleanOutput(raw)).toBe('a 0\na 50\nb 0\nb 50\n');
});

test.each([
  ['plain text, tabs and blanks stay', 'a\tb  \n c\n', 'a\tb  \n c\n'],
  ['CRLF becomes LF', 'a\r\nb\r\n', 'a\nb\n'],
  ['a shorter frame overwrites only its own columns', 'abcdef\rxy\n', 'xycdef\n'],
  ['a line wiped with blanks is empty', 'abc\r   \r\ndone\n', '\ndone\n'],
  ['erase to the end of the line', 'abcdef\rxy\x1b[K\n', 'xy\n'],
  ['backspace overwrites', 'ab\bc\n', 'ac\n'],
  ['window titles are dropped', '\x1b]0;title\x07text', 'text'],
  ['a sequence cut off at the end is dropped', 'text\x1b[3', 'text'],
  ['clearing the screen forgets nothing', 'one\n\x1b[2J\x1b[Htwo', 'one\ntwo'],
  ['bells and NUL are dropped', 'a\x07\x00b', 'ab'],
  ['characters outside ASCII stay', '你好 👍\r你们 👍\n', '你们 👍\n'],
])('%s', (_title, raw, expected) => {
  expect(cleanOutput(raw)).toBe(expected);
});
