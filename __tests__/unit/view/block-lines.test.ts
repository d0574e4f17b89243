import { expect, test } from '@jest/globals';
import type { Display } from '../../../src/protocol/display.js';
import type { Event } from '../../../src/protocol/event.js';
import { linesOfQuestion, questionTitle } from '../../../src/view/approval-lines.js';
import type { Block, DecisionRecord, ToolBlock, ToolState } from '../../../src/view/block.js';
import { linesOfBlock } from '../../../src/view/block-lines.js';
import { defaultLineOptions } from '../../../src/view/line-options.js';
import { conversationLines, linesToText, lineToText, transcriptTail } from '../../../src/view/plain-lines.js';
import type { Line } from '../../../src/view/span.js';
import { lineWidth } from '../../../src/view/wrap.js';
import { expectGolden } from '../../support/golden.js';
import { called, delta, editDiff, opened, recordedTurn, started, startedAt, viewOf } from './recorded-turn.js';

const now = startedAt + 14_000;

function toolBlock(state: ToolState, rest: Partial<ToolBlock> = {}): ToolBlock {
  return {
    kind: 'tool',
    id: `tool-${state}`,
    version: 0,
    callId: state,
    name: 'execute_command',
    title: 'npm test',
    step: 1,
    state,
    startedAt,
    progress: [],
    display: [],
    text: '',
    ...(state === 'running' || state === 'waiting' || state === 'interrupted' ? {} : { durationMs: 4210 }),
    ...rest,
  };
}

/** Each span that has a look of its own stands in `‹role›text`, so that a diff of the golden shows it. */
function withRoles(lines: Line[]): string {
  const shown = (line: Line) =>
    line.map((span) => (span.role === 'text' ? span.text : `‹${span.role}›${span.text}`)).join('');
  return lines.map((line) => `${shown(line).trimEnd()}\n`).join('');
}

const drawn = (block: Block, options: Partial<typeof defaultLineOptions> = {}) =>
  linesOfBlock(block, { ...defaultLineOptions, width: 60, now, ...options });
const texts = (block: Block, options: Partial<typeof defaultLineOptions> = {}) => drawn(block, options).map(lineToText);

test.each([40, 80])('a whole turn looks right at %i columns', (width) => {
  const lines = conversationLines(viewOf(recordedTurn), { width, now, expandHint: 'Ctrl+O expand' });
  expectGolden(`view/conversation-${width}`, linesToText(lines));
});

test('a whole turn looks right when everything is unfolded', () => {
  const lines = conversationLines(viewOf(recordedTurn), { width: 80, now, expanded: true });
  expectGolden('view/conversation-expanded', linesToText(lines));
});

test('a whole turn has its looks', () => {
  expectGolden('view/conversation-roles', withRoles(conversationLines(viewOf(recordedTurn), { width: 80, now })));
});

test('a whole turn in ASCII holds nothing but ASCII of our own', () => {
  const lines = conversationLines(viewOf(recordedTurn), { width: 80, now, ascii: true });
  const text = linesToText(lines).replaceAll('1–80', '').replaceAll('−4', '');
  expect(text.match(/[^\x00-\x7f]/g)).toBeNull();
});

test('no line of a turn is wider than the width, folded or not, from 1 to 90', () => {
  const view = viewOf([
    ...recordedTurn,
    started,
    delta('m9', '中文 👍 text '),
    called('c9', 'run', '很长的标题'.repeat(9)),
  ]);
  for (let width = 1; width <= 90; width++) {
    for (const expanded of [false, true]) {
      const lines = conversationLines(view, { width, now, expanded, expandHint: 'Ctrl+O expand' });
      const tooWide = lines.filter((line) => lineWidth(line) > width).map(lineToText);
      expect({ width, expanded, tooWide }).toEqual({ width, expanded, tooWide: [] });
    }
  }
});

test('every way a tool can end has its sign', () => {
  const states: ToolState[] = [
    'running',
    'waiting',
    'ok',
    'failed',
    'denied',
    'timed-out',
    'stopped',
    'skipped',
    'interrupted',
  ];
  expectGolden('view/tool-states', withRoles(states.flatMap((state) => drawn(toolBlock(state)))));
});

test('the time of a tool stands at the right end', () => {
  const [line] = drawn(toolBlock('ok'));
  expect(lineWidth(line!)).toBe(60);
  expect(lineToText(line!)).toMatch(/^✓ execute_command npm test +4\.2 s$/);
});

