import { expect, test } from '@jest/globals';
import { checkTranscript } from '../../../src/protocol/check-transcript.js';
import type { Envelope } from '../../../src/protocol/event.js';
import { scheduleReplay } from '../../../src/tui/replay-schedule.js';
import { recordedTranscript, stamp } from '../../fixtures/transcript.js';

const eventsOf = (recording: Envelope[]) => scheduleReplay(recording).map(({ envelope }) => envelope);

test('a recorded log is played whole, with deltas that say what its messages say', () => {
  const log = recordedTranscript();
  const played = eventsOf(log);
  expect(checkTranscript(played)).toEqual([]);
  expect(played.filter(({ seq }) => seq !== undefined).map(({ event }) => event)).toEqual(
    log.map(({ event }) => event),
  );
  expect(played.filter(({ event }) => event.type === 'message.delta').length).toBeGreaterThan(4);
});

test('waits are those of the recording up to two seconds, and times never run backwards', () => {
  const log = recordedTranscript().slice(0, 3);
  log[1]!.at = log[0]!.at + 1500;
  log[2]!.at = log[1]!.at + 60_000;
  log.push({ ...log[2]!, seq: 4, at: 0, event: { type: 'turn.steered', text: 'x' } });
  const beats = scheduleReplay(log);
  expect(beats.map(({ waitMs }) => waitMs)).toEqual([0, 1500, 2000, 0]);
  const times = beats.map(({ envelope }) => envelope.at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test('a message takes the time it took, in pieces', () => {
  const log = stamp([
    { type: 'thread.created', cwd: '/w', title: 't' },
    {
      type: 'message.completed',
      messageId: 'm',
      text: 'word '.repeat(200),
      reasoning: '',
      calls: [],
      finishReason: 'stop',
      partial: false,
    },
  ]);
  log[1]!.at = log[0]!.at + 1800;
  const beats = scheduleReplay(log).slice(1);
  expect(beats.length).toBeGreaterThan(40);
  expect(beats.reduce((sum, { waitMs }) => sum + waitMs, 0)).toBeCloseTo(1800);
});

test('recorded deltas are played as they came, and no others are made up', () => {
  const live = (event: Envelope['event'], at: number): Envelope => ({ at, threadId: 't', turnId: 'a', event });
  const recording = [
    live({ type: 'message.delta', messageId: 'm', channel: 'text', text: 'Hel' }, 10),
    live({ type: 'message.delta', messageId: 'm', channel: 'text', text: 'lo' }, 20),
    {
      ...live(
        {
          type: 'message.completed',
          messageId: 'm',
          text: 'Hello',
          reasoning: '',
          calls: [],
          finishReason: 'stop',
          partial: false,
        },
        30,
      ),
      seq: 9,
    },
  ];
  expect(eventsOf(recording).map(({ event }) => event.type)).toEqual([
    'message.delta',
    'message.delta',
    'message.completed',
  ]);
});

test('what belongs to the engine that recorded, or to another thread, is left out', () => {
  const other = (event: Envelope['event'], threadId = ''): Envelope => ({ at: 1, threadId, event });
  const recording = [
    other({ type: 'engine.idle' }),
    other({ type: 'command.accepted', commandId: 'c' }),
    other({ type: 'queue.changed', items: [] }, 'thread-1'),
    ...recordedTranscript().slice(0, 2),
    other({ type: 'turn.steered', text: 'x' }, 'thread-2'),
  ];
  expect(eventsOf(recording).map(({ event }) => event.type)).toEqual(['thread.created', 'turn.started']);
});
