import { expect, test } from '@jest/globals';
import { createWorkerPool } from '../../../src/team/worker-pool.js';

test('the first free worker is taken, and one that was released again', () => {
  const pool = createWorkerPool(3);
  expect([pool.take(), pool.take(), pool.take()]).toEqual(['worker-1', 'worker-2', 'worker-3']);
  pool.release('worker-2');
  expect(pool.take()).toBe('worker-2');
});

test('a paused team has no places, and keeps its size', () => {
  const pool = createWorkerPool(3);
  pool.pause(true);
  expect([pool.places(), pool.size(), pool.isPaused()]).toEqual([0, 3, true]);
  pool.pause(false);
  expect(pool.places()).toBe(3);
});

test.each([
  [0, 1],
  [2.7, 2],
  [99, 8],
])('%d workers become %d', (wished, size) => {
  expect(createWorkerPool(wished).size()).toBe(size);
});
