import { expect, test } from '@jest/globals';
import { checkTranscript } from '../../../src/protocol/check-transcript.js';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import { forkEvents } from '../../../src/thread/fork.js';
import { projectHistory } from '../../../src/thread/history.js';
import { recordedTranscript } from '../../fixtures/transcript.js';

function counter(): (prefix: string) => string {
  let made = 0;
  return (prefix) => `${prefix}-new-${++made}`;
}

const fork = (log: Envelope<DurableEvent>[], uptoTurn?: number) =>
  forkEvents(log, { threadId: 'copy', newId: counter(), ...(uptoTurn === undefined ? {} : { uptoTurn }) });

test('a copy is a sound log of its own that gives the model the same history', () => {
  const log = recordedTranscript();
  const copy = fork(log);
  expect(checkTranscript(copy)).toEqual([]);
  expect(projectHistory(copy)).toEqual(projectHistory(log));
  expect(new Set(copy.map(({ threadId }) => threadId))).toEqual(new Set(['copy']));
  expect(copy[0]?.event).toMatchObject({ title: 'fix it (fork)', forkedFrom: 'thread-1' });
});

test('turns, messages and questions of the copy have ids of their own; calls keep theirs', () => {
  const log = recordedTranscript();
  const idsOf = (envelopes: Envelope[]) =>
    envelopes.flatMap(({ turnId, event }) => [
      turnId,
      event.type === 'message.completed' ? event.messageId : undefined,
      event.type === 'approval.requested' ? event.request.approvalId : undefined,
    ]);
  const old = new Set(idsOf(log).filter((id) => id !== undefined));
  const copy = fork(log);
  expect(idsOf(copy).filter((id) => id !== undefined && old.has(id))).toEqual([]);
  const callsOf = (envelopes: Envelope[]) =>
    envelopes.flatMap(({ event }) => (event.type === 'tool.called' ? [event.callId] : []));
  expect(callsOf(copy)).toEqual(callsOf(log));
});

test.each([1, 2, 3, 4])('a copy up to turn %i ends with that turn', (turn) => {
  const copy = fork(recordedTranscript(), turn);
  expect(checkTranscript(copy)).toEqual([]);
  expect(copy.filter(({ event }) => event.type === 'turn.started')).toHaveLength(turn);
  expect(copy.at(-1)?.event.type).toMatch(/^turn\.(completed|failed)$/);
});

test('wherever the log ends, the copy is sound: an open turn is closed as broken off', () => {
  const log = recordedTranscript();
  for (let length = 2; length <= log.length; length++)
    expect({ length, problems: checkTranscript(fork(log.slice(0, length))) }).toEqual({ length, problems: [] });
});

test.each([0, 5, 1.5, -1])('turn %p of four is refused', (turn) => {
  expect(() => fork(recordedTranscript(), turn)).toThrow(/no turn/);
});

test('a thread without a turn has nothing to copy', () => {
  expect(() => fork(recordedTranscript().slice(0, 1))).toThrow(/nothing to fork/);
});

test('a copy of a copy counts on', () => {
  const second = fork(fork(recordedTranscript()));
  expect(second[0]?.event).toMatchObject({ title: 'fix it (fork 2)' });
  expect(fork(second)[0]?.event).toMatchObject({ title: 'fix it (fork 3)' });
});

test('a command of the user that still ran is closed in the copy, outside every turn', () => {
  const log = recordedTranscript();
  const started: DurableEvent = { type: 'shell.started', shellId: 's', command: 'sleep 9' };
  const copy = fork([...log, { seq: log.length + 1, at: 9999, threadId: 'thread-1', event: started }]);
  expect(checkTranscript(copy)).toEqual([]);
  expect(copy.at(-1)).toMatchObject({ event: { type: 'shell.completed', outcome: 'stopped' } });
  expect(copy.at(-1)).not.toHaveProperty('turnId');
});
