import { expect, test } from '@jest/globals';
import { createEmitter } from '../../../src/engine/emit.js';
import type { DurableEvent, Envelope, LiveEvent } from '../../../src/protocol/event.js';
import { fullBatch } from '../../../src/protocol/port.js';

const scope = { threadId: 't', turnId: 'turn' };
const delta = (text: string, messageId = 'm', channel: 'text' | 'reasoning' = 'text'): LiveEvent => ({
  type: 'message.delta',
  messageId,
  channel,
  text,
});
const progress = (callId: string, text: string): LiveEvent => ({ type: 'tool.progress', callId, text });
const step: DurableEvent = { type: 'step.started', step: 1 };

function setUp(append?: (envelope: Envelope<DurableEvent>) => number) {
  const batches: Envelope[][] = [];
  let arrived = () => {};
  const log: DurableEvent[] = [];
  const emitter = createEmitter({
    port: {
      emit(batch) {
        batches.push(structuredClone(batch));
        arrived();
      },
      onCommand: () => {},
    },
    clock: { now: () => 42 },
    append: append ?? (({ event }) => log.push(event)),
  });
  const nextBatch = () =>
    new Promise<void>((resolve) => {
      arrived = resolve;
    });
  return { emitter, batches, log, nextBatch, events: () => batches.flat().map(({ event }) => event) };
}

test('a durable event is written, then delivered at once with its place in the log', () => {
  const seenWhenWritten: number[] = [];
  const { emitter, batches } = setUp(() => seenWhenWritten.push(batches.length));
  const envelope = emitter.emit(scope, step);
  expect(seenWhenWritten).toEqual([0]);
  expect(batches).toEqual([[{ at: 42, threadId: 't', turnId: 'turn', seq: 1, event: step }]]);
  expect(envelope.seq).toBe(1);
});

test('live events are gathered for a moment and come without being asked for', async () => {
  const { emitter, batches, nextBatch } = setUp();
  const arrives = nextBatch();
  emitter.emit(scope, delta('a'));
  expect(batches).toEqual([]);
  await arrives;
  expect(batches).toEqual([[{ at: 42, threadId: 't', turnId: 'turn', event: delta('a') }]]);
});

test('deltas that follow each other in one message and channel are joined', () => {
  const { emitter, events } = setUp();
  for (const event of [
    delta('a'),
    delta('b'),
    delta('r', 'm', 'reasoning'),
    delta('c'),
    delta('x', 'other'),
    delta('y', 'other'),
  ])
    emitter.emit(scope, event);
  emitter.flush();
  expect(events()).toEqual([delta('ab'), delta('r', 'm', 'reasoning'), delta('c'), delta('xy', 'other')]);
});

test('output of one call is joined, that of two calls keeps its order', () => {
  const { emitter, events } = setUp();
  for (const event of [progress('1', 'a'), progress('1', 'b'), progress('2', 'c'), progress('1', 'd')])
    emitter.emit(scope, event);
  emitter.flush();
  expect(events()).toEqual([progress('1', 'ab'), progress('2', 'c'), progress('1', 'd')]);
});

test('joining leaves the events of the caller as they were', () => {
  const { emitter } = setUp();
  const first = delta('a');
  emitter.emit(scope, first);
  emitter.emit(scope, delta('b'));
  expect(first).toEqual(delta('a'));
  emitter.flush();
});

test('a durable event takes the live ones before it along, in order and in one batch', () => {
  const { emitter, batches, events } = setUp();
  emitter.emit(scope, delta('a'));
  emitter.emit(scope, step);
  expect(batches).toHaveLength(1);
  expect(events()).toEqual([delta('a'), step]);
});

test('text is not joined over a durable event', () => {
  const { emitter, events } = setUp();
  for (const event of [delta('a'), step, delta('b')]) emitter.emit(scope, event);
  emitter.flush();
  expect(events()).toEqual([delta('a'), step, delta('b')]);
});

test('a durable event that could not be written is not delivered, and what waited still is', () => {
  const { emitter, events } = setUp(() => {
    throw new Error('disk full');
  });
  emitter.emit(scope, delta('a'));
  expect(() => emitter.emit(scope, step)).toThrow('disk full');
  emitter.flush();
  expect(events()).toEqual([delta('a')]);
});

test('a whole thread is delivered in order and in bounded batches, however long it is', () => {
  const { emitter, batches } = setUp();
  const thread = Array.from(
    { length: 200_000 },
    (_, at): Envelope => ({ at: 0, threadId: 't', seq: at + 1, event: step }),
  );
  emitter.deliver(thread);
  const delivered = batches.flat();
  expect(delivered).toHaveLength(thread.length);
  expect(delivered.every(({ seq }, at) => seq === at + 1)).toBe(true);
  expect(Math.max(...batches.map(({ length }) => length))).toBe(fullBatch);
});

test('nothing is sent when nothing waits', () => {
  const { emitter, batches } = setUp();
  emitter.flush();
  expect(batches).toEqual([]);
});
