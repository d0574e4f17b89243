import { expect, test } from '@jest/globals';
import { watchPlan } from '../../../src/cli/plan-progress.js';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import type { PlannedTask, TaskStatus } from '../../../src/protocol/plan.js';

const planned = (id: string, dependencies: string[] = []): PlannedTask => ({
  id,
  description: `do\n${id}`,
  type: 'ANALYSIS',
  dependencies,
});
const proposed: DurableEvent = {
  type: 'plan.proposed',
  plan: { planId: 'p', goal: 'g', summary: 'two\x1b[2Jsteps', tasks: [planned('a'), planned('b', ['a'])] },
  by: 'fallback',
  warnings: ['no plan could be made'],
};
const changed = (
  taskId: string,
  status: TaskStatus,
  facts: { error?: string; warning?: string } = {},
): DurableEvent => ({
  type: 'task.changed',
  planId: 'p',
  taskId,
  status,
  ...facts,
});
const at = (event: DurableEvent, ms = 0): Envelope => ({ seq: 1, at: ms, threadId: 't', event });

test('the plan is listed with what waits for what, and its warnings', () => {
  expect(watchPlan().take(at(proposed))).toEqual([
    'plan: two␛[2Jsteps',
    '  a  do a',
    '  b  do b  (after a)',
    'warning: no plan could be made',
  ]);
});

test('a task has a line when it begins and when it ends', () => {
  const watch = watchPlan();
  watch.take(at(proposed));
  const lines = [
    at(changed('a', 'RUNNING'), 1000),
    at(changed('a', 'FAILED', { error: 'it broke\nbadly' }), 2000),
    at(changed('b', 'SKIPPED', { error: 'a failed' }), 2000),
    at(changed('a', 'PENDING'), 3000),
    at(changed('a', 'RUNNING'), 3000),
    at(changed('a', 'COMPLETED', { warning: 'not reviewed' }), 6200),
  ].flatMap((envelope) => watch.take(envelope));
  expect(lines).toEqual([
    '▸ a do a',
    '✗ a: it broke badly',
    '⊘ b: a failed',
    '↻ a waits again',
    '▸ a do a',
    '✓ a 3.2 s, but: not reviewed',
  ]);
});

test('planned anew only what waits is listed', () => {
  const watch = watchPlan();
  for (const event of [proposed, changed('a', 'RUNNING'), changed('a', 'COMPLETED')]) watch.take(at(event));
  const tasks = [planned('a'), planned('c', ['a'])];
  expect(watch.take(at({ type: 'plan.revised', planId: 'p', tasks, by: 'replan', reason: 'b failed' }))).toEqual([
    'plan: planned anew: b failed',
    '  c  do c  (after a)',
  ]);
});

test('a plan of an earlier turn is the plan of this one, and listed, once it is gone on with', () => {
  const watch = watchPlan();
  watch.takeEarlier(at(proposed));
  watch.takeEarlier(at(changed('a', 'COMPLETED')));
  expect(watch.plan()).toBeUndefined();
  expect(watch.take(at({ type: 'plan.accepted', planId: 'p' }))).toEqual([
    'plan: two␛[2Jsteps',
    '  a  do a  (done)',
    '  b  do b  (after a)',
  ]);
  expect(watch.plan()).toMatchObject({ planId: 'p', tasks: [{ status: 'COMPLETED' }, { status: 'PENDING' }] });
});
