import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPlanFile } from '../../../src/cli/plan-file.js';
import { planJson } from '../../../src/plan/plan-json.js';
import { newPlan } from '../../../src/plan/plan-state.js';
import type { PlannedPlan } from '../../../src/protocol/plan.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

const planned: PlannedPlan = {
  planId: 'plan-1',
  goal: 'reach it',
  summary: 'in two steps',
  tasks: [
    { id: 'task_1', description: 'look', type: 'FILE_READ', dependencies: [] },
    { id: 'task_2', description: 'change', type: 'FILE_WRITE', dependencies: ['task_1'], phase: 'task_0' },
  ],
};

function fileOf(content: unknown): string {
  const path = join(tempFolder(), 'plan.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a plan of --plan-only is read as it was written', () => {
  expect(readPlanFile(fileOf(planned))).toEqual({ ...planned, planId: '' });
});

test.each([
  ['the result of a run', JSON.stringify({ outcome: 'answered', plan: planJson(newPlan(planned)) })],
  ['a file with a byte order mark', `\uFEFF${JSON.stringify(planned)}`],
])('the plan in %s is read', (_what, content) => {
  const { goal, tasks } = readPlanFile(fileOf(content));
  expect(goal).toBe('reach it');
  expect(tasks.map(({ id, dependencies }) => [id, dependencies])).toEqual([
    ['task_1', []],
    ['task_2', ['task_1']],
  ]);
});

const withTasks = (...tasks: unknown[]) => ({ goal: 'g', tasks });
const task = { id: 'a', description: 'd', type: 'ANALYSIS', dependencies: [] };

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{"tasks": [', /is no JSON: /],
  ['no object', '[]', /goal must be a text.*; it has no list "tasks"/],
  ['no tasks', { goal: 'g' }, /it has no list "tasks"$/],
  ['no task at all', withTasks(), /the plan has no task$/],
  ['a task that is none', withTasks(null), /tasks\[0\] is no object/],
  ['a bad id', withTasks({ ...task, id: 'a b' }), /tasks\[0\]\.id is no id/],
  ['an unknown type', withTasks({ ...task, type: 'DANCE' }), /tasks\[0\]\.type is none of PLANNING, /],
  ['a blank description', withTasks({ ...task, description: ' ' }), /tasks\[0\]\.description must be a text/],
  ['dependencies that are no list', withTasks({ ...task, dependencies: 'a' }), /\.dependencies is no list of ids/],
  ['a dependency that is not there', withTasks({ ...task, dependencies: ['z'] }), /depends on "z"/],
  [
    'a circle',
    withTasks({ ...task, dependencies: ['b'] }, { ...task, id: 'b', dependencies: ['a'] }),
    /circle: (a -> b -> a|b -> a -> b)/,
  ],
  ['more faults than a line holds', withTasks(...Array(9).fill({})), /\(and \d+ more\)$/],
])('%s is one line of what is wrong', (_what, content, message) => {
  const path = fileOf(content);
  expect(() => readPlanFile(path)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) }),
  );
  expect(() => readPlanFile(path)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('\n') }));
});

test('a file that is not there is named', () => {
  expect(() => readPlanFile('/nowhere/plan.json')).toThrow('--plan-file: /nowhere/plan.json does not exist');
});
