import { expect, test } from '@jest/globals';
import { createBoundedOutput } from '../../../src/process/bounded-output.js';

test('what fits is kept whole', () => {
  const output = createBoundedOutput(8, 8);
  for (const part of ['one\n', 'two\n', 'three\n']) output.add(Buffer.from(part));
  expect(output.text()).toBe('one\ntwo\nthree\n');
  expect(output.omittedBytes()).toBe(0);
});

test('of a flood the first and the last lines are kept and the gap is counted', () => {
  const output = createBoundedOutput(100, 100);
  for (let n = 1; n <= 10_000; n++) output.add(Buffer.from(`line ${n}\n`));
  const text = output.text();
  expect(text).toMatch(/^line 1\nline 2\n/);
  expect(text).toMatch(/\nline 9999\nline 10000\n$/);
  expect(text).toMatch(/\n\[… \d+ bytes of output left out …\]\n/);
  expect(text.length).toBeLessThan(400);
  expect(output.omittedBytes()).toBeGreaterThan(90_000);
});

test('a character split between chunks is whole, at every byte', () => {
  const bytes = Buffer.from('你好👍é');
  for (let at = 1; at < bytes.length; at++) {
    const output = createBoundedOutput(4, 1000);
    output.add(bytes.subarray(0, at));
    output.add(bytes.subarray(at));
    expect(output.text()).toBe('你好👍é');
  }
});

test('a cut never leaves half a character', () => {
  for (let limit = 5; limit < 12; limit++) {
    const output = createBoundedOutput(limit, limit);
    for (let n = 0; n < 50; n++) output.add(Buffer.from('你👍'));
    expect(output.text()).not.toContain('\uFFFD');
  }
});
