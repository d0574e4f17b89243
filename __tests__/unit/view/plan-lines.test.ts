// A plan and its tasks in the conversation.
import { expect, test } from '@jest/globals';
import type { Envelope, Event } from '../../../src/protocol/event.js';
import { isDurable } from '../../../src/protocol/event.js';
import { linesOfBlock } from '../../../src/view/block-lines.js';
import { filesOfBlock, searchTextOf, textOfBlock } from '../../../src/view/block-text.js';
import { defaultLineOptions } from '../../../src/view/line-options.js';
import { linesToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { statusLines } from '../../../src/view/status-lines.js';
import { createTranscript } from '../../../src/view/transcript.js';
import { createView } from '../../../src/view/view-model.js';
import { accepted, changed, planCompleted, proposed } from '../../support/plan-events.js';
import { called, completed, ready, said, turnStarted } from '../../support/thread-events.js';

function viewOf(...events: (Event | [taskId: string, Event])[]) {
  const view = createView();
  let at = 0;
  let seq = 0;
  for (const one of [ready, turnStarted('go'), ...events]) {
    const [taskId, event] = Array.isArray(one) ? one : [undefined, one];
    const envelope: Envelope = {
      at: at++ * 1000,
      threadId: event.type === 'engine.ready' ? '' : 'thread-1',
      turnId: 'turn-1',
      ...(isDurable(event) ? { seq: ++seq } : {}),
      ...(taskId === undefined ? {} : { taskId }),
      event,
    };
    applyEvent(view, envelope);
  }
  return view;
}

const ran = () =>
  viewOf(
    proposed(),
    accepted,
    changed('task_1', 'RUNNING'),
    ['task_1', said('m1', 'I look at the parser.')],
    ['task_1', called('c1', 'read_file', 'src/parser.ts')],
    [
      'task_1',
      completed('c1', [{ kind: 'file', path: 'src/parser.ts', firstLine: 1, totalLines: 2, text: 'let a\n' }]),
    ],
    changed('task_1', 'COMPLETED', { result: 'done', warning: 'one part was not read' }),
    changed('task_2', 'RUNNING'),
    ['task_2', said('m2', 'first line\nsecond line')],
    changed('task_3', 'FAILED', { error: 'no such file\nat all' }),
    changed('task_4', 'SKIPPED'),
  );

const text = (view: ReturnType<typeof viewOf>, expanded: boolean, ascii = false) =>
  view.blocks
    .filter(({ kind }) => kind === 'plan' || kind === 'task')
    .map((block) =>
      linesToText(linesOfBlock(block, { ...defaultLineOptions, width: 60, now: 20_000, expanded, ascii })),
    )
    .join('');

test('folded, a task is a line with its sign and its time, and what it does just now or why it failed', () => {
  expect(text(ran(), false)).toBe(
    [
      'plan: Read, edit, test                          5 tasks, 1/5',
      '! task_1 read the parser                               4.0 s',
      '◐ task_2 list the tests                                  11s',
      '  second line',
      '✗ task_3 edit the parser',
      '  no such file',
      '⊘ task_4 add a test',
      '○ task_5 run the tests',
      '',
    ].join('\n'),
  );
});

test('unfolded, it holds what was said and done in it, and what it came to', () => {
  const shown = text(ran(), true);
  expect(shown).toContain('  I look at the parser.\n\n  ✓ read_file src/parser.ts');
  expect(shown).toContain('  one part was not read');
  expect(shown).toContain('  no such file\n  at all');
});

test('in ASCII it is ASCII', () => {
  expect(text(ran(), true, true)).toMatch(/^[\x20-\x7e\n]*$/);
});

test('a plan in review says so, with its warnings; a fallback is told', () => {
  const view = viewOf(proposed(undefined, { by: 'fallback', warnings: ['the reply was no JSON'] }));
  const shown = text(view, false);
  expect(shown).toContain('5 tasks, in review');
  expect(shown).toContain('! no plan could be made: the goal is one task');
  expect(shown).toContain('! the reply was no JSON');
});

test('search and copy know what is inside a task, and its files', () => {
  const view = ran();
  const [first] = view.blocks.filter(({ kind }) => kind === 'task');
  expect(searchTextOf(first!)).toContain('I look at the parser.');
  expect(textOfBlock(first!)).toContain('one part was not read');
  expect(filesOfBlock(first!)).toEqual([{ path: 'src/parser.ts', line: 1 }]);
  const plan = view.blocks.find(({ kind }) => kind === 'plan');
  expect(textOfBlock(plan!)).toContain('task_3 (FILE_WRITE, after task_1, task_2): edit the parser');
});

test('a window shows a task as it is now: its time runs, and others make it ready', () => {
  const view = ran();
  const transcript = createTranscript(view);
  const seen = (now: number) => linesToText(transcript.rows({ width: 60, height: 30, now }).lines);
  expect(seen(20_000)).toContain('11s');
  expect(seen(30_000)).toContain('21s');
  expect(seen(30_000)).toContain('○ task_5');
  for (const task of view.plan?.plan.tasks ?? []) if (task.id !== 'task_5') task.status = 'COMPLETED';
  expect(seen(30_000)).toContain('◇ task_5');
});

test('the status line counts while the plan runs, and is silent when it has ended', () => {
  const status = (view: ReturnType<typeof viewOf>) =>
    linesToText(statusLines(view, { width: 100, now: 20_000, home: '/home/ada' }));
  expect(status(ran())).toContain('plan 1/5 1 failed');
  expect(status(viewOf(proposed()))).toContain('plan in review');
  expect(status(viewOf(proposed(), accepted, planCompleted('FAILED')))).not.toContain('plan 0/5');
});
