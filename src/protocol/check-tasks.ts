// What is wrong with a list of tasks, in words that a planner or a person can mend it by. Pure.
import { type PlannedTask, taskTypes } from './plan.js';
import { orderTasks } from './task-graph.js';

export const mostTasks = 100;

/** One sentence a fault; empty when the tasks can be run. */
export function problemsOf(tasks: readonly PlannedTask[]): string[] {
  if (tasks.length === 0) return ['the plan has no task'];
  if (tasks.length > mostTasks) return [`the plan has ${tasks.length} tasks; at most ${mostTasks} are allowed`];
  const ids = new Set(tasks.map(({ id }) => id));
  const problems = tasks.flatMap((task, index) =>
    problemsOfTask(task, ids, tasks.findIndex(({ id }) => id === task.id) !== index),
  );
  if (problems.length > 0) return problems;
  const { cycle } = orderTasks(tasks);
  return cycle ? [`the dependencies go round in a circle: ${cycle.join(' -> ')}`] : [];
}

function problemsOfTask(task: PlannedTask, ids: ReadonlySet<string>, isDuplicate: boolean): string[] {
  const { id, description, type, dependencies } = task;
  const problems: string[] = [];
  if (isDuplicate) problems.push(`the id ${id} is used twice`);
  if (description.trim() === '') problems.push(`task ${id} has no description`);
  if (!taskTypes.includes(type))
    problems.push(`task ${id} has the type "${type}"; allowed are ${taskTypes.join(', ')}`);
  for (const dependency of dependencies) {
    if (dependency === id) problems.push(`task ${id} depends on itself`);
    else if (!ids.has(dependency)) problems.push(`task ${id} depends on "${dependency}", which is no task of the plan`);
  }
  return problems;
}
