import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import { lineToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createTranscript, type Transcript, type TranscriptOptions } from '../../../src/view/transcript.js';
import { lineWidth } from '../../../src/view/wrap.js';
import { called, message, opened, recordedTurn, viewOf } from './recorded-turn.js';

const size: TranscriptOptions = { width: 40, height: 7, now: 0, gutter: 'bar' };
const unfocused: TranscriptOptions = { ...size, gutter: 'blank' };
const texts = (transcript: Transcript, options = size) => transcript.rows(options).lines.map(lineToText);

function talk(count: number, text = (at: number) => `message ${at}`): Event[] {
  return [opened, ...Array.from({ length: count }, (_, at) => message(`m${at}`, text(at)))];
}

/** Painted, as the keys mean what is seen. */
function painted(events: Event[], options = size): Transcript {
  const transcript = createTranscript(viewOf(events));
  transcript.rows(options);
  return transcript;
}

test('without the focus nothing gets selected, and the column of the bar is blank', () => {
  const transcript = painted(talk(3), unfocused);
  expect(transcript.selected()).toBeUndefined();
  expect(texts(transcript, unfocused)).toEqual([' message 0', '', ' message 1', '', ' message 2']);
});

test('with the focus the last block of the window is selected when the selected one is not in it', () => {
  const transcript = painted(talk(20));
  expect(transcript.selected()).toBe('message-m19');
  transcript.scrollToStart();
  expect(texts(transcript)).toEqual([' message 0', '', ' message 1', '', ' message 2', '', '▌message 3']);
});

test('a bar stands beside every row of the selected block, not beside the blank line before it', () => {
  const transcript = painted(talk(3, (at) => `message ${at}\n\nmore`));
  transcript.select('message-m1');
  expect(texts(transcript, { ...size, height: 20 })).toEqual([
    ' message 0',
    '',
    ' more',
    '',
    '▌message 1',
    '▌',
    '▌more',
    '',
    ' message 2',
    '',
    ' more',
  ]);
});

test('without the focus the column stays and the bar goes, and nothing moves', () => {
  const transcript = painted(talk(3));
  transcript.select('message-m1');
  const [bar, blank] = [texts(transcript), texts(transcript, { ...size, gutter: 'blank' })];
  expect(bar[2]).toBe('▌message 1');
  expect(blank).toEqual(bar.map((line) => line.replace('▌', ' ').trimEnd()));
});

test('the bar is ASCII when asked for, and counts to the width', () => {
  const transcript = painted(recordedTurn);
  transcript.select('tool-c3');
  for (let width = 2; width <= 60; width++) {
    const { lines } = transcript.rows({ ...size, width, height: 900, ascii: true });
    expect(lines.filter((line) => line[0]?.text === '>').length).toBeGreaterThan(1);
    expect(lines.filter((line) => lineWidth(line) > width)).toEqual([]);
  }
});

test('the first step selects the last block of the window', () => {
  for (const go of ['selectPrevious', 'selectNext'] as const) {
    const transcript = painted(talk(20), unfocused);
    transcript[go]();
    expect(transcript.selected()).toBe('message-m19');
  }
});

test('steps go from block to block, the window follows, and the ends hold', () => {
  const transcript = painted(talk(20));
  const seen: (string | undefined)[] = [];
  for (let at = 0; at < 25; at++) {
    transcript.selectPrevious();
    seen.push(transcript.selected());
    expect(texts(transcript).filter((line) => line.startsWith('▌'))).toHaveLength(1);
  }
  expect(seen).toEqual([
    ...Array.from({ length: 19 }, (_, at) => `message-m${18 - at}`),
    ...Array(6).fill('message-m0'),
  ]);
  expect(texts(transcript)[0]).toBe('▌message 0');
  for (let at = 0; at < 25; at++) transcript.selectNext();
  expect(transcript.selected()).toBe('message-m19');
  expect(transcript.rows(size).atEnd).toBe(true);
});

