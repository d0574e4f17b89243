import { expect, test } from '@jest/globals';
import { createPlanState, newPlan } from '../../../src/plan/plan-state.js';
import type { DurableEvent } from '../../../src/protocol/event.js';
import type { TaskStatus } from '../../../src/protocol/plan.js';
import { graphOf, plannedTasks } from '../../support/plans.js';

const allStates: TaskStatus[] = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SKIPPED'];
const wayTo: Record<TaskStatus, TaskStatus[]> = {
  PENDING: [],
  RUNNING: ['RUNNING'],
  COMPLETED: ['RUNNING', 'COMPLETED'],
  FAILED: ['RUNNING', 'FAILED'],
  SKIPPED: ['SKIPPED'],
};

const lawful = [
  'PENDING RUNNING',
  'PENDING SKIPPED',
  'RUNNING COMPLETED',
  'RUNNING FAILED',
  'RUNNING SKIPPED',
  'RUNNING PENDING',
  'FAILED PENDING',
  'FAILED SKIPPED',
  'SKIPPED PENDING',
];

function stateOf(graph: Record<string, string>, emit: (event: DurableEvent) => void = () => undefined) {
  const clock = { at: 1000, now: () => clock.at };
  const plan = newPlan({ planId: 'p', goal: 'g', summary: '', tasks: plannedTasks(graph) });
  return { state: createPlanState(plan, emit, clock), clock };
}

test.each(allStates.flatMap((from) => allStates.map((to) => [from, to] as const)))(
  'from %s to %s only where that is lawful',
  (from, to) => {
    const { state } = stateOf({ a: '' });
    for (const status of wayTo[from]) state.change('a', status);
    const isLawful = lawful.includes(`${from} ${to}`);
    if (isLawful) state.change('a', to);
    else expect(() => state.change('a', to)).toThrow(/cannot become/);
    expect(state.task('a')?.status).toBe(isLawful ? to : from);
  },
);

test('an event is told before the change, and without it nothing changes', () => {
  const seen: (TaskStatus | undefined)[] = [];
  const { state } = stateOf({ a: '' }, () => {
    seen.push(state.task('a')?.status);
    if (seen.length === 2) throw new Error('disk full');
  });
  state.change('a', 'RUNNING');
  expect(() => state.change('a', 'COMPLETED', { result: 'r' })).toThrow('disk full');
  expect(seen).toEqual(['PENDING', 'RUNNING']);
  expect(state.task('a')).toMatchObject({ status: 'RUNNING' });
  expect(state.task('a')?.result).toBeUndefined();
});

test('times are kept from the start to the end of a task', () => {
  const { state, clock } = stateOf({ a: '' });
  state.change('a', 'RUNNING');
  clock.at = 1500;
  state.change('a', 'FAILED', { error: 'e' });
  expect(state.task('a')).toMatchObject({ startedAt: 1000, endedAt: 1500, error: 'e' });
  state.reset('a');
  expect(state.task('a')?.error).toBeUndefined();
  expect(state.task('a')?.endedAt).toBeUndefined();
});

test('all that hangs on a failed task is skipped with the task that failed', () => {
  const { state } = stateOf({ a: '', b: 'a', c: 'b', d: '' });
  state.change('a', 'RUNNING');
  state.change('a', 'FAILED', { error: 'e' });
  state.skipBlocked();
  expect(state.plan.tasks.map(({ id, status, error }) => `${id} ${status} ${error ?? ''}`)).toEqual([
    'a FAILED e',
    'b SKIPPED a failed',
    'c SKIPPED a failed',
    'd PENDING ',
  ]);
});

test('a retry wakes what was skipped because of the task, but not what the person skipped', () => {
  const { state } = stateOf({ a: '', b: 'a', c: 'b', d: 'a' });
  state.change('d', 'SKIPPED', { error: 'skipped by the user' });
  state.change('a', 'RUNNING');
  state.change('a', 'FAILED', { error: 'e' });
  state.skipBlocked();
  state.reset('a');
  expect(state.plan.tasks.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING', 'SKIPPED']);
});

test('tasks that stay in a revised plan keep their state, others begin as pending', () => {
  const events: string[] = [];
  const { state } = stateOf({ a: '', b: 'a' }, ({ type }) => events.push(type));
  state.change('a', 'RUNNING');
  state.change('a', 'COMPLETED', { result: 'r' });
  state.revise(plannedTasks({ a: '', x: 'a' }), 'user');
  expect(graphOf(state.plan.tasks)).toEqual({ a: '', x: 'a' });
  expect(state.plan.tasks.map(({ status }) => status)).toEqual(['COMPLETED', 'PENDING']);
  expect(events.at(-1)).toBe('plan.revised');
});
