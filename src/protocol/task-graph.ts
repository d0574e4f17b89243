// The graph of a plan's tasks: order, cycles, what may start, what hangs on what. Pure; knows no states but those handed in.
import type { PlannedTask, Task, TaskStatus } from './plan.js';

type Node = Pick<PlannedTask, 'id' | 'dependencies'>;

/** Ids so that each task follows its dependencies, otherwise in the given order; or the cycle that prevents it. */
export type Order = { ids: string[]; cycle?: undefined } | { cycle: string[]; ids?: undefined };

/** Depth-first topological sort. Dependencies that are not in the list are passed by. The same list gives the same order. */
export function orderTasks(tasks: readonly Node[]): Order {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const done = new Set<string>();
  const path: string[] = [];
  const ids: string[] = [];

  /** Returns the cycle that was met, its first id repeated at the end. */
  function visit(id: string): string[] | undefined {
    const task = known.get(id);
    if (task === undefined || done.has(id)) return undefined;
    const at = path.indexOf(id);
    if (at !== -1) return [...path.slice(at), id];
    path.push(id);
    for (const dependency of task.dependencies) {
      const cycle = visit(dependency);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(id);
    ids.push(id);
    return undefined;
  }

  for (const { id } of tasks) {
    // Walked from dependent to dependency; told the way work flows.
    const cycle = visit(id);
    if (cycle) return { cycle: cycle.toReversed() };
  }
  return { ids };
}

/** For each task the ids of those that depend on it directly. */
export function dependentsOf(tasks: readonly Node[]): Map<string, string[]> {
  const dependents = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  for (const { id, dependencies } of tasks)
    for (const dependency of new Set(dependencies)) dependents.get(dependency)?.push(id);
  return dependents;
}

/** Ids of all tasks that depend on `id`, directly or not, nearest first. */
export function allDependentsOf(tasks: readonly Node[], id: string): string[] {
  const direct = dependentsOf(tasks);
  const found = new Set<string>();
  const waiting = [...(direct.get(id) ?? [])];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(direct.get(next) ?? []));
  }
  return [...found];
}

type Stated = Node & { status: TaskStatus };

/** Pending tasks whose dependencies are all completed, in the given order. */
export function readyTasks<T extends Stated>(tasks: readonly T[]): T[] {
  const completed = new Set(tasks.filter(({ status }) => status === 'COMPLETED').map(({ id }) => id));
  return tasks.filter((task) => task.status === 'PENDING' && task.dependencies.every((id) => completed.has(id)));
}

/** Pending tasks that can never start, because something before them failed or was skipped; with the id of the one that it began with. */
export function blockedTasks(tasks: readonly Stated[]): { id: string; because: string }[] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  /** Of each task that stands in the way of others, where that began. */
  const roots = new Map<string, string>();
  const blocked: { id: string; because: string }[] = [];
  for (const id of orderTasks(tasks).ids ?? []) {
    const task = known.get(id)!;
    if (task.status === 'RUNNING' || task.status === 'COMPLETED') continue;
    const before = task.dependencies.find((dependency) => roots.has(dependency));
    const because = before === undefined ? undefined : roots.get(before);
    if (task.status === 'FAILED') roots.set(id, id);
    else if (task.status === 'SKIPPED') roots.set(id, because ?? id);
    else if (because !== undefined) {
      roots.set(id, because);
      blocked.push({ id, because });
    }
  }
  return blocked;
}

/** The chain of tasks that took longest, first to last, and how long it took; empty when none has ended. */
export function criticalPath(tasks: readonly Task[]): { ids: string[]; durationMs: number } {
  const best = new Map<string, { ids: string[]; durationMs: number }>();
  let longest: { ids: string[]; durationMs: number } = { ids: [], durationMs: 0 };
  for (const id of orderTasks(tasks).ids ?? []) {
    const task = tasks.find((candidate) => candidate.id === id);
    if (task?.startedAt === undefined || task.endedAt === undefined) continue;
    const before = task.dependencies
      .flatMap((dependency) => best.get(dependency) ?? [])
      .reduce((a, b) => (b.durationMs > a.durationMs ? b : a), { ids: [] as string[], durationMs: 0 });
    const here = { ids: [...before.ids, id], durationMs: before.durationMs + task.endedAt - task.startedAt };
    best.set(id, here);
    if (here.durationMs > longest.durationMs) longest = here;
  }
  return longest;
}

/** The critical path as far as it is known: what runs counts until `now` (ms since 1970); where nothing has begun, the longest chain. */
export function longestPath(tasks: readonly Task[], now: number): { ids: string[]; durationMs: number } {
  const hasBegun = tasks.some(({ startedAt }) => startedAt !== undefined);
  if (hasBegun)
    return criticalPath(tasks.map((task) => (task.status === 'RUNNING' ? { ...task, endedAt: now } : task)));
  return { ...criticalPath(tasks.map((task) => ({ ...task, startedAt: 0, endedAt: 1 }))), durationMs: 0 };
}
