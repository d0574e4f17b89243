import { expect, test } from '@jest/globals';
import { createInputQueue } from '../../../src/engine/input-queue.js';
import type { LiveEvent } from '../../../src/protocol/event.js';

function setUp() {
  const told: { itemId: string; text: string }[][] = [];
  let ids = 0;
  const emit = (event: LiveEvent) => {
    if (event.type === 'queue.changed') told.push(event.items);
  };
  const queue = createInputQueue(emit, (prefix) => `${prefix}-${++ids}`);
  return { queue, told, shown: () => told.at(-1)?.map(({ text }) => text) };
}

test('texts come out in the order they went in, and each change is told', () => {
  const { queue, told } = setUp();
  queue.add({ text: 'a' });
  queue.add({ text: 'b' });
  expect([queue.next()?.text, queue.next()?.text, queue.next()?.text]).toEqual(['a', 'b', undefined]);
  expect(told.map((items) => items.map(({ text }) => text))).toEqual([['a'], ['a', 'b'], ['b'], []]);
});

test('one text is taken out by its id; an id that is not there changes nothing', () => {
  const { queue, told, shown } = setUp();
  queue.add({ text: 'a' });
  queue.add({ text: 'b' });
  expect(queue.remove(told[0]![0]!.itemId)).toBe(true);
  expect(queue.remove(told[0]![0]!.itemId)).toBe(false);
  expect(shown()).toEqual(['b']);
  expect(told).toHaveLength(3);
});

test('steering is taken once and whole, and is not in the queue', () => {
  const { queue, told } = setUp();
  queue.steer('a');
  queue.steer('b');
  expect(queue.takeSteering()).toEqual(['a', 'b']);
  expect(queue.takeSteering()).toEqual([]);
  expect(told).toEqual([]);
});

test('steering that was not taken goes to the front of the queue in its order', () => {
  const { queue, shown } = setUp();
  queue.add({ text: 'later' });
  queue.steer('a');
  queue.steer('b');
  queue.returnSteering();
  expect(shown()).toEqual(['a', 'b', 'later']);
  expect(queue.takeSteering()).toEqual([]);
});

test('what was told earlier does not change with the queue', () => {
  const { queue, told } = setUp();
  queue.add({ text: 'a' });
  queue.add({ text: 'b' });
  expect(told[0]).toHaveLength(1);
});
