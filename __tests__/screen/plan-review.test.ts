// A plan in review: answered only by keys that were pressed after it was seen, edited so that it stays a plan.
import { describe, expect, test } from '@jest/globals';
import type { Event } from '../../src/protocol/event.js';
import type { PlannedTask } from '../../src/protocol/plan.js';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle } from '../support/open-app.js';
import { accepted, fiveTasks, proposed } from '../support/plan-events.js';
import type { ScreenOptions } from '../support/screen-app.js';
import { turnStarted } from '../support/thread-events.js';

const quietMs = 300;

async function openReview(
  options: ScreenOptions = { cols: 120, rows: 40 },
  event: Event = proposed(),
): Promise<AppInHand> {
  const app = await openIdle(options, turnStarted('fix the parser'), event);
  await app.waitForText('Enter run');
  app.clock.advance(quietMs);
  return app;
}

const answers = (app: AppInHand) =>
  app.engine.commands.flatMap((command) => (command.type === 'plan.answer' ? [command.answer] : []));
const revised = (app: AppInHand): PlannedTask[] => {
  const last = answers(app).at(-1);
  if (last?.kind !== 'revise') throw new Error(`no edit was sent: ${JSON.stringify(last)}`);
  return last.tasks;
};
const edited = (tasks: PlannedTask[]): Event => ({ type: 'plan.revised', planId: 'plan-1', tasks, by: 'user' });

describe.each([
  { cols: 120, rows: 40 },
  { cols: 80, rows: 24 },
  { cols: 40, rows: 10 },
])('at $cols x $rows', (size) => {
  test('it is shown with its warnings and the keys that answer it, also over the conversation', async () => {
    const app = await openReview(
      size,
      proposed(fiveTasks, { warnings: ['task_6 was left out: it has no description'] }),
    );
    expectGolden(`screen/plan-review-${size.cols}x${size.rows}`, app.screenText());
  });

  test('editing says its keys', async () => {
    const app = await openReview(size);
    await app.press('E');
    expectGolden(`screen/plan-edit-${size.cols}x${size.rows}`, app.screenText());
  });
});

test('it stays on the screen when the window gets too narrow for it beside the conversation', async () => {
  const app = await openReview();
  app.terminal.resize(80, 24);
  await app.waitFor((screen) => screen.split('\n')[0]?.length === 80);
  await app.settle();
  expect(app.screenText()).toContain('Enter run');
  app.clock.advance(quietMs);
  await app.press('enter');
  expect(answers(app)).toEqual([{ kind: 'run' }]);
});

test('while something else has the focus the message says where it is answered', async () => {
  const app = await openReview();
  expect(app.screenText()).not.toContain('Esc stops');
  await app.press('alt+0');
  expect(app.screenText()).toContain('Alt+2 to the plan');
});

test('Enter runs it, and only once', async () => {
  const app = await openReview();
  await app.press('enter', 'enter');
  expect(answers(app)).toEqual([{ kind: 'run' }]);
});

test('keys that were typed ahead do not start a plan', async () => {
  const app = await openIdle({ cols: 120, rows: 40 }, turnStarted('go'));
  app.engine.emit(proposed());
  await app.waitForText('Enter run');
  await app.press('enter', 'escape', 'i', 'enter');
  app.clock.advance(100);
  await app.press('enter');
  expect(answers(app)).toEqual([]);
  app.clock.advance(quietMs);
  await app.press('enter');
  expect(answers(app)).toEqual([{ kind: 'run' }]);
});

test('Esc drops it; arrow keys never do', async () => {
  const app = await openReview();
  await app.press('up', 'down', 'left', 'right', 'up', 'left');
  await app.send('\x1bOA\x1b[1;2D\x1b[D');
  expect(answers(app)).toEqual([]);
  await app.press('escape');
  expect(answers(app)).toEqual([{ kind: 'cancel' }]);
});

test('what was typed for the review does nothing to the plan once it runs', async () => {
  const app = await openReview();
  await app.press('enter');
  app.engine.emit(accepted);
  await app.settle();
  await app.type('sx');
  expect(app.engine.commands.some(({ type }) => type === 'task.control')).toBe(false);
  expect(app.screenText()).toContain('│ sx');
});

test('requirements are typed and sent, and the plan that comes must be seen before it is run', async () => {
  const app = await openReview();
  await app.press('I');
  await app.type('no new files');
  await app.press('enter');
  await app.settle();
  expect(answers(app)).toEqual([{ kind: 'add', requirement: 'no new files' }]);
  expect(app.screenText()).toContain('it is planned anew');
  await app.press('enter');
  expect(answers(app)).toHaveLength(1);
  app.engine.emit(proposed(fiveTasks.slice(0, 2)));
  await app.waitForText('Plan 0/2');
  await app.press('enter');
  expect(answers(app)).toHaveLength(1);
  app.clock.advance(quietMs);
  await app.press('enter');
  expect(answers(app).at(-1)).toEqual({ kind: 'run' });
});

