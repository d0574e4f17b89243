import { expect, test } from '@jest/globals';
import type { Event, ToolOutcome } from '../../../src/protocol/event.js';
import { conversationLines, linesToText, lineToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createTranscript } from '../../../src/view/transcript.js';
import type { View } from '../../../src/view/view-model.js';
import { lineWidth } from '../../../src/view/wrap.js';
import { expectGolden } from '../../support/golden.js';
import { called, editDiff, message, opened, started, startedAt, viewOf } from './recorded-turn.js';

const size = { width: 60, height: 40, now: startedAt };

function completed(callId: string, outcome: ToolOutcome = 'ok'): Event {
  const display = [
    { kind: 'file' as const, path: `${callId}.ts`, firstLine: 1, totalLines: 1, text: `text of ${callId}` },
  ];
  return { type: 'tool.completed', callId, outcome, text: 'x', display, durationMs: 34 };
}

/** A call of `name` that ended; its id is the name of what it reads too. */
const done = (callId: string, name: string): Event[] => [called(callId, name, `${callId}.ts`), completed(callId)];
const step = (number: number): Event => ({ type: 'step.started', step: number });
const reads = [
  ...done('a', 'read_file'),
  ...done('b', 'grep_code'),
  ...done('c', 'read_file'),
  ...done('d', 'glob_files'),
];

function add(view: View, ...events: Event[]): void {
  for (const event of events) applyEvent(view, { at: startedAt, threadId: 'thread-1', event });
}

function texts(events: Event[], expanded = false): string[] {
  return conversationLines(viewOf([opened, started, step(1), ...events]), { width: 60, now: startedAt, expanded })
    .slice(2)
    .map(lineToText);
}

test('calls of one step that only read are one line', () => {
  expect(texts(reads)).toEqual([expect.stringMatching(/^✓ read 2 files, searched 2 times +\d+ ms$/)]);
});

test('the time is from the first call to the end of the last', () => {
  const view = viewOf([opened, started, step(1)]);
  applyEvent(view, { at: 1000, threadId: 'thread-1', event: called('a', 'read_file', 'a') });
  applyEvent(view, { at: 1010, threadId: 'thread-1', event: called('b', 'list_dir', 'b') });
  add(view, completed('a'), completed('b'));
  expect(lineToText(createTranscript(view).rows(size).lines.at(-1)!)).toMatch(
    /^✓ read 1 file, listed 1 folder +44 ms$/,
  );
});

test.each([
  ['one alone', done('a', 'read_file')],
  ['with another tool between', [...done('a', 'read_file'), ...done('x', 'edit_file'), ...done('b', 'read_file')]],
  ['with a message between', [...done('a', 'read_file'), message('m', 'hm'), ...done('b', 'read_file')]],
  ['of two steps', [...done('a', 'read_file'), step(2), ...done('b', 'read_file')]],
  ['one failed', [...done('a', 'read_file'), called('b', 'read_file', 'b'), completed('b', 'failed')]],
  ['one runs', [...done('a', 'read_file'), called('b', 'read_file', 'b')]],
  ['others', [...done('a', 'execute_command'), ...done('b', 'execute_command')]],
])('calls stand for themselves: %s', (_why, events) => {
  expect(texts(events).filter((line) => / (read|searched|listed) \d/.test(line))).toEqual([]);
});

test('the calls that ended are gathered while another one runs', () => {
  const lines = texts([...reads, called('e', 'read_file', 'e.ts')]);
  expect(lines).toEqual([expect.stringMatching(/^✓ read 2 files/), expect.stringMatching(/^◐ read_file e\.ts/)]);
});

test('a group and what is in it look like this', () => {
  const edit: Event[] = [
    called('x', 'edit_file', 'src/date.ts'),
    { type: 'tool.completed', callId: 'x', outcome: 'ok', text: '', display: [editDiff], durationMs: 3 },
  ];
  const view = viewOf([opened, started, step(1), message('m', 'I look around.'), ...reads, ...edit]);
  const draw = (options: object) => linesToText(conversationLines(view, { width: 60, now: startedAt, ...options }));
  expectGolden(
    'view/tool-group',
    `${draw({})}\nunfolded:\n${draw({ expanded: true })}\nASCII:\n${draw({ ascii: true })}`,
  );
});

test('no line of a group is wider than the width, from 1 to 60', () => {
  const view = viewOf([opened, started, step(1), ...reads]);
  for (let width = 1; width <= 60; width++)
    for (const expanded of [true, false])
      for (const line of conversationLines(view, { width, now: startedAt, expanded }))
        expect(lineWidth(line)).toBeLessThanOrEqual(width);
});

test('a group is unfolded to its calls, a call to what it read, and the group folded again', () => {
  const transcript = createTranscript(viewOf([opened, started, step(1), ...reads]));
  const shown = () => transcript.rows(size).lines.slice(2).map(lineToText);
  shown();
  const group = transcript.blockAt(2);
  expect(group).toMatchObject({ kind: 'tool-group', id: 'group-tool-a' });
  transcript.toggle('group-tool-a');
  expect(shown().map((line) => line.replace(/ +\d.*/, ''))).toEqual([
    '✓ read',
    '  ✓ read_file a.ts',
    '  ✓ grep_code b.ts',
    '  ✓ read_file c.ts',
    '  ✓ glob_files d.ts',
  ]);
  transcript.toggle('tool-a');
  expect(shown()[2]).toBe('    1  text of a');
  transcript.toggle('group-tool-a');
  expect(shown()).toHaveLength(1);
});

test('a call that was unfolded alone is still seen when the next one joins it', () => {
  const view = viewOf([opened, started, step(1), ...done('a', 'read_file')]);
  const transcript = createTranscript(view);
  transcript.rows(size);
  transcript.toggle('tool-a');
  add(view, ...done('b', 'read_file'));
  expect(transcript.rows(size).lines.map(lineToText)).toContain('    1  text of a');
});

test('the window stands still when the call at its top goes into a group', () => {
  const many = Array.from({ length: 30 }, (_, at) => message(`m${at}`, `text ${at}`));
  const view = viewOf([opened, started, step(1), ...done('a', 'read_file'), called('b', 'read_file', 'b'), ...many]);
  const transcript = createTranscript(view);
  const small = { ...size, height: 6 };
  transcript.rows(small);
  transcript.scrollToStart();
  transcript.scrollBy(3);
  expect(lineToText(transcript.rows(small).lines[0]!)).toMatch(/^◐ read_file b/);
  add(view, completed('b'));
  expect(lineToText(transcript.rows(small).lines[0]!)).toMatch(/^✓ read 2 files/);
});

test('a group that grows is drawn anew and keeps its id', () => {
  const view = viewOf([opened, started, step(1), ...reads]);
  const transcript = createTranscript(view);
  transcript.rows(size);
  add(view, ...done('e', 'read_file'));
  expect(lineToText(transcript.rows(size).lines[2]!)).toMatch(/^✓ read 3 files, searched 2 times/);
  expect(transcript.blockAt(2)?.id).toBe('group-tool-a');
});

test('a name of a tool that is a name of a property is none of ours', () => {
  expect(texts([...done('a', 'constructor'), ...done('b', 'toString')])).toHaveLength(2);
});
