import { expect, test } from '@jest/globals';
import { checkControl, successRate, type TaskEnd } from '../../../src/plan/run-plan.js';
import type { TaskAction } from '../../../src/protocol/command.js';
import { noUsage } from '../../../src/protocol/usage.js';
import { completed, failed, settled, startPlanRun } from '../../support/plan-run.js';
import { graphOf, plannedTasks, statedTasks } from '../../support/plans.js';

test('at most four tasks run at once, and the next begins when one ends', async () => {
  const run = startPlanRun({ a: '', b: '', c: '', d: '', e: '', f: '' });
  expect(run.starts).toEqual(['a', 'b', 'c', 'd']);
  await run.end('c');
  expect(run.starts).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(run.together).toEqual([['a', 'b', 'c', 'd'], ['e']]);
  for (const id of ['a', 'b', 'd', 'e', 'f']) await run.end(id);
  await run.over;
  expect(run.states()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `${id} COMPLETED`));
});

test('a task starts as soon as its own dependencies are completed, whatever else runs', async () => {
  const run = startPlanRun({ slow: '', a: '', b: 'a', both: 'slow b' });
  await run.end('a');
  expect(run.starts).toEqual(['slow', 'a', 'b']);
  await run.end('b');
  expect(run.starts).not.toContain('both');
  await run.end('slow');
  expect(run.starts).toEqual(['slow', 'a', 'b', 'both']);
});

test('a failed task skips what hangs on it, with the reason; others go on', async () => {
  const run = startPlanRun({ task_1: '', task_2: 'task_1', task_3: 'task_2', task_4: '', task_5: 'task_4' });
  await run.end('task_1', failed('no such file'));
  await run.end('task_4');
  await run.end('task_5');
  run.questions[0]!.answer.resolve('finish');
  await run.over;
  expect(run.states()).toEqual([
    'task_1 FAILED: no such file',
    'task_2 SKIPPED: task_1 failed',
    'task_3 SKIPPED: task_1 failed',
    'task_4 COMPLETED',
    'task_5 COMPLETED',
  ]);
});

test('nobody is asked about a failure while others still run', async () => {
  const run = startPlanRun({ a: '', b: '' });
  await run.end('a', failed());
  expect(run.questions).toHaveLength(0);
  await run.end('b');
  expect(run.questions.map(({ mayReplan }) => mayReplan)).toEqual([true]);
});

test('a transient failure is tried once more, and no more', async () => {
  const run = startPlanRun({ a: '' });
  await run.end('a', failed('connection broke', true));
  expect(run.starts).toEqual(['a', 'a']);
  await run.end('a', failed('connection broke', true));
  expect(run.starts).toEqual(['a', 'a']);
  expect(run.states()).toEqual(['a FAILED: connection broke']);
});

test('any other failure is not tried again', async () => {
  const run = startPlanRun({ a: '' });
  await run.end('a', failed('wrong'));
  expect(run.starts).toEqual(['a']);
});

test('the usage of all tries of a task is counted', async () => {
  const run = startPlanRun({ a: '' });
  await run.end('a', { kind: 'failed', error: 'e', transient: true, usage: { ...noUsage, input: 10 } });
  await run.end('a', { kind: 'failed', error: 'e', transient: false, usage: { ...noUsage, input: 20 } });
  await run.control({ taskId: 'a', action: 'retry' });
  await run.end('a', { kind: 'completed', result: 'r', usage: { ...noUsage, input: 5 } });
  await run.over;
  expect(run.state.task('a')?.usage?.input).toBe(35);
});

test('a failed task is retried while another runs, and what hung on it follows', async () => {
  const run = startPlanRun({ a: '', b: 'a', slow: '' });
  await run.end('a', failed());
  await run.control({ taskId: 'a', action: 'retry' });
  expect(run.starts).toEqual(['a', 'slow', 'a']);
  await run.end('a');
  await run.end('b');
  await run.end('slow');
  await run.over;
  expect(run.states()).toEqual(['a COMPLETED', 'b COMPLETED', 'slow COMPLETED']);
});

test('a running task that is skipped is stopped alone', async () => {
  const run = startPlanRun({ a: '', b: 'a', slow: '' });
  await run.control({ taskId: 'a', action: 'skip' });
  await run.end('slow');
  await run.over;
  expect(run.states()).toEqual(['a SKIPPED: skipped by the user', 'b SKIPPED: a was skipped', 'slow COMPLETED']);
});

test('a running task that is begun anew is stopped and starts again', async () => {
  const run = startPlanRun({ a: '', b: 'a' });
  await run.control({ taskId: 'a', action: 'restart' });
  expect(run.starts).toEqual(['a', 'a']);
  expect(run.states()).toEqual(['a RUNNING', 'b PENDING']);
  await run.end('a');
  await run.end('b');
  await run.over;
  expect(run.states()).toEqual(['a COMPLETED', 'b COMPLETED']);
});

test('a task that waits can be skipped', async () => {
  const run = startPlanRun({ a: '', b: 'a', c: '' });
  await run.control({ taskId: 'b', action: 'skip' });
  await run.end('a');
  await run.end('c');
  await run.over;
  expect(run.starts).toEqual(['a', 'c']);
});

