import { expect, test } from '@jest/globals';
import { createLoopGuard } from '../../../src/agent/loop-guard.js';
import type { ToolCall } from '../../../src/protocol/message.js';

const call = (args: string, name = 'read_file'): ToolCall => ({ callId: `c${Math.random()}`, name, arguments: args });
const see = (guard: ReturnType<typeof createLoopGuard>, args: string, text = 'r') =>
  guard.seeBatch([call(args)], [{ callId: 'c', text }]);
const all = (steps: [args: string, text?: string][]) => {
  const guard = createLoopGuard();
  return steps.map(([args, text]) => see(guard, args, text));
};

test('the third equal batch with equal results is a nudge, three more are the end', () => {
  const six: [string][] = Array.from({ length: 6 }, () => ['{"a":1}']);
  expect(all(six)).toEqual(['go-on', 'go-on', 'nudge', 'go-on', 'go-on', 'end']);
});

test('the order of keys and blanks in the arguments makes no difference', () => {
  expect(all([['{"a":1,"b":2}'], ['{ "b": 2, "a": 1 }'], ['{"b":2,"a":1}']]).at(-1)).toBe('nudge');
});

test('other results are no repetition', () => {
  expect(
    all([
      ['{}', '1'],
      ['{}', '2'],
      ['{}', '3'],
      ['{}', '4'],
    ]),
  ).not.toContain('nudge');
});

test('two batches in turn are repetition with the second round', () => {
  expect(all([['{"a":1}'], ['{"b":1}'], ['{"a":1}'], ['{"b":1}']])).toEqual(['go-on', 'go-on', 'go-on', 'nudge']);
});

test('something else between breaks the row', () => {
  expect(all([['1'], ['1'], ['2'], ['1'], ['1'], ['3']])).not.toContain('nudge');
});

test('arguments that are no JSON are compared as text', () => {
  expect(all([['{oops'], ['{oops'], ['{oops']]).at(-1)).toBe('nudge');
  expect(all([['{oops'], ['{oops'], ['{oops ']])).not.toContain('nudge');
});

test('two empty replies in a row are too many; a batch between them starts the count anew', () => {
  const guard = createLoopGuard();
  expect(guard.seeEmptyReply()).toBe(false);
  see(guard, '{}');
  expect(guard.seeEmptyReply()).toBe(false);
  expect(guard.seeEmptyReply()).toBe(true);
});
