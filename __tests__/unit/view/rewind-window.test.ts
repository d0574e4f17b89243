// The window over the conversation when turns are taken back under it: place, selection, search.
import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import { lineToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createTranscript, type Transcript } from '../../../src/view/transcript.js';
import { createView } from '../../../src/view/view-model.js';
import { message, opened, usage } from './recorded-turn.js';

const size = { width: 60, height: 10, now: 0 };

function turn(name: string): Event[] {
  return [
    { type: 'turn.started', input: name, mode: 'react', model: 'm' },
    message(`m-${name}`, Array.from({ length: 8 }, (_, at) => `line ${at} of ${name}`).join('\n\n')),
    { type: 'turn.completed', outcome: 'answered', text: '', steps: 1, usage, durationMs: 1 },
  ];
}

/** Three turns of three durable events each. */
function threeTurns() {
  const view = createView();
  let seq = 0;
  const add = (...events: Event[]) => {
    for (const event of events) {
      const place = event.type === 'thread.opened' ? {} : { seq: ++seq };
      applyEvent(view, { ...place, at: seq, threadId: 'thread-1', turnId: `turn-${seq}`, event });
    }
  };
  add(opened, ...turn('one'), ...turn('two'), ...turn('three'));
  const transcript = createTranscript(view);
  const shown = () => textOf(transcript);
  shown();
  const rewind = (turns: number) => add({ type: 'thread.rewound', fromSeq: (3 - turns) * 3 + 1, turns });
  const restore = () => add({ type: 'thread.restored' });
  return { view, transcript, shown, rewind, restore, add };
}

const textOf = (transcript: Transcript, options = {}) => transcript.rows({ ...size, ...options }).lines.map(lineToText);
const idOf = ({ view }: ReturnType<typeof threeTurns>, text: string) =>
  view.blocks.find((block) => block.kind === 'assistant' && block.text.endsWith(text))!.id;

test('scrolled up to a turn that stays, a rewind moves nothing', () => {
  const { transcript, shown, rewind } = threeTurns();
  transcript.scrollToStart();
  transcript.scrollBy(2);
  const before = shown();
  rewind(1);
  expect(shown()).toEqual(before);
});

test('scrolled up to a turn that goes, the end of what is left is shown and followed', () => {
  const { transcript, shown, rewind, add } = threeTurns();
  transcript.scrollBy(-3);
  expect(shown().join('\n')).toContain('of three');
  rewind(1);
  expect(shown().at(-1)).toContain('/redo brings back');
  expect(transcript.rows(size)).toMatchObject({ atEnd: true, newBelow: 0 });
  add(...turn('four'));
  expect(shown().at(-1)).toContain('line 7 of four');
});

test('scrolled up in a longer conversation, what comes after a rewind counts as new', () => {
  const { transcript, shown, rewind, add } = threeTurns();
  transcript.scrollToStart();
  shown();
  rewind(2);
  shown();
  add(...turn('four'));
  expect(transcript.rows(size)).toMatchObject({ atEnd: false, newBelow: 2 });
});

test('all turns taken back leave the word of it, wherever the window stood', () => {
  const { transcript, shown, rewind } = threeTurns();
  transcript.scrollToStart();
  shown();
  rewind(3);
  expect(shown()).toEqual(['· 3 turns taken back. Files stay as they are.', '  /redo brings back what was taken.']);
});

test('a selected block that vanished is selected no more, and the keys go on from what is there', () => {
  const made = threeTurns();
  const { transcript, rewind } = made;
  transcript.select(idOf(made, 'of three'));
  rewind(1);
  textOf(transcript);
  expect(transcript.selected()).toBeUndefined();
  transcript.selectPrevious();
  expect(transcript.selected()).toMatch(/^notice-/);
  transcript.selectPrevious();
  expect(transcript.textOf(transcript.selected()!)).toContain('line 7 of two');
});

test('the focused panel selects what is in its window after a rewind', () => {
  const made = threeTurns();
  made.transcript.select(idOf(made, 'of three'));
  made.rewind(1);
  const lines = textOf(made.transcript, { gutter: 'bar' });
  expect(lines.filter((line) => line.startsWith('▌'))).toHaveLength(2);
});

test('keys on a block that vanished do nothing', () => {
  const made = threeTurns();
  const { transcript, rewind, shown } = made;
  const gone = idOf(made, 'of three');
  rewind(1);
  const before = shown();
  transcript.toggle(gone);
  transcript.ensureVisible(gone);
  expect([transcript.textOf(gone), transcript.filesOf(gone), shown()]).toEqual(['', [], before]);
});

test('a search counts what is left, and goes on from where the window is', () => {
  const made = threeTurns();
  const { transcript, rewind, shown } = made;
  transcript.search('line 5');
  shown();
  expect(transcript.found().count).toBe(3);
  rewind(1);
  shown();
  expect(transcript.found()).toEqual({ count: 2, index: 0 });
  expect(transcript.searchNext().count).toBe(2);
  expect(shown().join('\n')).toContain('line 5 of two');
});

test('a restore brings the window back to the end it followed', () => {
  const { shown, rewind, restore } = threeTurns();
  const before = shown();
  rewind(2);
  shown();
  restore();
  expect(shown()).toEqual(before);
});

const compacted: Event = {
  type: 'context.compacted',
  cause: 'user',
  clearedThroughSeq: 0,
  summarizedThroughSeq: 3,
  summary: '## Goal\n\na teapot with three spouts',
  standIn: { user: 'u', assistant: 'a' },
  method: 'model',
  beforeTokens: 9000,
  afterTokens: 2000,
};

test('the summary of a compaction is folded, unfolds, is found when searched and is copied', () => {
  const { view, transcript, shown, add } = threeTurns();
  add(compacted);
  const { id } = view.blocks.at(-1)!;
  expect(shown().join('\n')).not.toContain('teapot');
  transcript.toggle(id);
  transcript.scrollToEnd();
  expect(shown().join('\n')).toContain('teapot');
  transcript.toggle(id);
  expect(shown().join('\n')).not.toContain('teapot');
  expect(transcript.search('teapot')).toEqual({ count: 1, index: 1 });
  expect([shown().join('\n'), transcript.selected()]).toEqual([expect.stringContaining('teapot'), id]);
  expect(transcript.textOf(id)).toContain('a teapot with three spouts');
});

test('what unfolds everything unfolds the summary', () => {
  const { transcript, shown, add } = threeTurns();
  add(compacted);
  transcript.toggleAll();
  transcript.scrollToEnd();
  expect(shown().join('\n')).toContain('teapot');
});
