import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createTranscript, type Transcript } from '../../../src/view/transcript.js';
import { createView, type View } from '../../../src/view/view-model.js';

const size = { width: 60, height: 6, now: 0, gutter: 'bar' } as const;

function emit(view: View, threadId: string, ...events: Event[]): void {
  for (const event of events) applyEvent(view, { at: 0, threadId, turnId: 'turn-1', event });
}

function open(view: View, threadId: string, name: string, count = 20): void {
  emit(view, threadId, { type: 'thread.opened', title: name, cwd: '/' });
  for (let at = 1; at <= count; at++) say(view, threadId, `${name} ${at}`);
}

function say(view: View, threadId: string, text: string): void {
  emit(view, threadId, {
    type: 'message.completed',
    messageId: text,
    text,
    reasoning: '',
    calls: [],
  } as unknown as Event);
}

const shown = (transcript: Transcript) =>
  transcript.rows(size).lines.map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );

test('each thread is found where it was left, with the block that was selected', () => {
  const view = createView();
  const transcript = createTranscript(view);
  open(view, 'a', 'apple');
  shown(transcript);
  transcript.scrollBy(-9);
  transcript.selectPrevious();
  transcript.selectPrevious();
  const before = shown(transcript);
  open(view, 'b', 'pear');
  expect(shown(transcript).at(-1)).toContain('pear 20');
  open(view, 'a', 'apple');
  expect(shown(transcript)).toEqual(before);
  expect(before.filter((row) => row.startsWith('▌'))).toHaveLength(1);
});

test('a thread whose blocks come one after the other is at its place when the block is there', () => {
  const view = createView();
  const transcript = createTranscript(view);
  open(view, 'a', 'apple');
  shown(transcript);
  transcript.scrollBy(-9);
  const before = shown(transcript);
  open(view, 'b', 'pear');
  shown(transcript);
  open(view, 'a', 'apple', 3);
  expect(shown(transcript).at(-1)).toContain('apple 3');
  for (let at = 4; at <= 20; at++) {
    say(view, 'a', `apple ${at}`);
    shown(transcript);
  }
  expect(shown(transcript)).toEqual(before);
});

test('a thread that was left at its end begins at its end', () => {
  const view = createView();
  const transcript = createTranscript(view);
  open(view, 'a', 'apple');
  shown(transcript);
  open(view, 'b', 'pear');
  shown(transcript);
  open(view, 'a', 'apple', 25);
  expect(shown(transcript).at(-1)).toContain('apple 25');
});

test('who scrolls while a thread is being opened is not pulled away', () => {
  const view = createView();
  const transcript = createTranscript(view);
  open(view, 'a', 'apple');
  shown(transcript);
  transcript.scrollBy(-9);
  shown(transcript);
  open(view, 'b', 'pear');
  shown(transcript);
  open(view, 'a', 'apple', 5);
  shown(transcript);
  transcript.scrollToEnd();
  for (let at = 6; at <= 20; at++) say(view, 'a', `apple ${at}`);
  expect(shown(transcript).at(-1)).toContain('apple 20');
});
