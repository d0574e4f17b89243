// Events of a small plan: two reads, two edits that depend on them, and a test run at the end.
import type { Event } from '../../src/protocol/event.js';
import type { PlannedTask, TaskStatus, TaskType } from '../../src/protocol/plan.js';

export const planned = (
  id: string,
  description: string,
  dependencies: string[] = [],
  type: TaskType = 'ANALYSIS',
): PlannedTask => ({
  id,
  description,
  type,
  dependencies,
});

export const fiveTasks: PlannedTask[] = [
  planned('task_1', 'read the parser', [], 'FILE_READ'),
  planned('task_2', 'list the tests', [], 'FILE_READ'),
  planned('task_3', 'edit the parser', ['task_1', 'task_2'], 'FILE_WRITE'),
  planned('task_4', 'add a test', ['task_2'], 'FILE_WRITE'),
  planned('task_5', 'run the tests', ['task_3', 'task_4'], 'COMMAND'),
];

export const proposed = (
  tasks: PlannedTask[] = fiveTasks,
  facts: Partial<Extract<Event, { type: 'plan.proposed' }>> = {},
): Event => ({
  type: 'plan.proposed',
  plan: { planId: 'plan-1', goal: 'fix the parser', summary: 'Read, edit, test', tasks },
  by: 'model',
  warnings: [],
  ...facts,
});

export const accepted: Event = { type: 'plan.accepted', planId: 'plan-1' };

export const changed = (
  taskId: string,
  status: TaskStatus,
  facts: Partial<Extract<Event, { type: 'task.changed' }>> = {},
): Event => ({ type: 'task.changed', planId: 'plan-1', taskId, status, ...facts });

export const planCompleted = (status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): Event => ({
  type: 'plan.completed',
  planId: 'plan-1',
  status,
});