test('a cancelled task is failed, and others go on', async () => {
  const run = startPlanRun({ a: '', slow: '' });
  await run.control({ taskId: 'a', action: 'cancel' });
  expect(run.states()).toEqual(['a FAILED: stopped by the user', 'slow RUNNING']);
});

test('each wish is carried out once, however many tasks ended before it came', async () => {
  const run = startPlanRun({ a: '', b: '', c: '', bad: '' });
  for (const id of ['a', 'b']) await run.end(id);
  await run.end('bad', failed());
  await run.control({ taskId: 'bad', action: 'replan', reason: 'r' });
  expect(run.replans).toHaveLength(1);
});

test('planning anew from a task keeps what is done and puts the new tasks in place of the rest', async () => {
  const run = startPlanRun({ a: '', b: 'a', c: 'b', slow: '' });
  await run.end('a');
  await run.end('b', failed('wrong way'));
  await run.control({ taskId: 'b', action: 'replan', reason: 'another way' });
  expect(run.replans[0]).toMatchObject({ from: 'b', reason: 'another way' });
  run.replans[0]!.answer.resolve(plannedTasks({ x: 'a', y: 'x' }));
  await settled();
  expect(graphOf(run.state.plan.tasks)).toEqual({ a: '', slow: '', x: 'a', y: 'x' });
  await run.end('x');
  await run.end('y');
  await run.end('slow');
  await run.over;
  expect(run.starts).toEqual(['a', 'slow', 'b', 'x', 'y']);
});

test('what is being planned anew does not start meanwhile, and the plan does not end', async () => {
  const run = startPlanRun({ a: '', b: 'a', slow: '' });
  await run.control({ taskId: 'b', action: 'replan' });
  await run.end('a');
  await run.end('slow');
  expect(run.starts).toEqual(['a', 'slow']);
  run.replans[0]!.answer.resolve(undefined);
  await settled();
  expect(run.starts).toEqual(['a', 'slow', 'b']);
});

test('a plan is planned anew at most twice', async () => {
  const run = startPlanRun({ a: '', slow: '' });
  await run.end('a', failed());
  for (const id of ['a', 'x', 'x_2']) {
    await run.control({ taskId: id, action: 'replan' });
    run.replans.at(-1)?.answer.resolve(plannedTasks({ x: '' }));
    await settled();
    await run.end('x', failed()).catch(() => undefined);
    await run.end('x_2', failed()).catch(() => undefined);
  }
  expect(run.replans).toHaveLength(2);
  expect(run.refused).toEqual(['a plan is planned anew at most 2 times']);
});

test('the answer to a failure can be to run the failed tasks again', async () => {
  const run = startPlanRun({ a: '', b: 'a' });
  await run.end('a', failed());
  run.questions[0]!.answer.resolve('retry');
  await settled();
  await run.end('a');
  await run.end('b');
  await run.over;
  expect(run.states()).toEqual(['a COMPLETED', 'b COMPLETED']);
});

test('the answer to a failure can be to plan anew what is not done', async () => {
  const run = startPlanRun({ a: '', bad: 'a' });
  await run.end('a');
  await run.end('bad', failed('wrong'));
  run.questions[0]!.answer.resolve('replan');
  await settled();
  expect(run.replans[0]).toMatchObject({ from: undefined, reason: 'bad failed: wrong' });
  run.replans[0]!.answer.resolve(plannedTasks({ x: 'a' }));
  await settled();
  await run.end('x');
  await run.over;
  expect(graphOf(run.state.plan.tasks)).toEqual({ a: '', x: 'a' });
});

test('a wish for one task makes the question about failures idle', async () => {
  const run = startPlanRun({ a: '' });
  await run.end('a', failed());
  await run.control({ taskId: 'a', action: 'retry' });
  expect(run.questions[0]!.noLonger.aborted).toBe(true);
  await run.end('a');
  await run.over;
  expect(run.states()).toEqual(['a COMPLETED']);
});

const expansion = (graph: Record<string, string>): TaskEnd => ({
  kind: 'expanded',
  tasks: plannedTasks(graph),
  result: 'expanded',
  usage: noUsage,
});

test('a phase expands into tasks that run before what waited for the phase', async () => {
  const run = startPlanRun({ p: '', z: 'p' });
  await run.end('p', expansion({ s1: '', s2: 's1' }));
  expect(graphOf(run.state.plan.tasks)).toEqual({ p: '', s1: 'p', s2: 's1', z: 'p s2' });
  for (const id of ['s1', 's2', 'z']) await run.end(id);
  await run.over;
  expect(run.starts).toEqual(['p', 's1', 's2', 'z']);
});

test('a phase that expands into a circle is failed, not run', async () => {
  const run = startPlanRun({ p: '', z: 'p' });
  await run.end('p', expansion({ s1: 's2', s2: 's1' }));
  run.questions[0]!.answer.resolve('finish');
  await run.over;
  expect(run.states()).toEqual([
    'p FAILED: the plan of this phase does not fit: the dependencies go round in a circle: s1 -> s2 -> s1',
    'z SKIPPED: p failed',
  ]);
});

