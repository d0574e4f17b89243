import { expect, test } from '@jest/globals';
import { problemsOf } from '../../../src/protocol/check-tasks.js';
import type { Task, TaskType } from '../../../src/protocol/plan.js';
import {
  allDependentsOf,
  blockedTasks,
  criticalPath,
  dependentsOf,
  orderTasks,
  readyTasks,
} from '../../../src/protocol/task-graph.js';
import { plannedTasks, statedTasks } from '../../support/plans.js';

test('each task follows its dependencies, otherwise the given order stays', () => {
  expect(orderTasks(plannedTasks({ d: 'b c', a: '', b: 'a', c: 'a' }))).toEqual({ ids: ['a', 'b', 'c', 'd'] });
  expect(orderTasks(plannedTasks({ c: '', b: '', a: '' }))).toEqual({ ids: ['c', 'b', 'a'] });
});

test('a cycle is told the way work flows, the first task again at its end', () => {
  expect(orderTasks(plannedTasks({ t1: 't3', t2: 't1', t3: 't2', t4: '' })).cycle).toEqual(['t1', 't2', 't3', 't1']);
});

test('only the cycle is told, not the way to it', () => {
  expect(orderTasks(plannedTasks({ start: 'a', a: 'b', b: 'a' })).cycle).toEqual(['a', 'b', 'a']);
});

test('dependents are known directly and through others, each once', () => {
  const tasks = plannedTasks({ a: '', b: 'a a', c: 'a', d: 'b c', e: '' });
  expect(dependentsOf(tasks).get('a')).toEqual(['b', 'c']);
  expect(allDependentsOf(tasks, 'a')).toEqual(['b', 'c', 'd']);
  expect(allDependentsOf(tasks, 'e')).toEqual([]);
});

test('ready is what waits and has all its dependencies completed', () => {
  const graph = { a: '', b: 'a', c: 'a b', d: '', e: 'd' };
  const tasks = statedTasks(graph, { a: 'COMPLETED', b: 'RUNNING', d: 'FAILED' });
  expect(readyTasks(tasks).map(({ id }) => id)).toEqual([]);
  tasks[1]!.status = 'COMPLETED';
  expect(readyTasks(tasks).map(({ id }) => id)).toEqual(['c']);
});

test('what hangs on a failed task is blocked, with the task that it began with', () => {
  const graph = { a: '', b: 'a', c: 'b', d: '' };
  expect(blockedTasks(statedTasks(graph, { a: 'FAILED' }))).toEqual([
    { id: 'b', because: 'a' },
    { id: 'c', because: 'a' },
  ]);
  expect(blockedTasks(statedTasks(graph, { a: 'FAILED', b: 'SKIPPED' }))).toEqual([{ id: 'c', because: 'a' }]);
  expect(blockedTasks(statedTasks(graph, { a: 'COMPLETED', b: 'SKIPPED' }))).toEqual([{ id: 'c', because: 'b' }]);
});

test('the critical path is the chain that took longest', () => {
  const times: Record<string, [number, number]> = { a: [0, 100], b: [0, 300], c: [300, 350], d: [100, 500] };
  const tasks = statedTasks({ a: '', b: '', c: 'a b', d: 'a', e: 'd' }).map((task): Task => {
    const [startedAt, endedAt] = times[task.id] ?? [undefined, undefined];
    return startedAt === undefined || endedAt === undefined ? task : { ...task, startedAt, endedAt };
  });
  expect(criticalPath(tasks)).toEqual({ ids: ['a', 'd'], durationMs: 500 });
  expect(criticalPath(statedTasks({ a: '' }))).toEqual({ ids: [], durationMs: 0 });
});

test('a sound list of tasks has no problems', () => {
  expect(problemsOf(plannedTasks({ a: '', b: 'a', c: 'a b' }))).toEqual([]);
});

test('each fault of a task is a sentence that names it', () => {
  const tasks = plannedTasks({ a: 'a', b: 'nobody', c: '' });
  tasks[2]!.description = ' ';
  tasks[2]!.type = 'DANCE' as TaskType;
  tasks.push({ ...tasks[1]!, dependencies: [] });
  expect(problemsOf(tasks)).toEqual([
    'task a depends on itself',
    'task b depends on "nobody", which is no task of the plan',
    'task c has no description',
    'task c has the type "DANCE"; allowed are PLANNING, FILE_READ, FILE_WRITE, COMMAND, ANALYSIS, VERIFICATION',
    'the id b is used twice',
  ]);
});

test('a circle is named with all its tasks', () => {
  expect(problemsOf(plannedTasks({ t1: 't3', t2: 't1', t3: 't2', t4: '' }))).toEqual([
    'the dependencies go round in a circle: t1 -> t2 -> t3 -> t1',
  ]);
});

test('no task and more than a hundred are refused', () => {
  const many = (count: number) =>
    plannedTasks(Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, ''])));
  expect(problemsOf([])).toEqual(['the plan has no task']);
  expect(problemsOf(many(100))).toEqual([]);
  expect(problemsOf(many(101))).toEqual(['the plan has 101 tasks; at most 100 are allowed']);
});
