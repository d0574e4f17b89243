import { expect, test } from '@jest/globals';
import type { Envelope } from '../../../src/protocol/event.js';
import { createNotifier } from '../../../src/tui/notify.js';
import { question, turnCompleted } from '../../support/thread-events.js';

function hear(focus: boolean | undefined, event: Envelope['event'], at = 1_000_000): string {
  let heard = '';
  const notifier = createNotifier({
    write: (codes) => {
      heard += codes;
    },
    now: () => 1_000_000,
  });
  if (focus !== undefined) notifier.onFocus(focus);
  notifier.take({ at, threadId: 't', event });
  return heard;
}

const [, asked] = question('a', 'npm test') as [Envelope['event'], Envelope['event']];
const ended = (durationMs: number, outcome = 'answered') =>
  ({ ...turnCompleted(), durationMs, outcome }) as Envelope['event'];

test('a question or the end of a long turn calls whoever looks elsewhere, by notification and bell', () => {
  expect(hear(false, asked)).toBe('\x1b]9;PaiCLI waits for your approval\x1b\\\x07');
  expect(hear(false, ended(20_001))).toBe('\x1b]9;PaiCLI: the turn is done\x1b\\\x07');
});

test.each([
  ['the window has the focus', true, asked, undefined],
  ['the terminal never said', undefined, asked, undefined],
  ['the turn was short', false, ended(20_000), undefined],
  ['the user stopped it', false, ended(60_000, 'cancelled'), undefined],
  ['it is an old event of a thread that was opened again', false, asked, 1],
] as const)('not a byte when %s', (_why, focus, event, at) => {
  expect(hear(focus, event as Envelope['event'], at)).toBe('');
});
