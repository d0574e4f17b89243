import { expect, test } from '@jest/globals';
import type { DurableEvent } from '../../../src/protocol/event.js';
import { effectiveLog, rewindsToUndo } from '../../../src/thread/effective-log.js';
import { stamp } from '../../fixtures/transcript.js';

const turn = (input: string): DurableEvent => ({ type: 'turn.started', input, mode: 'react', model: 'm' });
const rewound = (fromSeq: number): DurableEvent => ({ type: 'thread.rewound', fromSeq, turns: 1 });
const restored: DurableEvent = { type: 'thread.restored' };
const inputs = (...events: DurableEvent[]) =>
  effectiveLog(stamp(events)).map(({ event }) => (event.type === 'turn.started' ? event.input : event.type));

test('what was taken back is left out, and so is the word of it', () => {
  expect(inputs(turn('a'), turn('b'), rewound(2))).toEqual(['a']);
});

test('a restore brings back what the newest rewind took', () => {
  expect(inputs(turn('a'), turn('b'), rewound(2), restored)).toEqual(['a', 'b']);
});

test('two rewinds are restored one by one, the newest first', () => {
  const log = [turn('a'), turn('b'), turn('c'), rewound(3), rewound(2)];
  expect(inputs(...log)).toEqual(['a']);
  expect(inputs(...log, restored)).toEqual(['a', 'b']);
  expect(inputs(...log, restored, restored)).toEqual(['a', 'b', 'c']);
});

test('a turn after a rewind stands in place of what was taken back', () => {
  expect(inputs(turn('a'), turn('b'), rewound(2), turn('c'))).toEqual(['a', 'c']);
});

test('after a new turn nothing is brought back', () => {
  expect(inputs(turn('a'), turn('b'), rewound(2), turn('c'), restored)).toEqual(['a', 'c']);
  expect(rewindsToUndo(stamp([turn('a'), rewound(1), turn('c')]))).toBe(0);
});

test('rewinds are counted down by restores', () => {
  expect(rewindsToUndo(stamp([turn('a'), turn('b'), rewound(2), rewound(1), restored]))).toBe(1);
});

test('a rewind of all turns leaves an empty conversation', () => {
  expect(inputs(turn('a'), rewound(1))).toEqual([]);
});
