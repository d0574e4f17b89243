import { expect, test } from '@jest/globals';
import { checkTranscript } from '../../../src/protocol/check-transcript.js';
import type { DurableEvent, Envelope, Event, LiveEvent } from '../../../src/protocol/event.js';
import { call, recordedTranscript, recordedTurns, stamp, threadId } from '../../fixtures/transcript.js';

const created: DurableEvent = { type: 'thread.created', cwd: '/w', title: 't' };
const [turn] = recordedTurns as [DurableEvent[]];

/** The first recorded turn with a change, as a log. */
function changed(edit: (events: DurableEvent[]) => DurableEvent[]): Envelope[] {
  return stamp([created, ...edit([...turn])]);
}
const without = (isMeant: (event: DurableEvent) => boolean) => changed((events) => events.filter((e) => !isMeant(e)));
const twice = (isMeant: (event: DurableEvent) => boolean) =>
  changed((events) => events.flatMap((e) => (isMeant(e) ? [e, e] : [e])));
const isOf = (type: Event['type'], id?: string) => (event: DurableEvent) =>
  event.type === type && (id === undefined || JSON.stringify(event).includes(`"${id}"`));

test('a recorded thread is sound', () => {
  expect(checkTranscript(recordedTranscript())).toEqual([]);
});

test('nothing at all is sound', () => {
  expect(checkTranscript([])).toEqual([]);
});

test.each<[string, Envelope[], string]>([
  ['a turn that is not closed', without(isOf('turn.completed')), 'was not closed'],
  ['a turn that is closed twice', twice(isOf('turn.completed')), 'no turn is open'],
  ['a turn begun inside another', twice(isOf('turn.started')), 'a turn is open already'],
  ['a called tool without completion', without(isOf('tool.completed', 'a')), 'call a has no completion'],
  ['a named call that was never called', without((e) => 'callId' in e && e.callId === 'a'), 'call a has no completion'],
  ['a tool that is completed twice', twice(isOf('tool.completed', 'a')), 'call a is not running'],
  ['a tool that is called twice', twice(isOf('tool.called', 'a')), 'call a was called before'],
  ['a completion of a tool that was not called', without(isOf('tool.called', 'a')), 'call a is not running'],
  [
    'a call that no message named',
    changed((events) => [events[0]!, events[1]!, { type: 'tool.called', ...call('x'), title: '' }, ...events.slice(2)]),
    'call x is in no open message',
  ],
  ['an approval that is not resolved', without(isOf('approval.resolved', 'p1')), 'approval p1 was not resolved'],
  ['an approval that is resolved twice', twice(isOf('approval.resolved', 'p1')), 'approval p1 is not open'],
  ['an approval that is asked twice', twice(isOf('approval.requested', 'p1')), 'approval p1 is asked twice'],
  ['a message that is completed twice', twice(isOf('message.completed', 'm2')), 'message m2 is completed twice'],
  ['a message outside of steps', without(isOf('step.started')), 'no step is open'],
  ['a step that is not completed', without((e) => e.type === 'step.completed' && e.step === 2), 'step 2 is still open'],
  ['a step number that was left out', without((e) => 'step' in e && e.step === 1), '1 was due'],
  ['steering outside of turns', stamp([created, { type: 'turn.steered', text: 'x' }]), 'no turn is open'],
  ['a log that does not begin with its thread', stamp([...turn]), 'thread.created is the first event'],
  ['a gap in the numbers', [...stamp([created]), ...stamp(turn, 't', 3)], 'seq is 3, 2 was due'],
  ['a number that comes twice', [...stamp([created]), ...stamp(turn, 't', 1)], 'seq is 1, 2 was due'],
  [
    'an event of another turn',
    [...stamp([created]), ...stamp(turn.slice(0, 1), 't1', 2), ...stamp(turn.slice(1), 't2', 3)],
    'belongs to turn t2',
  ],
  [
    'a call id that comes again in a later turn',
    [...stamp([created]), ...stamp(turn, 't1', 2), ...stamp(turn, 't2', 2 + turn.length)],
    'call a is in the thread already',
  ],
])('%s is a problem', (_what, envelopes, problem) => {
  expect(checkTranscript(envelopes).join('\n')).toContain(problem);
});

