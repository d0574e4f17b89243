// The plan on the screen: its graph, its states, and what keys do with them.
import { describe, expect, test } from '@jest/globals';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle } from '../support/open-app.js';
import { accepted, changed, planCompleted, planned, proposed } from '../support/plan-events.js';
import type { ScreenOptions } from '../support/screen-app.js';
import { question, readyIn, said, turnStarted } from '../support/thread-events.js';

const sizes = [
  { cols: 120, rows: 40 },
  { cols: 80, rows: 24 },
  { cols: 40, rows: 10 },
] as const;

const running = [
  accepted,
  changed('task_1', 'RUNNING'),
  changed('task_2', 'RUNNING'),
  changed('task_1', 'COMPLETED', { result: 'it is a recursive descent parser' }),
];

async function openRunning(options: ScreenOptions = { cols: 120, rows: 40 }): Promise<AppInHand> {
  const app = await openIdle(options, turnStarted('fix the parser'), proposed());
  app.engine.emit(...running);
  app.engine.emitIn('task_2', said('m1', 'There are nine tests.'));
  await app.settle();
  return app;
}

function expectPicture(name: string, app: AppInHand): void {
  const { cols, rows } = app.terminal.terminal;
  expectGolden(`screen/${name}-${cols}x${rows}`, app.screenText());
}

describe.each(sizes)('at $cols x $rows', (size) => {
  test('a running plan stands with its states, the selected task and what it is about', async () => {
    const app = await openRunning(size);
    app.clock.advance(5000);
    await app.press('alt+2', 'right', 'c');
    expectPicture('plan-running', app);
  });

  test('a task opens with its output, live', async () => {
    const app = await openRunning(size);
    await app.press('alt+2');
    for (let tries = 0; tries < 4 && !/▐◐|task_2/.test(app.screenText()); tries++) await app.press('down');
    await app.press('/');
    await app.type('task_2');
    await app.press('enter', 'enter');
    await app.waitForText('Esc closes');
    app.engine.emitIn('task_2', said('m2', 'And one is skipped.'));
    await app.settle();
    await app.press('end');
    expect(app.screenText()).toContain('And one is skipped.');
    expectPicture('plan-task', app);
  });

  test('as lanes', async () => {
    const app = await openRunning(size);
    await app.press('alt+2', 'g', 'v');
    if (!app.screenText().includes('├') && !app.screenText().includes('○─')) await app.press('v');
    expectPicture('plan-lanes', app);
  });
});

test('without a plan there is no panel, and the keys say why', async () => {
  const app = await openIdle({ cols: 120, rows: 40 });
  await app.press('alt+2');
  expect(app.screenText()).toContain('There is no plan yet');
  await app.press('ctrl+t');
  expect(app.screenText()).not.toContain('Plan ');
});

test('Ctrl+T hides the plan and shows it again; on a narrow screen it lies over the conversation', async () => {
  const wide = await openRunning();
  await wide.press('alt+2', 'ctrl+t');
  expect(wide.screenText()).not.toContain('Plan 1/5');
  await wide.press('ctrl+t');
  expect(wide.screenText()).toContain('Plan 1/5');
  const narrow = await openRunning({ cols: 80, rows: 24 });
  expect(narrow.screenText()).toContain('Conversation');
  await narrow.press('ctrl+t');
  expect(narrow.screenText()).not.toContain('Conversation');
  await narrow.press('escape');
  expect(narrow.screenText()).toContain('Conversation');
});

test('each state has a sign of its own', async () => {
  const app = await openRunning();
  app.engine.emitIn('task_2', ...question('a1', 'ls'));
  await app.waitForText('Approve?');
  expect(app.screenText()).toContain('[✓ task_1');
  expect(app.screenText()).toContain('[? task_2');
  expect(app.screenText()).toContain('[○ task_3');
  app.engine.emitIn('task_2', { type: 'approval.resolved', approvalId: 'a1', decision: { kind: 'deny' }, by: 'user' });
  app.engine.emit(changed('task_2', 'COMPLETED', { warning: 'one test was not listed' }));
  await app.waitForText('[! task_2');
  expect(app.screenText()).toContain('[◇ task_3');
  app.engine.emit(
    changed('task_3', 'RUNNING'),
    changed('task_4', 'FAILED', { error: 'no' }),
    changed('task_5', 'SKIPPED'),
  );
  await app.waitForText('[✗ task_4');
  expect(app.screenText()).toContain('[◐ task_3');
  expect(app.screenText()).toContain('[⊘ task_5');
  expect(app.screenText()).toMatch(/Plan 2\/5 ─+ 1 failed 1 skipped/);
});

test('the keys act on the selected task', async () => {
  const app = await openRunning();
  app.engine.emit(changed('task_4', 'FAILED', { error: 'no' }));
  await app.press('alt+2', '/');
  await app.type('task_4');
  await app.press('enter', 'r', 's', 'p');
  const control = (taskId: string, action: string) => ({ type: 'task.control', planId: 'plan-1', taskId, action });
  expect(app.engine.commands.slice(-3)).toEqual(['retry', 'skip', 'replan'].map((action) => control('task_4', action)));
  await app.press('g', 'r');
  expect(app.screenText()).toContain('only a failed or skipped task runs again');
  await app.press('/');
  await app.type('list');
  await app.press('enter', 'x');
  expect(app.screenText()).toContain('Stop task_2?');
  await app.press('enter');
  expect(app.engine.commands.at(-1)).toEqual(control('task_4', 'replan'));
  await app.press('x', 'down', 'enter');
  expect(app.engine.commands.at(-1)).toEqual(control('task_2', 'cancel'));
});

