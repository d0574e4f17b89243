import { expect, test } from '@jest/globals';
import { createProgress, errorText } from '../../../src/cli/progress.js';

function stream(columns = 20) {
  const written: string[] = [];
  return { isTTY: true, columns, written, write: (text: string) => written.push(text) > 0 };
}

test('what runs now is shown on one clipped line and erased by what is said next', () => {
  const out = stream(12);
  const progress = createProgress(out, true);
  progress.now('a long line of text\nand more');
  progress.say('done');
  progress.say('more');
  expect(out.written).toEqual(['a long lin…', '\r\x1b[K', 'done\n', 'more\n']);
});

test('where nothing can be erased only what stays is written, without escape codes', () => {
  const out = stream();
  const progress = createProgress(out, false);
  progress.now('running');
  progress.say('\x1b[31mdone\x1b[0m');
  progress.clear();
  expect(out.written).toEqual(['done\n']);
});

test('a failure is one line, and what to do stands under it', () => {
  expect(errorText({ code: 'usage', message: 'no' })).toBe('paicli: no');
  expect(errorText({ code: 'usage', message: 'no', hint: 'do' })).toBe('paicli: no\n  do');
});