const live = (event: LiveEvent): Envelope => ({ at: 0, threadId, event });
const delta = (text: string, channel: 'text' | 'reasoning' = 'text') =>
  live({ type: 'message.delta', messageId: 'm1', channel, text });

/** The recorded thread with live events in front of its first message. */
function withLive(...events: Envelope[]): Envelope[] {
  const log: Envelope[] = recordedTranscript();
  log.splice(3, 0, ...events);
  return log;
}

test('a message that is what its deltas said is sound', () => {
  const begin = live({ type: 'message.started', messageId: 'm1' });
  expect(checkTranscript(withLive(begin, delta('thinking', 'reasoning'), delta('I '), delta('look.')))).toEqual([]);
});

test('a message that differs from its deltas is a problem', () => {
  expect(checkTranscript(withLive(delta('I lo')))).toEqual([
    expect.stringContaining('its text is not what its deltas'),
  ]);
});

test('a message with deltas that is never completed is a problem', () => {
  const lost = live({ type: 'message.delta', messageId: 'lost', channel: 'text', text: 'x' });
  expect(checkTranscript(withLive(lost))).toEqual([expect.stringContaining('message lost was not completed')]);
});

test('a live event with a number is a problem', () => {
  expect(checkTranscript(withLive({ ...delta('I look.'), seq: 4 }))).toEqual([expect.stringContaining('has no seq')]);
});

test('a thread that is sent again when it is opened begins anew', () => {
  const opened = live({ type: 'thread.opened', title: 't', cwd: '/w' });
  expect(checkTranscript([...recordedTranscript(), opened, ...recordedTranscript()])).toEqual([]);
});

test('a command that is answered twice is a problem', () => {
  const accepted = live({ type: 'command.accepted', commandId: 'c1' });
  expect(checkTranscript([accepted, accepted])).toEqual([expect.stringContaining('c1 was answered before')]);
});

test('two threads that alternate are looked at one by one', () => {
  const other = recordedTranscript().map((envelope) => ({ ...envelope, threadId: 'thread-2' }));
  expect(checkTranscript(recordedTranscript().flatMap((envelope, i) => [envelope, other[i]!]))).toEqual([]);
});

const shellStarted: DurableEvent = { type: 'shell.started', shellId: 's1', command: 'ls' };
const shellCompleted: DurableEvent = {
  type: 'shell.completed',
  shellId: 's1',
  outcome: 'ok',
  text: 'I ran `ls`: exit 0',
  display: [],
  durationMs: 1,
};
/** The user's own command around the turn's events, without a turn's id. */
const withShell = (...events: DurableEvent[]) =>
  stamp([created, ...events]).map(({ turnId: _turnId, ...envelope }) => envelope);

test('a command of the user may run outside of turns, beside one, and over its end', () => {
  const progress: Envelope = {
    at: 1,
    threadId,
    event: { type: 'tool.progress', callId: 's1', text: 'a' },
  };
  expect(checkTranscript(withShell(shellStarted, shellCompleted))).toEqual([]);
  const [first, second, ...rest] = withShell(shellStarted, ...turn, shellCompleted);
  expect(checkTranscript([first!, second!, progress, ...rest])).toEqual([]);
});

test.each<[string, DurableEvent[], string]>([
  ['without completion', [shellStarted], 'the command s1 has no completion'],
  ['completed without a start', [shellCompleted], 'command s1 is not running'],
  ['completed twice', [shellStarted, shellCompleted, shellCompleted], 'command s1 is not running'],
  [
    'with an id that comes again',
    [shellStarted, shellCompleted, shellStarted, shellCompleted],
    'in the thread already',
  ],
])('a command of the user %s is a problem', (_what, events, problem) => {
  expect(checkTranscript(withShell(...events)).join('\n')).toContain(problem);
});

test('a command of the user belongs to no turn', () => {
  const problems = checkTranscript([...stamp([created]), ...stamp([shellStarted, shellCompleted], 't1', 2)]);
  expect(problems.join('\n')).toContain('belongs to no turn');
});