test('a task in a fold is found, and the fold opens', async () => {
  const app = await openRunning();
  const find = async (id: string) => {
    await app.press('alt+2', '/');
    await app.type(id);
    await app.press('enter');
  };
  await find('task_2');
  await app.press('space');
  expect(app.screenText()).toContain('[+1]');
  await find('task_4');
  expect(app.screenText()).not.toContain('[+1]');
  expect(app.screenText()).toMatch(/▐. task_4/);
});

test('arrows follow the edges, and hjkl too', async () => {
  const app = await openRunning({ cols: 160, rows: 40 });
  await app.press('alt+2', 'g');
  const at = () => /▐. (task_\d)/.exec(app.screenText())?.[1];
  expect(at()).toBe('task_1');
  const seen = [];
  for (const key of ['down', 'down', 'up', 'up', 'j', 'k', 'G', 'g']) {
    await app.press(key);
    seen.push(at());
  }
  // Of the two that lead to it the nearer one.
  const [forth, back] = ['task_3', 'task_2'];
  expect(seen).toEqual([forth, 'task_5', forth, back, forth, back, 'task_5', 'task_1']);
});

test('Space folds what hangs on a task alone', async () => {
  const chain = [planned('a', 'first'), planned('b', 'second', ['a']), planned('c', 'third', ['b'])];
  const app = await openIdle({ cols: 120, rows: 40 }, turnStarted('go'), proposed(chain), accepted);
  await app.press('alt+2', 'g', 'space');
  expect(app.screenText()).toContain('[+2]');
  expect(app.screenText()).not.toContain('◇ b');
  await app.press('space');
  expect(app.screenText()).not.toContain('[+2]');
});

test('f follows the task that runs', async () => {
  const app = await openRunning();
  await app.press('alt+2', 'g', 'f');
  expect(app.screenText()).toContain('▐◐ task_2');
  app.engine.emit(changed('task_2', 'COMPLETED'), changed('task_4', 'RUNNING'));
  await app.waitForText('▐◐ task_4');
});

test('a plan too large for a picture is a list with lanes that pans with the selection', async () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    planned(`task_${at + 1}`, `step ${at + 1}`, at < 2 ? [] : [`task_${at}`, `task_${at - 1}`]),
  );
  const app = await openIdle({ cols: 120, rows: 24 }, turnStarted('go'), proposed(many), accepted);
  await app.press('alt+2', 'G');
  expect(app.screenText()).toContain('task_60');
  expect(app.screenText()).not.toContain('task_1 step');
  await app.press('g');
  expect(app.screenText()).toContain('task_1 step');
});

test('--ascii draws the plan in ASCII, and without colour the states are still told apart', async () => {
  const app = await openRunning({ cols: 120, rows: 40, ascii: true, color: false });
  await app.press('alt+2', 'c');
  expect(app.screenText()).toMatch(/^[\x20-\x7e\n]*$/);
  expect(app.screenText()).toContain('+ task_1');
  expectPicture('plan-ascii', app);
});

test('a finished plan is opened again by /plan last', async () => {
  const app = await openRunning({ cols: 80, rows: 24 });
  app.engine.emit(planCompleted('FAILED'), { type: 'engine.idle' });
  await app.type('/plan last');
  await app.press('enter');
  expect(app.screenText()).toContain('Plan 1/5');
});

test('/plan sends its goal as a plan; alone it takes the next message for it', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  await app.type('/plan tidy up');
  await app.press('enter');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: 'tidy up', mode: 'plan' });
  await app.type('/plan');
  await app.press('enter');
  expect(app.screenText()).toContain('PLAN next');
  await app.type('write docs');
  await app.press('enter');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: 'write docs', mode: 'plan' });
  await app.type('and then');
  await app.press('enter');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: 'and then' });
});

test('Shift+Tab goes through the modes and passes by one that the engine refuses', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  await app.send('\x1b[Z');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'settings.change', mode: 'plan' });
  app.engine.emit({ ...readyIn('/home/ada/code/demo', { mode: 'plan' }) });
  await app.waitForText(' PLAN ');
  await app.send('\x1b[Z');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'settings.change', mode: 'team' });
  app.engine.rejectNewest('the mode team is not part of this version');
  await app.settle();
  expect(app.engine.commands.at(-1)).toEqual({ type: 'settings.change', mode: 'react' });
});

test('the status line says how far the plan has come', async () => {
  const app = await openRunning();
  expect(app.screenText()).toContain('plan 1/5');
});

test('a task is unfolded in the conversation with what was said in it, and is found by a search', async () => {
  const app = await openRunning();
  expect(app.screenText()).toMatch(/◐ task_2 list the tests +0s/);
  await app.press('alt+1', '/');
  await app.type('nine tests');
  await app.press('enter');
  expect(app.screenText()).toContain('1 of 1');
  expect(app.screenText()).toMatch(/▌ {2}There are nine tests\./);
});
