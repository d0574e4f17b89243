import { expect, test } from '@jest/globals';
import { leavingTasks, replacementFor, withPhase } from '../../../src/plan/replace-tasks.js';
import { graphOf, plannedTasks, statedTasks } from '../../support/plans.js';

test('what is done or running stays, the rest gives way', () => {
  const tasks = statedTasks(
    { a: '', b: 'a', c: 'b', d: 'c' },
    { a: 'COMPLETED', b: 'RUNNING', c: 'FAILED', d: 'SKIPPED' },
  );
  expect(graphOf(replacementFor(tasks, plannedTasks({ x: 'a', y: 'x' }), undefined))).toEqual({
    a: '',
    b: 'a',
    x: 'a',
    y: 'x',
  });
});

test('from one task on only it and what hangs on it give way', () => {
  const tasks = statedTasks({ a: '', b: 'a', c: 'b', d: '' }, { a: 'COMPLETED', b: 'FAILED', c: 'SKIPPED' });
  expect([...leavingTasks(tasks, tasks[1])]).toEqual(['b', 'c']);
  expect(graphOf(replacementFor(tasks, plannedTasks({ x: 'a' }), tasks[1]))).toEqual({ a: '', d: '', x: 'a' });
});

test('a broken phase gives way alone, and what waited for it waits for the new tasks', () => {
  const tasks = statedTasks(
    { p: '', p_1: 'p', p_2: 'p_1', after: 'p p_2' },
    { p: 'COMPLETED', p_1: 'FAILED', p_2: 'SKIPPED', after: 'SKIPPED' },
  ).map((task) => (task.id.startsWith('p_') ? { ...task, phase: 'p' } : task));
  const revised = replacementFor(tasks, plannedTasks({ n1: '', n2: 'n1' }), tasks[1]);
  expect(graphOf(revised)).toEqual({ p: '', after: 'p n2', n1: '', n2: 'n1' });
  expect(revised.filter(({ phase }) => phase === 'p').map(({ id }) => id)).toEqual(['n1', 'n2']);
});

test('no new task takes an id that the plan had, so that none takes over its state', () => {
  const tasks = statedTasks({ a: '', b: 'a' }, { a: 'COMPLETED', b: 'FAILED' });
  expect(graphOf(replacementFor(tasks, plannedTasks({ a: '', b: 'a' }), undefined))).toEqual({
    a: '',
    a_2: '',
    b_2: 'a_2',
  });
});

test('the tasks of a phase come behind it, and before what waited for it', () => {
  const tasks = statedTasks({ a: '', p: 'a', z: 'p' }, { a: 'COMPLETED', p: 'RUNNING' });
  const revised = withPhase(tasks, tasks[1]!, plannedTasks({ s1: '', s2: 's1', a: '' }));
  expect(graphOf(revised)).toEqual({ a: '', p: 'a', s1: 'p', s2: 's1', a_2: 'p', z: 'p s2 a_2' });
  expect(revised.filter(({ phase }) => phase === 'p').map(({ id }) => id)).toEqual(['s1', 's2', 'a_2']);
});
