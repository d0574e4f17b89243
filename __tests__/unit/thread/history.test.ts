import { expect, test } from '@jest/globals';
import type { DurableEvent } from '../../../src/protocol/event.js';
import { projectHistory } from '../../../src/thread/history.js';
import { totalUsage } from '../../../src/thread/usage-total.js';
import { call, recordedTranscript, recordedTurns, stamp, usageOf } from '../../fixtures/transcript.js';

const historyOf = (...events: DurableEvent[]) => projectHistory(stamp(events));
const roles = (events: DurableEvent[]) => historyOf(...events).map((message) => message.role);
const [first, cancelled, failed, empty] = recordedTurns as [
  DurableEvent[],
  DurableEvent[],
  DurableEvent[],
  DurableEvent[],
];

test('results follow their message in call order, and steering comes after them', () => {
  expect(historyOf(...first)).toEqual([
    { role: 'user', text: 'fix it' },
    { role: 'assistant', text: 'I look.', reasoning: 'thinking', calls: expect.any(Array) },
    { role: 'tool', callId: 'a', name: 'read_file', text: 'text of a' },
    { role: 'tool', callId: 'b', name: 'execute_command', text: 'output of b' },
    { role: 'tool', callId: 'c', name: 'write_file', text: 'Denied: not run.' },
    { role: 'user', text: 'and be quick' },
    { role: 'assistant', text: 'Done.', calls: [] },
  ]);
});

test('results that arrive out of order are put into call order', () => {
  const results = first.filter((event) => event.type === 'tool.completed');
  const swapped = [...first.slice(0, 4), ...results.toReversed()];
  expect(historyOf(...swapped).flatMap((m) => (m.role === 'tool' ? [m.callId] : []))).toEqual(['a', 'b', 'c']);
});

test('a cancelled batch keeps a result for each call (MH-01)', () => {
  expect(roles([...cancelled, ...first.slice(0, 1)])).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
});

test('a reply that was cut off keeps what had arrived', () => {
  expect(historyOf(...failed).at(-1)).toEqual({ role: 'assistant', text: 'half a sent', calls: [] });
});

test('a reply of thoughts only is left out (MH-07)', () => {
  expect(roles(empty)).toEqual(['user', 'assistant']);
});

test('a blank reply without calls is left out', () => {
  const blank = { ...failed[2], text: ' \n' } as DurableEvent;
  expect(roles([failed[0]!, blank])).toEqual(['user']);
});

test('a call without a result gets one, so that the request stays valid', () => {
  expect(historyOf(...cancelled.slice(0, 3)).filter((message) => message.role === 'tool')).toHaveLength(2);
});

test('an id that comes in every turn gets the result of its own turn (MH-05)', () => {
  const turn = (text: string): DurableEvent[] => [
    { type: 'turn.started', input: text, mode: 'react', model: 'm' },
    { ...first[2], calls: [call('read_file:0')] } as DurableEvent,
    { type: 'tool.completed', callId: 'read_file:0', outcome: 'ok', text, display: [], durationMs: 1 },
  ];
  const results = historyOf(...turn('one'), ...turn('two'), ...turn('three'));
  expect(results.flatMap((m) => (m.role === 'tool' ? [m.text] : []))).toEqual(['one', 'two', 'three']);
});

test('there is no system message', () => {
  expect(projectHistory(recordedTranscript()).some((message) => message.role === 'system')).toBe(false);
});

test('the usage of a thread is the sum of its turns', () => {
  expect(totalUsage(recordedTranscript())).toEqual(usageOf(600, 60));
});

test('of an open turn the steps count', () => {
  expect(totalUsage(stamp([...cancelled, ...first.slice(0, 4)]))).toEqual(usageOf(200, 20));
});

test('a cost that is known of some is kept', () => {
  const priced = (event: DurableEvent) =>
    'usage' in event ? { ...event, usage: { ...event.usage, costUsd: 0.5 } } : event;
  expect(totalUsage(stamp([...cancelled, ...failed.map(priced)])).costUsd).toBe(0.5);
});
