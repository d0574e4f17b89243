import { expect, test } from '@jest/globals';
import { createThreadLog, titleOf } from '../../../src/engine/thread-log.js';
import type { ThreadStore } from '../../../src/thread/thread-store.js';
import { recordedTranscript } from '../../fixtures/transcript.js';

const nowhere = (): ThreadStore => {
  throw new Error('reading a log needs no store');
};

test('the log of an earlier run knows its calls, its usage and its day', () => {
  const earlier = recordedTranscript();
  const log = createThreadLog(nowhere, 't', earlier);
  expect(log.isEmpty()).toBe(false);
  expect(log.hasCall('a')).toBe(true);
  expect(log.hasCall('nobody')).toBe(false);
  expect(log.startedAt()).toBe(earlier[0]!.at);
  const steps = earlier.flatMap(({ event }) => (event.type === 'step.completed' ? [event.usage] : []));
  expect(log.usage().input).toBe(steps.reduce((sum, { input }) => sum + input, 0));
  expect(log.lastUsage()).toEqual(steps.at(-1));
});

test('a new log is empty and opens no database', () => {
  const log = createThreadLog(nowhere, 't', []);
  expect(log.isEmpty()).toBe(true);
  expect(log.messages()).toEqual([]);
  expect(log.lastUsage()).toBeUndefined();
});

test('a thread is called by its first line, cut when it is long', () => {
  expect(titleOf('  fix it\nplease')).toBe('fix it');
  expect(titleOf('x'.repeat(100))).toHaveLength(60);
});
