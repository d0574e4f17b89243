import { expect, test } from '@jest/globals';
import type { Display } from '../../../src/protocol/display.js';
import type { Event } from '../../../src/protocol/event.js';
import { createTranscript } from '../../../src/view/transcript.js';
import { called, delta, editDiff, message, opened, recordedTurn, started, viewOf } from './recorded-turn.js';

const recorded = createTranscript(viewOf(recordedTurn));

function toolWith(...display: Display[]) {
  const completed: Event = { type: 'tool.completed', callId: 'c', outcome: 'ok', text: 'raw', display, durationMs: 1 };
  return createTranscript(viewOf([opened, started, called('c', 'tool', 'title'), completed]));
}

test('a message is copied as the Markdown it was written in', () => {
  expect(recorded.textOf('message-m3')).toBe('The **test** passes.');
});

test('a message that is only thoughts is copied as these', () => {
  const transcript = createTranscript(viewOf([opened, started, delta('m', 'hm, so', 'reasoning')]));
  expect(transcript.textOf('message-m')).toBe('hm, so');
});

test('of a command its output is copied, of a read part its text', () => {
  expect(recorded.textOf('tool-c3')).toMatch(/^line 1\nline 2\n(?:line \d+\n)*line 12$/);
  expect(recorded.textOf('tool-c1')).toBe('export function year() {\n\treturn 1;\n}\n');
});

test('a diff is copied as a patch', () => {
  const text = recorded.textOf('tool-c2');
  expect(text).toMatch(/^--- a\/src\/date\.ts\n\+\+\+ b\/src\/date\.ts\n@@ -3,6 \+3,7 @@\n export function year/);
  expect(text).toContain('\n-  return d.getYear();\n+  return d.getFullYear();\n');
  expect(toolWith({ ...editDiff, status: 'added' }).textOf('tool-c')).toMatch(/^--- \/dev\/null\n/);
});

test('a list and a table are copied as lines', () => {
  expect(toolWith({ kind: 'list', title: 't', items: ['a', 'b'], total: 2 }).textOf('tool-c')).toBe('a\nb');
  expect(toolWith({ kind: 'table', columns: ['a', 'b'], rows: [['1', '2']] }).textOf('tool-c')).toBe('a\tb\n1\t2');
});

test('of a call without a display it is copied what the model read', () => {
  expect(toolWith().textOf('tool-c')).toBe('raw');
});

test('an error is copied with what to do', () => {
  expect(recorded.textOf('end-turn-1')).toBe(
    'the server at api.example.com closed the connection\ncheck the network, then send again',
  );
});

test('what is copied holds no escape codes', () => {
  expect(toolWith({ kind: 'text', text: 'a\x1b[31mb\x1b]52;c;eA==\x07' }).textOf('tool-c')).toBe('ab');
});

test('a block that is not there has no text and no files', () => {
  expect(recorded.textOf('nope')).toBe('');
  expect(recorded.filesOf('nope')).toEqual([]);
});

test('a read part names its file and where it begins, a diff where the change begins', () => {
  expect(recorded.filesOf('tool-c1')).toEqual([{ path: 'src/date.ts', line: 1 }]);
  expect(recorded.filesOf('tool-c2')).toEqual([{ path: 'src/date.ts', line: 4 }]);
  expect(recorded.filesOf('message-m1')).toEqual([]);
});

test('each file is named once, a deleted one not at all', () => {
  const transcript = toolWith(editDiff, { ...editDiff, path: 'gone.ts', status: 'deleted' }, editDiff, {
    ...editDiff,
    path: 'b.ts',
  });
  expect(transcript.filesOf('tool-c').map(({ path }) => path)).toEqual(['src/date.ts', 'b.ts']);
});

test('a group is copied as its calls and names the files of all', () => {
  const read = (callId: string): Event[] => [
    called(callId, 'read_file', `${callId}.ts`),
    {
      type: 'tool.completed',
      callId,
      outcome: 'ok',
      text: '',
      display: [{ kind: 'file', path: `${callId}.ts`, firstLine: 7, totalLines: 9, text: 'x' }],
      durationMs: 1,
    },
  ];
  const transcript = createTranscript(viewOf([opened, started, message('m', 'hi'), ...read('a'), ...read('b')]));
  expect(transcript.textOf('group-tool-a')).toBe('read_file a.ts\nread_file b.ts');
  expect(transcript.filesOf('group-tool-a')).toEqual([
    { path: 'a.ts', line: 7 },
    { path: 'b.ts', line: 7 },
  ]);
  expect(transcript.textOf('tool-b')).toBe('x');
});
