// What the person's edits make of the tasks of a plan. Pure; a text in place of tasks says why an edit cannot be.
import { problemsOf } from '../protocol/check-tasks.js';
import type { PlannedTask } from '../protocol/plan.js';

/** The tasks, or the first thing that is wrong with them. */
export function checkedTasks(tasks: PlannedTask[]): PlannedTask[] | string {
  return problemsOf(tasks)[0] ?? tasks;
}

/** The next id of the usual form that is free. */
export function freeId(tasks: readonly PlannedTask[]): string {
  const ids = new Set(tasks.map(({ id }) => id));
  for (let number = tasks.length + 1; ; number++) if (!ids.has(`task_${number}`)) return `task_${number}`;
}

/** `task_1, 2 task_3`: ids, or the numbers of the usual ones. */
export function readIds(text: string, tasks: readonly PlannedTask[]): string[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return [...new Set(words.map((word) => (!ids.has(word) && ids.has(`task_${word}`) ? `task_${word}` : word)))];
}

/** Those that depended on it lose that dependency. */
export function withoutTask(tasks: readonly PlannedTask[], id: string): PlannedTask[] {
  return tasks
    .filter((task) => task.id !== id)
    .map((task) => ({ ...task, dependencies: task.dependencies.filter((dependency) => dependency !== id) }));
}

export function withTask(tasks: readonly PlannedTask[], changed: PlannedTask): PlannedTask[] {
  return tasks.some(({ id }) => id === changed.id)
    ? tasks.map((task) => (task.id === changed.id ? changed : task))
    : [...tasks, changed];
}

export function connected(tasks: readonly PlannedTask[], from: string, to: string): PlannedTask[] | string {
  const target = tasks.find(({ id }) => id === to);
  if (target?.dependencies.includes(from)) return `${to} depends on ${from} already`;
  return tasks.map((task) => (task.id === to ? { ...task, dependencies: [...task.dependencies, from] } : task));
}

export function disconnected(tasks: readonly PlannedTask[], from: string, to: string): PlannedTask[] | string {
  const target = tasks.find(({ id }) => id === to);
  if (!target?.dependencies.includes(from)) return `${to} does not depend on ${from}`;
  const kept = target.dependencies.filter((id) => id !== from);
  return tasks.map((task) => (task.id === to ? { ...task, dependencies: kept } : task));
}

/** Earlier (-1) or later (1) in the order of the plan, which decides among tasks that could begin together. */
export function movedTask(tasks: readonly PlannedTask[], id: string, by: -1 | 1): PlannedTask[] | string {
  const at = tasks.findIndex((task) => task.id === id);
  const other = tasks[at + by];
  if (at === -1 || !other) return by === -1 ? 'it is the first already' : 'it is the last already';
  const moved = [...tasks];
  [moved[at], moved[at + by]] = [other, tasks[at]!];
  return moved;
}