test('a block that is taller than the window is gone through row by row', () => {
  const long = Array.from({ length: 20 }, (_, at) => `- row ${at}`).join('\n');
  const transcript = painted([opened, message('a', 'first'), message('b', long), message('c', 'last')]);
  transcript.selectPrevious();
  const rows = () =>
    texts(transcript)
      .filter((line) => line.startsWith('▌'))
      .map((line) => line.slice(3));
  expect({ selected: transcript.selected(), last: rows().at(-1) }).toEqual({ selected: 'message-b', last: 'row 19' });
  const first = rows()[0];
  transcript.selectPrevious();
  expect(Number(rows()[0]!.slice(4))).toBe(Number(first!.slice(4)) - 1);
  for (let at = 0; at < 40; at++) transcript.selectPrevious();
  expect(transcript.selected()).toBe('message-a');
});

test('after the window was moved away the step begins in what is seen', () => {
  const transcript = painted(talk(50), unfocused);
  transcript.select('message-m49');
  transcript.scrollToStart();
  texts(transcript, unfocused);
  transcript.selectPrevious();
  expect(transcript.selected()).toBe('message-m3');
});

test('a block can be brought into the window from above and from below, with as little moving as needed', () => {
  const transcript = painted(talk(50), unfocused);
  const seen = () => texts(transcript, unfocused);
  transcript.ensureVisible('message-m10');
  expect(seen()[0]).toBe(' message 10');
  transcript.ensureVisible('message-m12');
  expect(seen()[0]).toBe(' message 10');
  transcript.ensureVisible('message-m30');
  expect(seen().at(-1)).toBe(' message 30');
  transcript.ensureVisible('message-m49');
  expect(transcript.rows(unfocused).atEnd).toBe(true);
  transcript.ensureVisible('no such block');
  expect(transcript.rows(unfocused).atEnd).toBe(true);
});

test('of 5,000 blocks few are laid out to bring a far one into the window', () => {
  const view = viewOf(talk(5000));
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
  transcript.ensureVisible('message-m2500');
  transcript.rows(size);
  transcript.ensureVisible('message-m4000');
  transcript.rows(size);
  expect(read.size).toBeLessThan(40);
});

test('unfolding a block keeps its first row where it is', () => {
  const transcript = painted(recordedTurn, { ...size, height: 12 });
  const tall = { ...size, height: 12 };
  transcript.scrollToStart();
  transcript.select('tool-c1');
  const before = texts(transcript, tall).findIndex((line) => line.startsWith('▌'));
  transcript.toggle('tool-c1');
  const after = texts(transcript, tall);
  expect(after.findIndex((line) => line.startsWith('▌'))).toBe(before);
  expect(after[before + 1]).toMatch(/^▌ +1 {2}export/);
});

test('unfolding the last block does not move it out of the window while the end is followed', () => {
  const view = viewOf([...talk(20), called('c', 'execute_command', 'npm test')]);
  applyEvent(view, {
    at: 0,
    threadId: 'thread-1',
    event: {
      type: 'tool.completed',
      callId: 'c',
      outcome: 'ok',
      text: Array.from({ length: 50 }, (_, at) => `row ${at}`).join('\n'),
      display: [],
      durationMs: 1,
    },
  });
  const transcript = createTranscript(view);
  texts(transcript);
  transcript.toggle('tool-c');
  expect(texts(transcript).join('\n')).toContain('✓ execute_command');
  transcript.toggle('tool-c');
  expect(transcript.rows(size).atEnd).toBe(true);
});

test('a block that went into a folded group is selected as the group', () => {
  const done = (callId: string): Event[] => [
    called(callId, 'read_file', callId),
    { type: 'tool.completed', callId, outcome: 'ok', text: '', display: [], durationMs: 1 },
  ];
  const view = viewOf([opened, ...done('a')]);
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.select('tool-a');
  for (const event of done('b')) applyEvent(view, { at: 0, threadId: 'thread-1', event });
  expect(transcript.selected()).toBe('group-tool-a');
  expect(texts(transcript)[0]).toMatch(/^▌✓ read 2 files/);
});

test('another thread has nothing of this one selected', () => {
  const view = viewOf(talk(3));
  const transcript = createTranscript(view);
  transcript.rows(unfocused);
  transcript.select('message-m1');
  applyEvent(view, { at: 1, threadId: 'other', event: { type: 'thread.opened', title: '', cwd: '/' } });
  applyEvent(view, { at: 1, threadId: 'other', event: message('m1', 'other text') });
  expect(texts(transcript, unfocused)).toEqual([' other text']);
  expect(transcript.selected()).toBeUndefined();
});
