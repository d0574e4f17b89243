// Plans for tests, in a short form.
import type { PlannedTask, Task, TaskStatus } from '../../src/protocol/plan.js';

/** `{ a: '', b: 'a', c: 'a b' }`: tasks by id, each with the ids it depends on. */
export function plannedTasks(graph: Record<string, string>): PlannedTask[] {
  return Object.entries(graph).map(([id, before]) => ({
    id,
    description: `do ${id}`,
    type: 'ANALYSIS',
    dependencies: before.split(' ').filter((one) => one !== ''),
  }));
}

/** The same with states; PENDING where none is named. */
export function statedTasks(graph: Record<string, string>, states: Record<string, TaskStatus> = {}): Task[] {
  return plannedTasks(graph).map((task) => ({ ...task, status: states[task.id] ?? 'PENDING' }));
}

/** Ids and dependencies, in the short form. */
export function graphOf(tasks: readonly PlannedTask[]): Record<string, string> {
  return Object.fromEntries(tasks.map(({ id, dependencies }) => [id, dependencies.join(' ')]));
}
