import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import { lineToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createTranscript, type Transcript } from '../../../src/view/transcript.js';
import { called, message, opened, recordedTurn, started, viewOf } from './recorded-turn.js';

const size = { width: 60, height: 7, now: 0 };
const texts = (transcript: Transcript) => transcript.rows(size).lines.map(lineToText);
/** Texts that are marked as found in the painted rows. */
const marks = (transcript: Transcript) =>
  transcript
    .rows(size)
    .lines.flatMap((line) => line.filter(({ role }) => role === 'selection').map(({ text }) => text));

function talk(count: number, needles: number[]): Event[] {
  const text = (at: number) => (needles.includes(at) ? `here is a Needle, **needle** ${at}` : `message ${at}`);
  return [opened, ...Array.from({ length: count }, (_, at) => message(`m${at}`, text(at)))];
}

function painted(events: Event[]): Transcript {
  const transcript = createTranscript(viewOf(events));
  transcript.rows(size);
  return transcript;
}

test('a search from the end goes to the nearest place above and counts all', () => {
  const transcript = painted(talk(100, [10, 50]));
  expect(transcript.search('needle')).toEqual({ count: 4, index: 4 });
  expect(texts(transcript).join('\n')).toContain('needle 50');
  expect(marks(transcript)).toEqual(['Needle', 'needle']);
  expect(transcript.selected()).toBe('message-m50');
});

test('a search from further up goes down to the first place', () => {
  const transcript = painted(talk(100, [10, 50, 99]));
  transcript.scrollToStart();
  transcript.scrollBy(60);
  texts(transcript);
  expect(transcript.search('NEEDLE')).toEqual({ count: 6, index: 3 });
  expect(texts(transcript).join('\n')).toContain('needle 50');
});

test('next and previous go from place to place and round the ends', () => {
  const transcript = painted(talk(100, [10, 50]));
  transcript.search('needle');
  const visited = () => ({
    index: transcript.found().index,
    seen: /needle (\d+)/.exec(texts(transcript).join('\n'))?.[1],
  });
  transcript.searchNext();
  expect(visited()).toEqual({ index: 1, seen: '10' });
  transcript.searchNext();
  transcript.searchNext();
  expect(visited()).toEqual({ index: 3, seen: '50' });
  transcript.searchPrevious();
  transcript.searchPrevious();
  transcript.searchPrevious();
  expect(visited()).toEqual({ index: 4, seen: '50' });
});

test('a longer text searches from where the search began', () => {
  const transcript = painted(talk(100, [10, 50, 60]));
  transcript.scrollToStart();
  texts(transcript);
  for (const text of ['n', 'ne', 'needle', 'needle** 5']) transcript.search(text);
  expect(transcript.found()).toEqual({ count: 1, index: 1 });
  expect(transcript.search('needle').index).toBe(1);
});

test('what is nowhere leaves the window where it was', () => {
  const transcript = painted(talk(100, [10]));
  const before = texts(transcript);
  transcript.search('needle');
  expect(transcript.search('needlework')).toEqual({ count: 0, index: 0 });
  expect(transcript.searchNext()).toEqual({ count: 0, index: 0 });
  expect(texts(transcript)).toEqual(before);
});

test('the empty text ends the search', () => {
  const transcript = painted(talk(100, [10]));
  transcript.search('needle');
  expect(transcript.search('')).toEqual({ count: 0, index: 0 });
  expect(marks(transcript)).toEqual([]);
  expect(texts(transcript).join('\n')).toContain('needle 10');
});

test.each(['.*', '(', '[a', '\\', 'a|b', '$', '-', '/', '{1}'])('%s is looked for as it is written', (text) => {
  const transcript = painted([opened, message('m', `it says \`${text}\` here`)]);
  expect(transcript.search(text).count).toBe(1);
  expect(marks(transcript)).toEqual([text]);
});

test('a match over several looks is marked in each, and the line keeps its text', () => {
  const transcript = painted([opened, message('m', 'one **two** [three](https://a.example/)')]);
  const before = texts(transcript);
  transcript.search('two');
  expect(marks(transcript)).toEqual(['two']);
  transcript.search('two three');
  expect(texts(transcript)).toEqual(before);
  expect(marks(transcript)).toEqual(['two ', 'three']);
});

test('output that is folded is unfolded to show the place', () => {
  const transcript = painted(recordedTurn);
  expect(transcript.search('line 3').count).toBe(1);
  expect(marks(transcript)).toEqual(['line 3']);
});

test('a call in a folded group is found, shown and selected', () => {
  const done = (callId: string, text: string): Event[] => [
    called(callId, 'read_file', callId),
    {
      type: 'tool.completed',
      callId,
      outcome: 'ok',
      text: '',
      display: [{ kind: 'file', path: callId, firstLine: 1, totalLines: 1, text }],
      durationMs: 1,
    },
  ];
  const transcript = painted([opened, started, ...done('a', 'nothing'), ...done('b', 'the treasure')]);
  expect(transcript.search('treasure')).toEqual({ count: 1, index: 1 });
  expect(transcript.selected()).toBe('tool-b');
  expect(marks(transcript)).toEqual(['treasure']);
});

test('thoughts are found and unfolded', () => {
  const transcript = painted([opened, message('m', 'answer', 'a hidden doubt')]);
  transcript.search('doubt');
  expect(marks(transcript)).toEqual(['doubt']);
});

test('what comes while a search is open is found', () => {
  const view = viewOf(talk(100, [10]));
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.search('needle');
  applyEvent(view, { at: 1, threadId: 'thread-1', event: message('new', 'a needle') });
  expect(transcript.found()).toEqual({ count: 3, index: 2 });
  transcript.searchNext();
  expect(transcript.selected()).toBe('message-new');
});

test('a search through 10,000 blocks lays out only where it goes', () => {
  const view = viewOf(talk(10_000, [5000]));
  const transcript = createTranscript(view);
  const laidOut = new Set<string>();
  view.blocks = view.blocks.map(
    (block) =>
      new Proxy(block, {
        get: (target, key) => {
          if (key === 'streaming') laidOut.add(target.id);
          return Reflect.get(target, key);
        },
      }),
  );
  transcript.rows(size);
  transcript.search('needle');
  transcript.searchNext();
  transcript.rows(size);
  expect(laidOut.size).toBeLessThan(30);
  expect(laidOut.has('message-m5000')).toBe(true);
});

test('another thread has no search', () => {
  const view = viewOf(talk(3, [1]));
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.search('needle');
  applyEvent(view, { at: 1, threadId: 'other', event: { type: 'thread.opened', title: '', cwd: '/' } });
  applyEvent(view, { at: 1, threadId: 'other', event: message('m1', 'other needle') });
  expect(marks(transcript)).toEqual([]);
  expect(transcript.found()).toEqual({ count: 0, index: 0 });
});
