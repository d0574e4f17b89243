// The plan in lines of text: listed, answered by typing, told task by task.
import { expect, test } from '@jest/globals';
import { plainApps } from '../../support/plain-app.js';
import { accepted, changed, fiveTasks, planCompleted, proposed } from '../../support/plan-events.js';
import { said, turnStarted } from '../../support/thread-events.js';

const plainApp = plainApps();
const start = () => plainApp(turnStarted('fix the parser'));

test('a plan is listed and asked about; Enter runs it', async () => {
  const app = start();
  app.take();
  app.engine.emit(proposed());
  expect(app.take()).toBe(
    [
      'Plan, 5 tasks: Read, edit, test',
      'task_1 (FILE_READ): read the parser',
      'task_2 (FILE_READ): list the tests',
      'task_3 (FILE_WRITE, after task_1, task_2): edit the parser',
      'task_4 (FILE_WRITE, after task_2): add a test',
      'task_5 (COMMAND, after task_3, task_4): run the tests',
      '\x07Enter or run; cancel; or add TEXT, which plans anew: ',
    ].join('\n'),
  );
  app.clock.now += 300;
  await app.line('');
  expect(app.engine.commands).toEqual([{ type: 'plan.answer', planId: 'plan-1', answer: { kind: 'run' } }]);
});

test('what was begun before the plan came is no answer to it', async () => {
  const app = start();
  app.engine.emit(proposed());
  await app.line('cancel');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'cancel' }]);
});

test('it can be dropped or added to; anything else is no answer; the new plan is listed again', async () => {
  const app = start();
  app.engine.emit(proposed());
  app.clock.now += 300;
  await app.line('maybe');
  expect(app.take()).toContain('That is no answer.');
  await app.line('add no new files');
  expect(app.engine.commands.at(-1)).toMatchObject({ answer: { kind: 'add', requirement: 'no new files' } });
  app.take();
  app.engine.emit(proposed(fiveTasks.slice(0, 1)));
  expect(app.take()).toContain('Plan, 1 task: Read, edit, test\ntask_1 (FILE_READ): read the parser\n');
  app.clock.now += 300;
  await app.line('cancel');
  expect(app.engine.commands.at(-1)).toMatchObject({ answer: { kind: 'cancel' } });
});

test('each task is told when it starts and when it ends, also when it runs again', () => {
  const app = start();
  app.engine.emit(proposed(), accepted);
  app.take();
  app.engine.emit(changed('task_2', 'RUNNING'));
  app.engine.emitIn('task_2', said('m1', 'nobody hears this'));
  app.engine.emit(changed('task_2', 'FAILED', { error: 'no tests' }));
  app.engine.emit(changed('task_2', 'PENDING'), changed('task_2', 'RUNNING'));
  app.engine.emit(changed('task_2', 'COMPLETED'), planCompleted('COMPLETED'));
  expect(app.take()).toBe(
    [
      'running task_2: list the tests',
      'failed: task_2 list the tests, 2 ms',
      '  no tests',
      'running task_2: list the tests',
      'done: task_2 list the tests, 1 ms',
      '',
    ].join('\n'),
  );
});

test('/plan takes a goal, or the next message for one; /plan last lists the newest', async () => {
  const app = start();
  await app.line('/plan tidy up');
  await app.line('/plan');
  await app.line('write docs');
  expect(app.engine.commands).toEqual([
    { type: 'turn.start', input: 'tidy up', mode: 'plan' },
    { type: 'turn.start', input: 'write docs', mode: 'plan' },
  ]);
  app.take();
  await app.line('/plan last');
  expect(app.take()).toContain('There is no plan yet.');
});
