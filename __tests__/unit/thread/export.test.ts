// Threads as files for people and programs.
import { expect, test } from '@jest/globals';
import { marked } from 'marked';
import type { Display } from '../../../src/protocol/display.js';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import { exportJson } from '../../../src/thread/export-json.js';
import { exportMarkdown } from '../../../src/thread/export-markdown.js';
import { lastSaid } from '../../../src/thread/preview.js';
import { recordedTranscript, stamp } from '../../fixtures/transcript.js';

const created: DurableEvent = { type: 'thread.created', cwd: '/w', title: 'fix *it*' };
const turn = (...events: DurableEvent[]): Envelope<DurableEvent>[] =>
  stamp([created, { type: 'turn.started', input: 'go', mode: 'react', model: 'm' }, ...events], 'turn-1');
const said = (text: string, partial = false): DurableEvent => ({
  type: 'message.completed',
  messageId: `m-${text.length}`,
  text,
  reasoning: 'secret thoughts',
  calls: [],
  finishReason: 'stop',
  partial,
});
const shown = (...display: Display[]): DurableEvent[] => [
  { type: 'tool.called', callId: 'c', name: 'tool', arguments: '{}', title: 'target' },
  { type: 'tool.completed', callId: 'c', outcome: 'ok', text: '', display, durationMs: 1200 },
];
const command = (output: string, exitCode = 0): Display => ({
  kind: 'command',
  command: 'x',
  cwd: '/w',
  output,
  exitCode,
});

/** What a Markdown reader makes of it, without the text of code blocks. */
function structure(markdown: string): string[] {
  return marked
    .lexer(markdown)
    .map((token) => (token.type === 'heading' ? `${token.depth} ${token.text}` : token.type));
}

test('Markdown tells who said what, the tools with target and outcome, and what was decided', () => {
  const text = exportMarkdown(recordedTranscript());
  for (const part of [
    '# fix it',
    '- Folder: `/w`',
    '## 1. User',
    'I look.',
    '**Tool** `read_file` `a.txt`: done, 1 ms',
    '**User, meanwhile:**',
    'and be quick',
    '**Approval** of `t`: once, by the user',
    '**Approval** of `t`: denied by the user',
    '**Tool** `write_file` `a.txt`: denied, 1 ms',
    'Denied: not run.',
    '**Turn ended:** cancelled',
    '### Assistant (cut off)',
    '**Turn ended:** failed, `the connection broke`',
    '## 4. User',
  ])
    expect(text).toContain(part);
});

test('a diff and the output of a command are in fences that say what they are', () => {
  const hunks = [{ oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines: ['-a', '+b'] }];
  const diff: Display = { kind: 'diff', path: 'n.txt', status: 'modified', added: 1, removed: 1, hunks };
  expect(exportMarkdown(turn(...shown(diff, command('out\n', 3))))).toContain(
    '```diff\n--- a/n.txt\n+++ b/n.txt\n@@ -3,1 +3,1 @@\n-a\n+b\n```\n\n```console\n$ x\nout\nexit 3\n```',
  );
});

test('output that looks like a fence or a chapter cannot leave its own fence', () => {
  const hostile = '```\n# no chapter\n````\n## neither\n~~~';
  const text = exportMarkdown(turn(...shown(command(hostile))));
  expect(structure(text).filter((one) => one.startsWith('1 ') || one.startsWith('2 '))).toEqual([
    '1 fix \\*it\\*',
    '2 1. User',
  ]);
  expect(text).toContain(`\`\`\`\`\`console\n$ x\n${hostile}\n\`\`\`\`\``);
});

test('a message that was cut off inside a code block does not swallow what follows', () => {
  const text = exportMarkdown([...turn(said('look:\n```js\nlet a', true)), ...turn(said('next')).slice(1)]);
  expect(structure(text).filter((one) => one.startsWith('2 '))).toEqual(['2 1. User', '2 2. User']);
});

test('neither format has a control character or a mark that turns text round', () => {
  const hostile = 'a\x1b]52;c;x\x07b\u202egnp\u2066\x9b31m';
  const log = turn(
    said(hostile),
    ...shown(command(hostile), { kind: 'list', title: hostile, items: [hostile], total: 1 }),
  );
  for (const text of [exportMarkdown(log), exportJson(log)])
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  expect((JSON.parse(exportJson(log)) as { envelopes: unknown }).envelopes).toEqual(log);
});

test('JSON is the log word for word, with what the thread is', () => {
  const log = recordedTranscript();
  expect(JSON.parse(exportJson(log))).toEqual({
    format: 'paicli-thread',
    version: 1,
    threadId: 'thread-1',
    title: 'fix it',
    cwd: '/w',
    envelopes: log,
  });
});

test('the preview is the newest texts of user and model, oldest first', () => {
  expect(lastSaid(recordedTranscript()).map(({ from, text }) => `${from}: ${text}`)).toEqual([
    'assistant: Done.',
    'user: again',
    'user: once more',
    'assistant: half a sent',
    'user: go on',
    'assistant: Here it is.',
  ]);
  const long = turn(said('😀'.repeat(1000)));
  expect([...lastSaid(long)[1]!.text]).toHaveLength(400);
});

const twoTurns: DurableEvent[] = [
  created,
  { type: 'turn.started', input: 'first wish', mode: 'react', model: 'm' },
  said('first answer'),
  { type: 'turn.started', input: 'second wish', mode: 'react', model: 'm' },
  said('the second answer'),
];
const takenBack: DurableEvent[] = [...twoTurns, { type: 'thread.rewound', fromSeq: 4, turns: 1 }];

test('a turn that was taken back is not in the Markdown; the JSON keeps all', () => {
  const log = stamp(takenBack);
  expect(exportMarkdown(log)).toContain('first wish');
  expect(exportMarkdown(log)).not.toContain('second');
  expect(exportJson(log)).toContain('second wish');
});

test('a turn that was brought back is in the Markdown', () => {
  expect(exportMarkdown(stamp([...takenBack, { type: 'thread.restored' }]))).toContain('second wish');
});

test('turns are counted as they are after a rewind', () => {
  const log = stamp([...takenBack, { type: 'turn.started', input: 'third wish', mode: 'react', model: 'm' }]);
  expect(structure(exportMarkdown(log))).toContain('2 2. User');
});

test('a preview says nothing that was taken back', () => {
  expect(lastSaid(stamp(takenBack)).map(({ text }) => text)).toEqual(['first wish', 'first answer']);
});

test('the summary of a compaction is a quotation that its text cannot leave', () => {
  const summary = '## Goal\n\n```js\nopen fence\n# no chapter';
  const markdown = exportMarkdown(
    stamp([
      ...twoTurns,
      {
        type: 'context.compacted',
        cause: 'user',
        clearedThroughSeq: 0,
        summarizedThroughSeq: 3,
        summary,
        beforeTokens: 95_000,
        afterTokens: 42_000,
      },
      { type: 'turn.started', input: 'go on', mode: 'react', model: 'm' },
    ]),
  );
  expect(markdown).toContain('about 95000 to 42000 tokens');
  expect(structure(markdown).filter((part) => part === 'blockquote' || part.startsWith('2 '))).toEqual([
    '2 1. User',
    '2 2. User',
    'blockquote',
    '2 3. User',
  ]);
});
