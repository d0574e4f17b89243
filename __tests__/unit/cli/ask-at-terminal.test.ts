import { PassThrough } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { type AskAtTerminal, createAskAtTerminal } from '../../../src/cli/ask-at-terminal.js';
import { createProgress } from '../../../src/cli/progress.js';
import type { ApprovalDecision, ApprovalRequest } from '../../../src/protocol/approval.js';
import type { Event } from '../../../src/protocol/event.js';

let open: AskAtTerminal | undefined;
afterEach(() => open?.close());

function terminal() {
  const input = new PassThrough();
  let shown = '';
  const output = {
    isTTY: true,
    columns: 80,
    write(text: string) {
      shown += text;
      return true;
    },
  };
  const answers: [string, ApprovalDecision][] = [];
  let onAnswer: () => void = () => undefined;
  const asking = createAskAtTerminal({
    input,
    output,
    progress: createProgress(output, false),
    answer(approvalId, decision) {
      answers.push([approvalId, decision]);
      onAnswer();
    },
  });
  open = asking;
  const take = (event: Event, taskId?: string) =>
    asking.take({ at: 0, threadId: 't', ...(taskId === undefined ? {} : { taskId }), event });
  return {
    input,
    answers,
    shown: () => shown,
    ask: (approvalId: string, more: Partial<ApprovalRequest> = {}, taskId?: string) =>
      take(
        {
          type: 'approval.requested',
          request: { approvalId, subject: 'tool', title: approvalId, reasons: [], preview: [], ...more },
        },
        taskId,
      ),
    resolve: (approvalId: string) =>
      take({ type: 'approval.resolved', approvalId, decision: { kind: 'once' }, by: 'user' }),
    answered: (count: number) =>
      new Promise<void>((resolve) => {
        onAnswer = () => answers.length >= count && resolve();
        onAnswer();
      }),
    prompted: async (count: number) => {
      while (shown.split('y = once').length - 1 < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

test.each<[string, ApprovalDecision]>([
  ['y', { kind: 'once' }],
  [' YES ', { kind: 'once' }],
  ['a', { kind: 'thread' }],
  ['n', { kind: 'deny' }],
  ['no  use the other file ', { kind: 'deny', reason: 'use the other file' }],
])('%j is an answer', async (line, decision) => {
  const { input, ask, prompted, answered, answers } = terminal();
  ask('1', { threadRule: 'edit files' });
  await prompted(1);
  input.write(`${line}\n`);
  await answered(1);
  expect(answers).toEqual([['1', decision]]);
});

test('a question of the model is answered with one of its choices', async () => {
  const { input, ask, shown, answered, answers } = terminal();
  ask('1', {
    subject: 'question',
    preview: [{ kind: 'text', text: 'Tabs or blanks?' }],
    choices: ['tabs', 'blanks'],
  });
  while (!shown().includes('your own answer')) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(shown()).toMatch(/^The agent asks\nTabs or blanks\?\n1 = tabs, 2 = blanks, or /);
  input.write('2\n');
  await answered(1);
  expect(answers).toEqual([['1', { kind: 'answer', text: 'blanks' }]]);
});

test.each(['', 'yes please', 'a', 'ok'])(
  '%j is none where no rule is offered: the question is put again',
  async (line) => {
    const { input, ask, prompted, answers } = terminal();
    ask('1');
    await prompted(1);
    input.write(`${line}\n`);
    await prompted(2);
    expect(answers).toEqual([]);
  },
);

test('a line from before the question does not answer it, nor does one chunk answer two', async () => {
  const { input, ask, resolve, prompted, answered, answers } = terminal();
  input.write('y\n');
  ask('1');
  ask('2');
  await prompted(1);
  expect(answers).toEqual([]);
  input.write('y\ny\n');
  await answered(1);
  resolve('1');
  await prompted(2);
  expect(answers).toEqual([['1', { kind: 'once' }]]);
});

test('questions come one after the other', async () => {
  const { ask, resolve, prompted, shown } = terminal();
  ask('first');
  ask('second');
  await prompted(1);
  expect(shown()).not.toContain('second');
  resolve('first');
  await prompted(2);
  expect(shown()).toContain('Approve?  second');
});

test('a question that was resolved before its turn came is not put', async () => {
  const { ask, resolve, prompted, shown } = terminal();
  ask('first');
  ask('second');
  resolve('second');
  resolve('first');
  ask('third');
  await prompted(1);
  expect(shown()).not.toContain('second');
});

test('when the input has ended, this question and all later ones are denied', async () => {
  const { input, ask, resolve, answered, answers } = terminal();
  ask('1');
  void input.end();
  await answered(1);
  resolve('1');
  ask('2');
  await answered(2);
  expect(answers.map(([id, { kind }]) => [id, kind])).toEqual([
    ['1', 'deny'],
    ['2', 'deny'],
  ]);
});

test('a limit is no question here: it ends the turn', () => {
  const { ask, answers, shown } = terminal();
  ask('1', { subject: 'limit' });
  expect(answers).toMatchObject([['1', { kind: 'deny' }]]);
  expect(shown()).toBe('');
});

test('a question from inside a task says which', () => {
  const { ask, shown } = terminal();
  ask('edit_file', {}, 'task_2\x1b[2J');
  expect(shown()).toMatch(/edit_file · task_2/);
  expect(shown()).not.toContain('\x1b[2J');
});
