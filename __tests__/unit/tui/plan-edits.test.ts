import { expect, test } from '@jest/globals';
import {
  checkedTasks,
  connected,
  disconnected,
  freeId,
  movedTask,
  readIds,
  withoutTask,
} from '../../../src/tui/plan-edits.js';
import { fiveTasks, planned } from '../../support/plan-events.js';

test('a free id is the next number that no task has', () => {
  expect(freeId(fiveTasks)).toBe('task_6');
  expect(freeId([planned('task_2', 'x'), planned('task_3', 'y')])).toBe('task_4');
});

test('ids are read with blanks or commas between them, and bare numbers are those of the usual form', () => {
  expect(readIds(' 1, task_3;;2  nine', fiveTasks)).toEqual(['task_1', 'task_3', 'task_2', 'nine']);
});

test('a deleted task is no dependency any more', () => {
  expect(withoutTask(fiveTasks, 'task_2').flatMap(({ dependencies }) => dependencies)).not.toContain('task_2');
});

test('connecting what is connected, and parting what is not, is refused in words', () => {
  expect(connected(fiveTasks, 'task_1', 'task_3')).toBe('task_3 depends on task_1 already');
  expect(disconnected(fiveTasks, 'task_1', 'task_4')).toBe('task_4 does not depend on task_1');
});

test('a task moves one place, and not past the ends', () => {
  const ids = (tasks: ReturnType<typeof movedTask>) => (typeof tasks === 'string' ? tasks : tasks.map(({ id }) => id));
  expect(ids(movedTask(fiveTasks, 'task_5', -1))).toEqual(['task_1', 'task_2', 'task_3', 'task_5', 'task_4']);
  expect(movedTask(fiveTasks, 'task_1', -1)).toBe('it is the first already');
  expect(movedTask(fiveTasks, 'task_5', 1)).toBe('it is the last already');
});

test('a circle is named in the order in which work would flow', () => {
  const tasks = connected(fiveTasks, 'task_5', 'task_1');
  expect(checkedTasks(tasks as typeof fiveTasks)).toBe(
    'the dependencies go round in a circle: task_1 -> task_3 -> task_5 -> task_1',
  );
});
