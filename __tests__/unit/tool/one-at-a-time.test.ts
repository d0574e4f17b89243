import { expect, test } from '@jest/globals';
import { createDeferred } from '../../../src/base/deferred.js';
import { oneAtATime } from '../../../src/tool/files/one-at-a-time.js';

test('work on one path waits for the work before it', async () => {
  const gate = createDeferred<void>();
  const order: string[] = [];
  const first = oneAtATime(['/a'], async () => {
    order.push('first begins');
    await gate.promise;
    order.push('first ends');
  });
  const second = oneAtATime(['/a'], async () => void order.push('second'));
  gate.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['first begins', 'first ends', 'second']);
});

test('work on other paths does not wait', async () => {
  const gate = createDeferred<void>();
  const first = oneAtATime(['/a'], () => gate.promise);
  expect(await oneAtATime(['/b'], async () => 'done')).toBe('done');
  gate.resolve();
  await first;
});

test('two that want the same paths in another order do not wait for each other for ever', async () => {
  const work = async () => 'done';
  expect(await Promise.all([oneAtATime(['/a', '/b'], work), oneAtATime(['/b', '/a'], work)])).toEqual(['done', 'done']);
});

test('work that fails lets the next one begin', async () => {
  const failing = oneAtATime(['/a'], () => Promise.reject(new Error('no')));
  const next = oneAtATime(['/a'], async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
