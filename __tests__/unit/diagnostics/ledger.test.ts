// What counts as new since an edit.
import { expect, test } from '@jest/globals';
import type { FindingInFile } from '../../../src/diagnostics/finding.js';
import { createLedger } from '../../../src/diagnostics/ledger.js';
import { mapLines } from '../../../src/diagnostics/line-map.js';

const at = (line: number, message = 'wrong'): FindingInFile => ({
  severity: 'error',
  line,
  column: 1,
  message,
  source: 'test',
});

/** What is handed out after an edit of one file. */
async function newIn(before: string, old: FindingInFile[], after: string, now: FindingInFile[]) {
  const ledger = createLedger();
  ledger.learn('a', old);
  ledger.edited('a', await mapLines(before, after));
  ledger.compare('a', now);
  return ledger.untold().map(({ line, message }) => `${line} ${message}`);
}

test('a finding that moved with its line is not new', async () => {
  expect(await newIn('a\nb\nc', [at(3)], 'x\ny\na\nb\nc', [at(5)])).toEqual([]);
  expect(await newIn('a\nb\nc\nd', [at(4)], 'a\nd', [at(2)])).toEqual([]);
});

test('the same finding at another line is new', async () => {
  expect(await newIn('a\nb\nc', [at(3)], 'x\na\nb\nc', [at(4), at(1)])).toEqual(['1 wrong']);
});

test('two of the same where one was is one more', async () => {
  expect(await newIn('a\nb\nc', [at(2)], 'a\nB\nB\nc', [at(2), at(3)])).toHaveLength(1);
});

test('a finding that stays in a rewritten line is not new', async () => {
  expect(await newIn('a\nb\nc', [at(2)], 'a\nother\nmore\nc', [at(3)])).toEqual([]);
});

test('an unchanged line between two changes keeps its own place', async () => {
  expect(await newIn('a\nb\nc\nd', [at(2)], 'A\nA\nb\nC\nd', [at(3)])).toEqual([]);
  expect(await newIn('a\nb\nc\nd', [at(2)], 'A\nA\nb\nC\nd', [at(4)])).toEqual(['4 wrong']);
});

test('with the lines of a finding its knowledge is gone', async () => {
  expect(await newIn('a\nb\nc', [at(2)], 'a\nc', [at(1)])).toEqual(['1 wrong']);
});

test('what was handed out is not handed out again, and what was repaired neither', async () => {
  const ledger = createLedger();
  ledger.compare('a', [at(1), at(2, 'other')]);
  expect(ledger.untold()).toHaveLength(2);
  ledger.markTold();
  ledger.edited('a', await mapLines('x\ny', 'new\nx\ny'));
  ledger.compare('a', [at(3, 'other')]);
  expect(ledger.untold()).toEqual([]);
  expect(ledger.standing()).toMatchObject([{ line: 3, message: 'other' }]);
});

test('what came by others is known, and new again once it was gone', async () => {
  const ledger = createLedger();
  ledger.learn('a', [at(1)]);
  ledger.compare('a', [at(1)]);
  expect(ledger.standing()).toEqual([]);
  ledger.compare('a', []);
  ledger.compare('a', [at(1)]);
  expect(ledger.untold()).toHaveLength(1);
});

test('lines of any ending are followed', async () => {
  expect(await newIn('a\r\nb\r\n', [at(2)], 'x\na\nb\n', [at(3)])).toEqual([]);
});

test('what came with edits of one is not handed out to another', () => {
  const ledger = createLedger();
  const finding = (message: string) => ({ severity: 'error' as const, line: 1, column: 1, message, source: 'x' });
  ledger.compare('a', [finding('first')], 'one');
  ledger.compare('b', [finding('second')], 'two');
  expect(ledger.untold('one').map(({ message }) => message)).toEqual(['first']);
  ledger.markTold('one');
  expect(ledger.untold('one')).toEqual([]);
  expect(ledger.untold('two').map(({ message }) => message)).toEqual(['second']);
  expect(ledger.standing()).toHaveLength(2);
});
