import { expect, test } from '@jest/globals';
import { checkTranscript } from '../../../src/protocol/check-transcript.js';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import { projectHistory } from '../../../src/thread/history.js';
import { repairEvents } from '../../../src/thread/repair.js';
import { recordedTranscript, stamp, usageOf } from '../../fixtures/transcript.js';

const log = recordedTranscript();
const repairOf = (cut: Envelope<DurableEvent>[]) => stamp(repairEvents(cut), cut.at(-1)?.turnId, cut.length + 1);

/** The log up to and with the first event that is meant. */
function cutAfter(isMeant: (event: DurableEvent) => boolean): Envelope<DurableEvent>[] {
  return log.slice(0, log.findIndex(({ event }) => isMeant(event)) + 1);
}
const completions = (events: DurableEvent[]) =>
  events.flatMap((event) => (event.type === 'tool.completed' ? [`${event.callId} ${event.outcome}`] : []));

test.each(log.map((_, length) => [length + 1]))('a log cut after event %i is sound once repaired', (length) => {
  const cut = log.slice(0, length);
  expect(checkTranscript([...cut, ...repairOf(cut)])).toEqual([]);
});

test.each(log.map((_, length) => [length + 1]))(
  'a log cut after event %i gives a history without orphans',
  (length) => {
    const cut = log.slice(0, length);
    const open = new Set<string>();
    for (const message of projectHistory([...cut, ...repairOf(cut)])) {
      if (message.role === 'tool') expect(open.delete(message.callId)).toBe(true);
      else expect([...open]).toEqual([]);
      if (message.role === 'assistant') for (const { callId } of message.calls) open.add(callId);
    }
    expect([...open]).toEqual([]);
  },
);

test('a log that ended properly needs nothing', () => {
  expect(repairEvents(log)).toEqual([]);
  expect(repairEvents(log.slice(0, 1))).toEqual([]);
  expect(repairEvents([])).toEqual([]);
});

test('a repaired log needs nothing more', () => {
  const cut = cutAfter((event) => event.type === 'tool.called');
  expect(repairEvents([...cut, ...repairOf(cut)])).toEqual([]);
});

test('calls that were named and not called are skipped, in call order', () => {
  const events = repairEvents(cutAfter((event) => event.type === 'message.completed'));
  expect(events.map(({ type }) => type)).toEqual([
    ...['tool.called', 'tool.completed', 'tool.called', 'tool.completed', 'tool.called', 'tool.completed'],
    'turn.failed',
  ]);
  expect(completions(events)).toEqual(['a skipped', 'b skipped', 'c skipped']);
});

test('a call that had started is stopped, and says so to the model (MH-01)', () => {
  const events = repairEvents(cutAfter((event) => event.type === 'tool.called'));
  expect(completions(events)).toEqual(['a stopped', 'b skipped', 'c skipped']);
  expect(events[0]).toMatchObject({
    text: expect.stringContaining('was started and interrupted when the program ended'),
  });
});

test('a call that waited for its approval had not started, and the approval is denied by the engine', () => {
  const events = repairEvents(cutAfter((event) => event.type === 'approval.requested'));
  expect(events[0]).toMatchObject({
    type: 'approval.resolved',
    approvalId: 'p1',
    decision: { kind: 'deny' },
    by: 'engine',
  });
  expect(completions(events)).toEqual(['a stopped', 'b skipped', 'c skipped']);
});

test('the turn fails as a crash with what is known of it', () => {
  expect(repairEvents(cutAfter((event) => event.type === 'turn.steered')).at(-1)).toMatchObject({
    type: 'turn.failed',
    error: { code: 'crash', message: 'interrupted: the program ended in the middle of this turn' },
    text: 'I look.',
    steps: 1,
    usage: usageOf(100, 10),
    durationMs: 8,
  });
});