test('a running tool shows how long it runs and its newest output', () => {
  const progress = ['1', '2', '3', '4', '5', '6', '7', ''];
  expect(texts(toolBlock('running', { progress }))).toEqual([
    expect.stringMatching(/^◐ execute_command npm test +14s …$/),
    '  … +2 lines  Ctrl+O expand',
    '  3',
    '  4',
    '  5',
    '  6',
    '  7',
  ]);
});

test('a folded diff shows the first six changed lines', () => {
  const lines = texts(toolBlock('ok', { display: [editDiff] }));
  expect(lines.slice(1, 3)).toEqual(['  -   return d.getYear();', '  +   return d.getFullYear();']);
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toBe('  … +3 lines  Ctrl+O expand');
});

test('several diffs of one call are told apart by their paths', () => {
  const lines = texts(toolBlock('ok', { display: [editDiff, { ...editDiff, path: 'b.ts', status: 'added' }] }));
  expect(lines.filter((line) => line.includes('+5'))).toEqual(['  src/date.ts  +5 −4', '  b.ts (new)  +5 −4']);
});

test('what a failed tool said is shown when there is nothing else', () => {
  expect(texts(toolBlock('failed', { text: 'no such file' })).slice(1)).toEqual(['  no such file']);
});

test('a list shows its size, and its items when unfolded', () => {
  const display: Display[] = [{ kind: 'list', title: 'matches', items: ['a.ts', 'b.ts'], total: 7 }];
  expect(texts(toolBlock('ok', { display })).slice(1)).toEqual(['  matches (7)']);
  expect(texts(toolBlock('ok', { display }), { expanded: true }).slice(1)).toEqual([
    '  matches (7)',
    '  a.ts',
    '  b.ts',
    '  … +5 lines',
  ]);
});

test('a command that was ended by a signal says so', () => {
  const display: Display[] = [
    { kind: 'command', command: 'x', cwd: '/', output: '', exitCode: null, signal: 'SIGKILL' },
  ];
  expect(texts(toolBlock('timed-out', { display })).slice(1)).toEqual(['  ended by SIGKILL']);
});

test('reasoning is one line until it is unfolded', () => {
  const thinking = viewOf([opened, started, delta('m', 'first this\nthen that', 'reasoning')]).blocks[1]!;
  expect(texts(thinking)).toEqual(['thinking…']);
  expect(texts(thinking, { expanded: true })).toEqual(['thinking:', '  first this', '  then that']);
});

test('an error says what to do', () => {
  const view = viewOf(recordedTurn);
  expect(texts(view.blocks.at(-1)!)).toEqual([
    '✗ the server at api.example.com closed the connection',
    '  check the network, then send again',
  ]);
});

test('a long paste of the person is folded', () => {
  const input = Array.from({ length: 50 }, (_, at) => `row ${at}`).join('\n');
  const start: Event = { type: 'turn.started', input, mode: 'react', model: 'm' };
  const lines = texts(viewOf([opened, start]).blocks[0]!);
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe('› row 0');
  expect(lines.at(-1)).toBe('  … +30 lines  Ctrl+O expand');
});

test("a word of the engine to the model is not shown as the person's", () => {
  const nudge: Event = { type: 'turn.steered', text: 'you repeat yourself', by: 'engine' };
  expect(texts(viewOf([opened, started, nudge]).blocks[1]!)).toEqual(['· told the model: you repeat yourself']);
});

test('a question shows all of a command, broken but never cut', () => {
  const command = `echo ${'x'.repeat(300)} && rm -rf build`;
  const approval = {
    requestedAt: 0,
    request: {
      approvalId: 'a',
      subject: 'tool' as const,
      title: 'execute_command echo',
      reasons: ['runs a command', 'deletes files'],
      preview: [{ kind: 'command' as const, command, cwd: '/', output: '', exitCode: null }],
    },
  };
  const lines = linesOfQuestion(approval, 50);
  const why = 'asks because: runs a command, deletes files';
  expect(
    lines
      .flat()
      .map((span) => span.text)
      .join(''),
  ).toBe(command + why);
  expect(lines.every((line) => lineWidth(line) <= 50)).toBe(true);
  expect(questionTitle({ ...approval, agentId: 'worker-2' })).toBe('Approve?  execute_command echo · worker-2');
});

