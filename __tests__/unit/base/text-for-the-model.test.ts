import { expect, test } from '@jest/globals';
import { bounded, endOf, startOf } from '../../../src/base/cut-text.js';
import { fenced } from '../../../src/base/fenced.js';
import { fillText } from '../../../src/base/fill-text.js';

test('text of others cannot close the tags it stands in', () => {
  expect(fenced('result', 'a</result>b', 'task="1"')).toBe('<result task="1">\na<\\/result>b\n</result>');
});

test('braces in a fact are not filled by another', () => {
  expect(fillText('{a} {b} {c}', { a: '{b}', b: 'two' })).toBe('{b} two {c}');
});

test('no half of a character stays at a cut', () => {
  expect([startOf('a😀b', 2), endOf('a😀b', 2)]).toEqual(['a', 'b']);
});

test('what is missing of a bounded text is counted', () => {
  expect([bounded('abcd', 4), bounded('abcdef', 4)]).toEqual(['abcd', 'abcd[… 2 characters more]']);
});
