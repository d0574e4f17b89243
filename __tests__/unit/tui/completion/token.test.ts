import { expect, test } from '@jest/globals';
import { tokenAt } from '../../../../src/tui/completion/token.js';

const at = (line: string, place: { isFirstLine?: boolean; startsTyped?: boolean } = {}) =>
  tokenAt({ line, isFirstLine: true, startsTyped: true, ...place });

test.each([
  ['@', { kind: 'file', start: 1, text: '' }],
  ['look at @src/da', { kind: 'file', start: 9, text: 'src/da' }],
  ['/he', { kind: 'command', start: 1, text: 'he' }],
  ['/', { kind: 'command', start: 1, text: '' }],
  ['/approvals ', { kind: 'argument', start: 11, text: '', command: 'approvals' }],
  ['/approvals ed', { kind: 'argument', start: 11, text: 'ed', command: 'approvals' }],
  ['/export md @a', { kind: 'file', start: 12, text: 'a' }],
])('%j is completed', (line, token) => {
  expect(at(line)).toEqual(token);
});

test.each(['', 'plain words', 'ada@example', 'a@', '@src/date.ts ', '/home/ada', ' /help', '/help me now'])(
  '%j is not',
  (line) => {
    expect(at(line)).toBeUndefined();
  },
);

test('a slash is a command only at the front of a draft that was begun by typing', () => {
  expect(at('/he', { startsTyped: false })).toBeUndefined();
  expect(at('/he', { isFirstLine: false })).toBeUndefined();
  expect(at('@he', { startsTyped: false, isFirstLine: false })).toBeDefined();
});
