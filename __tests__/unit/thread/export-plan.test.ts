// Threads with plans as Markdown, and in previews.
import { expect, test } from '@jest/globals';
import { marked } from 'marked';
import { mermaid } from '../../../src/plan/mermaid.js';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import { noUsage } from '../../../src/protocol/usage.js';
import { exportMarkdown } from '../../../src/thread/export-markdown.js';
import { lastSaid } from '../../../src/thread/preview.js';
import { usageByTurn } from '../../../src/thread/turn-usage.js';

type Entry = DurableEvent | [taskId: string, event: DurableEvent];

function log(...entries: Entry[]): Envelope<DurableEvent>[] {
  return entries.map((entry, index) => {
    const stamp = { seq: index + 1, at: index * 1000, threadId: 't', turnId: 'turn' };
    return Array.isArray(entry) ? { ...stamp, taskId: entry[0], event: entry[1] } : { ...stamp, event: entry };
  });
}
const said = (text: string, callId?: string): DurableEvent => ({
  type: 'message.completed',
  messageId: text,
  text,
  reasoning: '',
  calls: callId === undefined ? [] : [{ callId, name: 'read_file', arguments: '{}' }],
  finishReason: 'stop',
  partial: false,
});
const called = (callId: string): DurableEvent[] => [
  { type: 'tool.called', callId, name: 'read_file', arguments: '{}', title: `${callId}.txt` },
  { type: 'tool.completed', callId, outcome: 'ok', text: '', display: [], durationMs: 5 },
];
const changed = (taskId: string, status: 'RUNNING' | 'COMPLETED' | 'PENDING'): DurableEvent => ({
  type: 'task.changed',
  planId: 'p',
  taskId,
  status,
});
const begun: DurableEvent[] = [
  { type: 'thread.created', cwd: '/w', title: 'it' },
  { type: 'turn.started', input: 'go', mode: 'plan', model: 'm' },
  {
    type: 'plan.proposed',
    plan: {
      planId: 'p',
      goal: 'go',
      summary: 'two looks',
      tasks: ['a', 'b'].map((id) => ({ id, description: `look at ${id}`, type: 'FILE_READ', dependencies: [] })),
    },
    by: 'model',
    warnings: [],
  },
  { type: 'plan.accepted', planId: 'p' },
  changed('a', 'RUNNING'),
  changed('b', 'RUNNING'),
];
const end: DurableEvent = {
  type: 'turn.completed',
  outcome: 'answered',
  text: 's',
  steps: 1,
  usage: noUsage,
  durationMs: 1,
};
/** Both at the same time, their events mixed. */
const whole = log(
  ...begun,
  ['b', said('b looks', 'cb')],
  ['a', said('a looks', 'ca')],
  ...called('cb').map((event): Entry => ['b', event]),
  ...called('ca').map((event): Entry => ['a', event]),
  ['b', said('# b found it')],
  changed('b', 'COMPLETED'),
  ['a', said('a found it')],
  changed('a', 'COMPLETED'),
  { type: 'plan.completed', planId: 'p', status: 'COMPLETED' },
  said('the summary'),
  end,
);
const headings = (markdown: string) =>
  marked.lexer(markdown).flatMap((token) => (token.type === 'heading' ? [`${token.depth} ${token.text}`] : []));

test('what happened in a task stands under it, in the order of the tasks, and the summary behind them', () => {
  const text = exportMarkdown(whole);
  const places = [
    '#### a: done',
    'a looks',
    '`ca.txt`',
    'a found it',
    '#### b: done',
    'b looks',
    '`cb.txt`',
    'the summary',
  ];
  const found = places.map((place) => text.indexOf(place));
  expect(found).not.toContain(-1);
  expect(found).toEqual([...found].sort((one, other) => one - other));
  expect(text.match(/a found it/g)).toHaveLength(1);
});

test('the graph is drawn as Mermaid, and the plan is a chapter of its turn', () => {
  const text = exportMarkdown(whole, mermaid);
  expect(text).toContain('```mermaid\nflowchart LR');
  expect(headings(text).filter((heading) => /^[1-4] (?!b found)/.test(heading))).toEqual([
    '1 it',
    '2 1. User',
    '3 Plan: done',
    '4 a: done, 11.0 s',
    '4 b: done, 8.0 s',
    '3 Assistant',
  ]);
});

test('a plan that broke off and was gone on with has a second chapter of what was left', () => {
  const text = exportMarkdown(
    log(
      ...begun,
      ['a', said('a found it')],
      changed('a', 'COMPLETED'),
      ['b', said('b was lost')],
      changed('b', 'PENDING'),
      {
        type: 'turn.failed',
        error: { code: 'crash', message: 'm' },
        text: '',
        steps: 0,
        usage: noUsage,
        durationMs: 1,
      },
      { type: 'turn.started', input: '/plan resume', mode: 'plan', model: 'm' },
      { type: 'plan.accepted', planId: 'p' },
      changed('b', 'RUNNING'),
      ['b', said('b found it')],
      changed('b', 'COMPLETED'),
      { type: 'plan.completed', planId: 'p', status: 'COMPLETED' },
      said('the summary'),
      end,
    ),
  );
  expect(headings(text).filter((heading) => /^[34] /.test(heading))).toEqual([
    '3 Plan: broken off',
    expect.stringMatching(/^4 a: done/),
    '4 b: not begun',
    '3 Plan: done',
    expect.stringMatching(/^4 b: done/),
    '3 Assistant',
  ]);
});

test('a plan that is still running where the log ends is not lost', () => {
  expect(exportMarkdown(log(...begun, ['a', said('half of it')]))).toContain('half of it');
});

test('the preview is of the conversation: nothing from inside tasks', () => {
  expect(lastSaid(whole).map(({ text }) => text)).toEqual(['go', 'the summary']);
});

test('a turn with tasks is one turn of usage', () => {
  expect(usageByTurn(whole)).toHaveLength(1);
});