test('a broken phase is planned anew alone, and what comes after it then runs', async () => {
  const run = startPlanRun({ p: '', z: 'p', slow: '' });
  await run.end('p', expansion({ s1: '', s2: 's1' }));
  await run.end('s1', failed());
  expect(run.states()).toContain('z SKIPPED: s1 failed');
  await run.control({ taskId: 's1', action: 'replan' });
  run.replans[0]!.answer.resolve(plannedTasks({ n: '' }));
  await settled();
  expect(graphOf(run.state.plan.tasks)).toEqual({ p: '', z: 'p n', slow: '', n: '' });
  await run.end('n');
  await run.end('z');
  await run.end('slow');
  await run.over;
  expect(run.states()).toEqual(['p COMPLETED', 'z COMPLETED', 'slow COMPLETED', 'n COMPLETED']);
});

test('a new plan that is a circle is refused with the circle', async () => {
  const run = startPlanRun({ a: '', slow: '' });
  await run.end('a', failed());
  await run.control({ taskId: 'a', action: 'replan' });
  run.replans[0]!.answer.resolve(plannedTasks({ x: 'y', y: 'x' }));
  await settled();
  expect(run.refused).toEqual(['the new plan does not fit: the dependencies go round in a circle: x -> y -> x']);
  expect(run.states()).toEqual(['a FAILED: broken', 'slow RUNNING']);
});

test('a stop ends all that runs and starts nothing more', async () => {
  const run = startPlanRun({ a: '', b: '', c: 'a' });
  run.abort.abort();
  await run.over;
  expect(run.states()).toEqual(['a SKIPPED: the plan was stopped', 'b SKIPPED: the plan was stopped', 'c PENDING']);
  expect(run.starts).toEqual(['a', 'b']);
});

test('a stop ends the wait for an answer and for a new plan', async () => {
  const asked = startPlanRun({ a: '' });
  await asked.end('a', failed());
  asked.abort.abort();
  await asked.over;
  const planning = startPlanRun({ a: '', b: 'a' });
  await planning.control({ taskId: 'b', action: 'replan' });
  await planning.end('a');
  planning.abort.abort();
  await planning.over;
  expect(planning.starts).toEqual(['a']);
});

test('a task whose work throws is failed alone', async () => {
  const run = startPlanRun({ a: '', b: 'a' }, { runTask: () => Promise.reject(new Error('thrown')) });
  await settled();
  run.questions[0]!.answer.resolve('finish');
  await run.over;
  expect(run.states()).toEqual(['a FAILED: thrown', 'b SKIPPED: a failed']);
});

test('a log that cannot be written ends the run with that error, after all tasks were stopped', async () => {
  const stopped: string[] = [];
  const run = startPlanRun(
    { a: '', b: '' },
    {
      runTask: (task, signal) =>
        task.id === 'a'
          ? Promise.resolve(completed())
          : new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                stopped.push(task.id);
                resolve(failed());
              });
            }),
    },
  );
  run.state.change = (id, status) => {
    if (id === 'a' && status === 'COMPLETED') throw new Error('disk full');
  };
  await expect(run.over).rejects.toThrow('disk full');
  expect(stopped).toEqual(['b']);
});

test('a fault while planning anew ends the run with that error', async () => {
  const run = startPlanRun({ a: '', b: '' }, { replan: () => Promise.reject(new Error('our fault')) });
  await run.end('a', failed());
  await run.control({ taskId: 'a', action: 'replan' });
  await expect(run.over).rejects.toThrow('our fault');
});

test('the success rate counts finished tasks only', () => {
  expect(successRate([])).toBe(1);
  const graph = { a: '', b: '', c: '', d: '', e: '' };
  expect(successRate(statedTasks(graph, { a: 'COMPLETED', b: 'FAILED', c: 'FAILED', d: 'SKIPPED' }))).toBeCloseTo(
    1 / 3,
  );
});

test('a wish that makes no sense for a state is refused in words', () => {
  const actions: TaskAction[] = ['retry', 'restart', 'skip', 'cancel', 'replan'];
  const taken = (status: Parameters<typeof statedTasks>[1]) =>
    actions.filter((action) => {
      try {
        checkControl(statedTasks({ a: '' }, status)[0]!, action);
        return true;
      } catch {
        return false;
      }
    });
  expect(taken({ a: 'PENDING' })).toEqual(['skip', 'replan']);
  expect(taken({ a: 'RUNNING' })).toEqual(['restart', 'skip', 'cancel', 'replan']);
  expect(taken({ a: 'COMPLETED' })).toEqual([]);
  expect(taken({ a: 'FAILED' })).toEqual(['retry', 'skip', 'replan']);
  expect(taken({ a: 'SKIPPED' })).toEqual(['retry', 'replan']);
  expect(() => checkControl(statedTasks({ a: '' }, { a: 'COMPLETED' })[0]!, 'retry')).toThrow(
    'task a is completed: it cannot be told to retry',
  );
});
