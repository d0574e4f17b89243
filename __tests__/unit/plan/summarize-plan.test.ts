import { expect, test } from '@jest/globals';
import { mermaid } from '../../../src/plan/mermaid.js';
import { planJson } from '../../../src/plan/plan-json.js';
import { summarizePlan } from '../../../src/plan/summarize-plan.js';
import type { Plan } from '../../../src/protocol/plan.js';
import { statedTasks } from '../../support/plans.js';

function endedPlan(): Plan {
  const tasks = statedTasks(
    { task_1: '', task_2: '', task_3: 'task_1 task_2', task_4: 'task_3', task_5: 'task_1' },
    { task_1: 'COMPLETED', task_2: 'COMPLETED', task_3: 'FAILED', task_4: 'SKIPPED', task_5: 'COMPLETED' },
  );
  Object.assign(tasks[0]!, { startedAt: 0, endedAt: 300, result: '# Found\n\n```\nx\n```\n- second' });
  Object.assign(tasks[1]!, { startedAt: 0, endedAt: 2000 });
  Object.assign(tasks[2]!, { startedAt: 2000, endedAt: 62_000, error: 'exit code 1\n# not a heading' });
  Object.assign(tasks[3]!, { endedAt: 62_000, error: 'task_3 failed' });
  Object.assign(tasks[4]!, { startedAt: 300, endedAt: 900, warning: 'not reviewed' });
  return {
    planId: 'plan-1',
    goal: 'Reach it',
    summary: 'By *steps*',
    tasks,
    status: 'FAILED',
    startedAt: 0,
    endedAt: 62_000,
  };
}

test('the summary tells the fate of each task, the times and the longest chain', () => {
  expect(
    summarizePlan(endedPlan()),
  ).toBe(`**Plan ended with failed tasks:** 3 done, 1 failed, 1 skipped in 1 min 2 s; one after the other its tasks take 1 min 3 s.

Goal: Reach it

- **task_1** done, 300 ms: do task_1
  - Found x
- **task_2** done, 2.0 s: do task_2
- **task_3** failed, 1 min 0 s: do task_3
  - exit code 1 # not a heading
- **task_4** skipped: do task_4
  - task_3 failed
- **task_5** done, 600 ms: do task_5
  - warning: not reviewed

Longest chain: task_2 -> task_3, 1 min 2 s.`);
});

test('of a team its numbers are told too', () => {
  const team = {
    workers: 3,
    completionRate: 0.75,
    reviewPassRate: 2 / 3,
    retries: 1,
    warnings: 0,
    elapsedMs: 1000,
    serialMs: 2400,
    speedup: 2.4,
    agents: [],
  };
  expect(summarizePlan(endedPlan(), team).split('\n').at(-1)).toBe(
    'Team: 3 workers, 75 % of the tasks completed, 67 % of the reviews passed, 1 correction, 0 warnings, 2.4 times as fast as one after the other.',
  );
});

test('long texts are cut, with their code closed', () => {
  const plan = endedPlan();
  plan.tasks = statedTasks({ a: '' }, { a: 'COMPLETED' });
  plan.tasks[0]!.result = `\`${'x'.repeat(500)}\``;
  const line = summarizePlan(plan)
    .split('\n')
    .find((one) => one.startsWith('  - '))!;
  expect(line.length).toBeLessThan(210);
  expect(line.endsWith('…`')).toBe(true);
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [200_000, '3 min 20 s'],
])('a plan of %i ms took %s; states that no task is in are left out', (durationMs, words) => {
  const tasks = statedTasks({ a: '', b: '' }, { a: 'COMPLETED' });
  const text = summarizePlan({ ...endedPlan(), tasks, endedAt: durationMs });
  expect(text).toContain(` 1 done, 1 not begun in ${words}.`);
});

test('JSON has the shape that a run prints', () => {
  expect(planJson(endedPlan())).toMatchObject({ id: 'plan-1', goal: 'Reach it', status: 'FAILED' });
  expect(planJson(endedPlan()).tasks[3]).toEqual({
    id: 'task_4',
    description: 'do task_4',
    type: 'ANALYSIS',
    status: 'SKIPPED',
    dependencies: ['task_3'],
    endedAt: 62_000,
    error: 'task_3 failed',
  });
});

test('a plan is drawn with its tasks, their states and what comes after what', () => {
  expect(mermaid(endedPlan().tasks)).toContain(`flowchart LR
  t1["task_1<br/>do task_1<br/>done"]:::completed
  t2["task_2<br/>do task_2<br/>done"]:::completed
  t3["task_3<br/>do task_3<br/>failed"]:::failed
  t4["task_4<br/>do task_4<br/>skipped"]:::skipped
  t5["task_5<br/>do task_5<br/>done"]:::completed
  t1 --> t3
  t2 --> t3
  t3 --> t4
  t1 --> t5
`);
});

test('nothing in a task leaves its label', () => {
  const tasks = statedTasks({ end: '' });
  tasks[0]!.description = 'say "hi"]; click x <b>#1</b> \u001b[31mred\n````\n# out';
  const text = mermaid(tasks);
  expect(text).toContain('t1["end<br/>say #34;hi#34;#93;#59; click x #60;b#62;#35;1#60;/b#62;');
  expect(text).not.toContain('\u001b');
});
