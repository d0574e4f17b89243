import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import { conversationLines, lineToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createTranscript } from '../../../src/view/transcript.js';
import type { View } from '../../../src/view/view-model.js';
import { delta, message, opened, recordedTurn, started, viewOf } from './recorded-turn.js';

const size = { width: 60, height: 10, now: 0 };

function talk(count: number): Event[] {
  return [opened, ...Array.from({ length: count }, (_, at) => message(`m${at}`, `message ${at}\n\nwith two parts`))];
}

function add(view: View, event: Event): void {
  applyEvent(view, { at: 1, threadId: 'thread-1', event });
}

const all = (view: View, width = 60) => conversationLines(view, { width, expandHint: 'Ctrl+O expand' });

test('it follows the end', () => {
  const view = viewOf(talk(50));
  const transcript = createTranscript(view);
  expect(transcript.rows(size)).toMatchObject({ lines: all(view).slice(-10), atEnd: true, newBelow: 0, position: 1 });
  add(view, message('next', 'newest'));
  expect(lineToText(transcript.rows(size).lines.at(-1)!)).toBe('newest');
});

test('a short conversation stands at the top', () => {
  const transcript = createTranscript(viewOf([opened, started]));
  expect(transcript.rows(size).lines.map(lineToText)).toEqual(['› fix the failing date test']);
});

test('every window reached by scrolling is a window of the whole', () => {
  const view = viewOf([...recordedTurn, ...talk(20).slice(1)]);
  const transcript = createTranscript(view);
  const whole = all(view);
  let top = whole.length - size.height;
  transcript.rows(size);
  for (const step of [-1, -3, -10, 2, -25, 7, -1000, 1, 5, 30, -4, 1000, -2, 2]) {
    transcript.scrollBy(step);
    top = Math.max(0, Math.min(whole.length - size.height, top + step));
    const rows = transcript.rows(size);
    expect(rows.lines).toEqual(whole.slice(top, top + size.height));
    expect(rows.atEnd).toBe(top === whole.length - size.height);
  }
});

test('while scrolled up the window stands still and what is new is counted', () => {
  const view = viewOf(talk(50));
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.scrollBy(-5);
  const { lines } = transcript.rows(size);
  for (let at = 0; at < 3; at++) add(view, message(`next-${at}`, 'more'));
  expect(transcript.rows(size)).toMatchObject({ lines, atEnd: false, newBelow: 3 });
  transcript.scrollToEnd();
  expect(transcript.rows(size)).toMatchObject({ atEnd: true, newBelow: 0 });
});

test('a last message that grows counts as new', () => {
  const view = viewOf([...talk(50), delta('open', 'growing')]);
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.scrollBy(-5);
  expect(transcript.rows(size).newBelow).toBe(0);
  add(view, delta('open', ' on'));
  expect(transcript.rows(size).newBelow).toBe(1);
});

test('scrolling down to the last row follows again', () => {
  const view = viewOf(talk(50));
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.scrollBy(-5);
  transcript.scrollBy(5);
  add(view, message('next', 'newest'));
  expect(lineToText(transcript.rows(size).lines.at(-1)!)).toBe('newest');
});

test('another width keeps the block at the top', () => {
  const view = viewOf(talk(200));
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.scrollBy(-300);
  transcript.rows(size);
  const before = transcript.blockAt(0);
  transcript.rows({ ...size, width: 9 });
  expect(transcript.blockAt(0)).toBe(before);
});

test('a followed end is still followed after the size changed, TU-12', () => {
  const view = viewOf(talk(200));
  const transcript = createTranscript(view);
  for (let round = 0; round < 50; round++) {
    const [width, height] = round % 2 === 0 ? [120, 40] : [33, 10];
    const rows = transcript.rows({ width, height, now: 0 });
    expect(rows.atEnd).toBe(true);
    expect(rows.lines).toEqual(all(view, width).slice(-height));
  }
});

test('another thread begins at its end with nothing unfolded', () => {
  const view = viewOf(talk(50));
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.scrollToStart();
  applyEvent(view, { at: 1, threadId: 'other', event: { type: 'thread.opened', title: '', cwd: '/' } });
  applyEvent(view, { at: 1, threadId: 'other', event: message('m0', 'other text') });
  expect(transcript.rows(size).lines.map(lineToText)).toEqual(['other text']);
});

test('one block or all can be unfolded and folded again', () => {
  const view = viewOf(recordedTurn);
  const transcript = createTranscript(view);
  const tall = { ...size, height: 500 };
  const folded = transcript.rows(tall).lines.length;
  transcript.toggle('tool-c1');
  const one = transcript.rows(tall).lines.length;
  transcript.toggleAll();
  expect(transcript.rows(tall).lines.length).toBeGreaterThan(one);
  transcript.toggleAll();
  expect(transcript.rows(tall).lines.length).toBe(folded);
  expect(one).toBeGreaterThan(folded);
});

test('of 10,000 messages only those near the window are drawn', () => {
  const view = viewOf(talk(10_000));
  const read = new Set<string>();
  view.blocks = view.blocks.map(
    (block) =>
      new Proxy(block, {
        get: (target, key) => {
          if (key === 'text') read.add(target.id);
          return Reflect.get(target, key);
        },
      }),
  );
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.scrollBy(-20);
  transcript.rows(size);
  transcript.scrollToStart();
  transcript.rows(size);
  expect(read.size).toBeLessThan(40);
});

test('an empty conversation has no rows', () => {
  const transcript = createTranscript(viewOf([opened]));
  transcript.scrollBy(-3);
  expect(transcript.rows(size)).toMatchObject({ lines: [], atEnd: true, newBelow: 0 });
});
