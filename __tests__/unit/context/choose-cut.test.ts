import { expect, test } from '@jest/globals';
import { chooseCut } from '../../../src/context/choose-cut.js';
import type { ChatMessage } from '../../../src/protocol/message.js';
import type { PlacedMessage } from '../../../src/thread/history.js';

/** `u` user, `a` answer, `c` a call followed by its result, `s` a summary's stand-in. */
function placed(shape: string): PlacedMessage[] {
  let seq = 0;
  return [...shape].flatMap((letter): PlacedMessage[] => {
    if (letter === 's') return [{ seq: 0, message: { role: 'user', text: 'summary' } }];
    seq += 10;
    const of = (message: ChatMessage) => ({ seq, message });
    if (letter === 'u') return [of({ role: 'user', text: 'u' })];
    if (letter === 'a') return [of({ role: 'assistant', text: 'a', calls: [] })];
    const call = { callId: `c${seq}`, name: 'read_file', arguments: '{}' };
    return [
      of({ role: 'assistant', text: '', calls: [call] }),
      of({ role: 'tool', callId: call.callId, name: call.name, text: 'r' }),
    ];
  });
}
const cutOf = (shape: string, rounds: number, messages: number, mostKept = 1000) =>
  chooseCut(placed(shape), { rounds, messages, fits: (kept) => kept.length <= mostKept });

test('the last rounds are kept whole', () => {
  expect(cutOf('uauauaua', 3, 2)).toBe(2);
});

test('at least so many messages are kept, though that is more than the rounds', () => {
  expect(cutOf('ucacucau', 1, 6)).toBe(4);
});

test('what does not fit is cut later, round by round', () => {
  expect(cutOf('uauauaua', 3, 2, 4)).toBe(4);
});

test('a single long round is cut within itself, before a call', () => {
  const cut = cutOf('ucccccccc', 3, 6, 7);
  expect(placed('ucccccccc')[cut]!.message.role).toBe('assistant');
  expect(cut).toBe(11);
});

test('when nothing fits, as little as may be is kept', () => {
  expect(cutOf('uauaua', 1, 2, 0)).toBe(4);
});

test('a conversation of one message is not cut', () => {
  expect(cutOf('u', 1, 2)).toBe(0);
});

test('a summary alone is not summarised again', () => {
  expect(cutOf('su', 1, 2)).toBe(0);
});

test.each(Array.from({ length: 200 }, (_, i) => i))(
  'no cut stands between a call and its result (shape %d)',
  (seed) => {
    const shape = `u${Array.from({ length: (seed % 17) + 1 }, (_, i) => 'uacc'[(seed * 7 + i * 13 + ((seed >> i) & 3)) % 4]).join('')}`;
    for (const most of [0, 2, 5, 9, 100]) {
      const cut = cutOf(shape, (seed % 3) + 1, (seed % 7) + 1, most);
      expect(placed(shape)[cut]!.message.role).not.toBe('tool');
    }
  },
);
