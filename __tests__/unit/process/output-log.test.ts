import { expect, test } from '@jest/globals';
import { createOutputLog } from '../../../src/process/output-log.js';

test('each piece goes on where the one before ended', () => {
  const log = createOutputLog(100, 100);
  log.add(Buffer.from('one\n'));
  const first = log.read(0, false);
  expect(first).toEqual({ text: 'one\n', next: 4, omittedBytes: 0 });
  expect(log.read(first.next, false)).toEqual({ text: '', next: 4, omittedBytes: 0 });
  log.add(Buffer.from('two\n'));
  expect(log.read(first.next, false)).toEqual({ text: 'two\n', next: 8, omittedBytes: 0 });
  expect(log.read(0, false).text).toBe('one\ntwo\n');
});

test('of a flood the beginning and the newest part are kept, and what lies between is counted', () => {
  const log = createOutputLog(10, 50);
  for (let n = 0; n < 1000; n++) log.add(Buffer.from(`line ${String(n).padStart(4, '0')}\n`));
  const { text, next, omittedBytes } = log.read(0, true);
  expect(text).toMatch(/^line 0000\n\n\[… \d+ bytes of output left out …\]\n/);
  expect(text).toMatch(/line 0999\n$/);
  expect(text.length).toBeLessThan(200);
  expect(next).toBe(10_000);
  expect(omittedBytes).toBeGreaterThan(9_900 - 10);
});

test('a place that was dropped since is read on from what is still there', () => {
  const log = createOutputLog(10, 50);
  for (let n = 0; n < 1000; n++) log.add(Buffer.from(`line ${String(n).padStart(4, '0')}\n`));
  const { text, omittedBytes } = log.read(5000, true);
  expect(text).toMatch(/left out …\]\n/);
  expect(text).not.toContain('line 0000');
  expect(omittedBytes).toBeLessThan(5000);
  expect(log.read(9990, true)).toEqual({ text: 'line 0999\n', next: 10_000, omittedBytes: 0 });
});

test.each([
  ['é', 1],
  ['你', 1],
  ['你', 2],
  ['😀', 3],
])('the first bytes of %s wait for the rest (%i)', (character, have) => {
  const log = createOutputLog(100, 100);
  const bytes = Buffer.from(character);
  log.add(Buffer.concat([Buffer.from('a'), bytes.subarray(0, have)]));
  const first = log.read(0, false);
  expect(first.text).toBe('a');
  log.add(bytes.subarray(have));
  expect(log.read(first.next, false).text).toBe(character);
});

test('bytes that are no text do not hold anything back for ever', () => {
  const log = createOutputLog(100, 100);
  log.add(Buffer.from([0x61, 0xe4, 0xbd]));
  expect(log.read(0, true)).toMatchObject({ text: 'a\ufffd', next: 3 });
});