test('a refusal of the engine is said, and the plan can be answered again', async () => {
  const app = await openReview();
  await app.press('enter');
  app.engine.rejectNewest('the budget is spent');
  await app.settle();
  expect(app.screenText()).toContain('the budget is spent');
  app.clock.advance(quietMs);
  await app.press('escape');
  expect(answers(app).at(-1)).toEqual({ kind: 'cancel' });
});

describe('editing', () => {
  async function openEdit(): Promise<AppInHand> {
    const app = await openReview({ cols: 160, rows: 40 });
    await app.press('e');
    return app;
  }
  async function select(app: AppInHand, id: string): Promise<void> {
    await app.press('/');
    await app.type(id);
    await app.press('enter');
  }

  test('a task is added with its text, type and what it comes after', async () => {
    const app = await openEdit();
    await app.press('a');
    await app.type('write the changelog');
    await app.press('tab', 'right', 'tab', 'ctrl+u');
    await app.type('3, task_5');
    expectGolden('screen/plan-task-form-160x40', app.screenText());
    await app.press('enter');
    expect(revised(app).at(-1)).toEqual({
      id: 'task_6',
      description: 'write the changelog',
      type: 'VERIFICATION',
      dependencies: ['task_3', 'task_5'],
    });
    app.engine.emit(edited(revised(app)));
    await app.waitForText('task_6');
  });

  test('an id that is not there is refused on the spot', async () => {
    const app = await openEdit();
    await app.press('a');
    await app.type('x');
    await app.press('tab', 'tab', 'ctrl+u');
    await app.type('task_9');
    await app.press('enter');
    expect(app.screenText()).toContain('which is no task of the plan');
    expect(answers(app)).toEqual([]);
  });

  test('a deleted task is asked about, and those that depended on it no longer do', async () => {
    const app = await openEdit();
    await select(app, 'task_2');
    await app.press('d');
    expect(app.screenText()).toContain('Delete task_2?');
    expect(app.screenText()).toContain('2 tasks that depend on it no longer do');
    await app.press('enter');
    expect(answers(app)).toEqual([]);
    await app.press('d', 'down', 'enter');
    expect(revised(app).map(({ id, dependencies }) => [id, ...dependencies])).toEqual([
      ['task_1'],
      ['task_3', 'task_1'],
      ['task_4'],
      ['task_5', 'task_3', 'task_4'],
    ]);
  });

  test('two tasks are connected and parted', async () => {
    const app = await openEdit();
    await select(app, 'task_1');
    await app.press('c');
    await select(app, 'task_4');
    await app.press('enter');
    expect(revised(app)[3]?.dependencies).toEqual(['task_2', 'task_1']);
    app.engine.emit(edited(revised(app)));
    await app.settle();
    await select(app, 'task_2');
    await app.press('x');
    await select(app, 'task_4');
    await app.press('enter');
    expect(revised(app)[3]?.dependencies).toEqual(['task_1']);
  });

  test('a circle is refused and named', async () => {
    const app = await openEdit();
    await select(app, 'task_5');
    await app.press('c');
    await select(app, 'task_2');
    await app.press('enter');
    expect(app.screenText()).toContain('the dependencies go round in a circle: task_2 -> task_3 -> task_5');
    expect(answers(app)).toEqual([]);
  });

  test('text and type change, order changes, and the last edit is undone', async () => {
    const app = await openEdit();
    await select(app, 'task_4');
    await app.press('t', 'ctrl+u');
    await app.type('write a test');
    await app.press('enter');
    expect(revised(app)[3]).toEqual({ ...fiveTasks[3], description: 'write a test' });
    app.engine.emit(edited(revised(app)));
    await app.settle();
    await app.press('<');
    expect(revised(app).map(({ id }) => id)).toEqual(['task_1', 'task_2', 'task_4', 'task_3', 'task_5']);
    await app.press('u');
    expect(answers(app).at(-1)).toEqual({ kind: 'undo' });
    await app.press('escape', 'enter');
    expect(answers(app).at(-1)).toEqual({ kind: 'run' });
  });

  test('an edit that follows at once builds on the one before', async () => {
    const app = await openEdit();
    await select(app, 'task_1');
    await app.press('>', '>');
    expect(revised(app).map(({ id }) => id)).toEqual(['task_2', 'task_3', 'task_1', 'task_4', 'task_5']);
  });
});