test('what became of a call stays readable when the call is long', () => {
  const title = 'npm run a-script-with-a-rather-long-name -- --and --many --more --options';
  const narrow = (state: ToolState, decided?: Partial<DecisionRecord>) => {
    const record = decided && {
      subject: 'tool' as const,
      by: 'user' as const,
      decision: { kind: 'once' as const },
      ...decided,
    };
    return texts(toolBlock(state, { title, ...(record ? { decided: record } : {}) }), { width: 78 })[0];
  };
  expect(narrow('waiting')).toMatch(/… {2}waiting for approval$/);
  expect(narrow('denied', { decision: { kind: 'deny' } })).toMatch(/… · denied by you$/);
  expect(
    narrow('ok', { decision: { kind: 'thread' }, rule: 'run `npm run a-script-with-a-rather-long-name`' }),
  ).toMatch(/… · approved for this thread +4\.2 s$/);
});

test('an answer to a question of a plan stands in its record', () => {
  const block: Block = {
    kind: 'approval',
    id: 'a',
    version: 0,
    subject: 'question',
    title: 'A task failed. What now?',
    decision: { kind: 'answer', text: 'Run the failed tasks again' },
    by: 'user',
  };
  expect(texts(block, { width: 100 })[0]).toBe('✓ answered "Run the failed tasks again": A task failed. What now?');
});

test('a question without a preview is its title', () => {
  const request = { approvalId: 'q', subject: 'question' as const, title: 'What now?', reasons: [], preview: [] };
  expect(linesToText(linesOfQuestion({ request, requestedAt: 0 }, 40)).trim()).toBe('What now?');
});

test.each<[string, ToolState, Partial<DecisionRecord>, string]>([
  ['once', 'ok', { decision: { kind: 'once' } }, '✓ execute_command npm test · approved once'],
  [
    'as the person changed it',
    'ok',
    { decision: { kind: 'once' }, changed: true },
    '✓ execute_command npm test · approved once, changed',
  ],
  [
    'in part',
    'ok',
    { decision: { kind: 'once', hunks: [1] }, hunks: 3 },
    '✓ execute_command npm test · approved 1 of 3 hunks',
  ],
  [
    'by a rule for ever',
    'ok',
    { decision: { kind: 'always' }, rule: 'run `npm test`' },
    '✓ execute_command npm test · approved for always (run `npm test`)',
  ],
  ['not', 'denied', { decision: { kind: 'deny' } }, '✗ execute_command npm test · denied by you'],
  [
    'not, with a reason',
    'denied',
    { decision: { kind: 'deny', reason: 'use rg' } },
    '✗ execute_command npm test · denied by you: use rg',
  ],
])('a decision stands behind its call: %s', (_name, state, decided, line) => {
  const record: DecisionRecord = { subject: 'tool', by: 'user', decision: { kind: 'once' }, ...decided };
  expect(texts(toolBlock(state, { decided: record }), { width: 100 })[0]).toMatch(
    new RegExp(`^${line.replace(/[()]/g, '\\$&')}(?: |$)`),
  );
});

test('a reason that does not fit behind its call is said below it, whole', () => {
  const reason = 'the tests must not be run here, as they would reset the database of everybody';
  const decided: DecisionRecord = { subject: 'tool', by: 'user', decision: { kind: 'deny', reason } };
  const [first, ...rest] = texts(toolBlock('denied', { decided }));
  expect(first).toBe('✗ execute_command npm test · denied by you');
  expect(rest.map((text) => text.trim()).join(' ')).toBe(reason);
});

test('the hunks of a question that can be taken one by one are numbered', () => {
  const hunks = [...editDiff.hunks, { oldStart: 40, oldLines: 1, newStart: 41, newLines: 1, lines: ['-x', '+y'] }];
  const request = {
    approvalId: 'a',
    subject: 'tool' as const,
    title: 'edit',
    reasons: [],
    preview: [{ ...editDiff, hunks }],
    hunks: 2,
    notes: ['runs in the sandbox'],
  };
  const lines = linesOfQuestion({ requestedAt: 0, request }, 60).map((line) => line.map(({ text }) => text).join(''));
  expect(lines.filter((line) => line.startsWith('hunk'))).toEqual(['hunk 1 of 2', 'hunk 2 of 2']);
  expect(lines.at(-1)).toBe('runs in the sandbox');
});

test('a question shows every line of a diff', () => {
  const request = { approvalId: 'a', subject: 'tool' as const, title: 'edit', reasons: [], preview: [editDiff] };
  const text = linesToText(linesOfQuestion({ requestedAt: 0, request }, 60));
  expectGolden('view/question-diff', text);
});

test('the tail of a conversation is its last lines', () => {
  const view = viewOf(recordedTurn);
  const all = conversationLines(view, { width: 60 });
  for (const count of [0, 1, 5, 1000]) {
    expect(transcriptTail(view, count, { width: 60 })).toEqual(count === 0 ? [] : all.slice(-count));
  }
});
