// Which tasks a plan has after planning anew: what is done or running stays, the rest gives way. Pure.
import { type PlannedTask, plannedOf, type Task } from '../protocol/plan.js';
import { allDependentsOf } from '../protocol/task-graph.js';

/** `from`: only this task, its phase if it has one, and what hangs on it give way; absent: all that is not done. */
export function replacementFor(
  tasks: readonly Task[],
  replacement: readonly PlannedTask[],
  from: Task | undefined,
): PlannedTask[] {
  const goes = leavingTasks(tasks, from);
  const kept = tasks.filter(({ id }) => !goes.has(id)).map(plannedOf);
  // Not even the id of a task that goes: its state is known by it.
  const names = freshNames(replacement, tasks);
  const known = new Set([...kept.map(({ id }) => id), ...names.values()]);
  const added = replacement.map((task) => ({
    ...task,
    id: names.get(task.id)!,
    // A new task may name a new one or one that stays.
    dependencies: task.dependencies.map((id) => names.get(id) ?? id).filter((id) => known.has(id)),
    ...(from?.phase === undefined ? {} : { phase: from.phase }),
  }));
  // What stays and hung on something that goes hangs on the last of the new ones.
  const needed = new Set(added.flatMap(({ dependencies }) => dependencies));
  const last = added.filter(({ id }) => !needed.has(id)).map(({ id }) => id);
  const rehung = kept.map((task) =>
    task.dependencies.some((id) => goes.has(id))
      ? { ...task, dependencies: [...task.dependencies.filter((id) => !goes.has(id)), ...last] }
      : task,
  );
  return [...rehung, ...added];
}

/** Ids of the tasks that give way. */
export function leavingTasks(tasks: readonly Task[], from: Task | undefined): Set<string> {
  const open = (task: Task) => task.status === 'PENDING' || task.status === 'FAILED' || task.status === 'SKIPPED';
  if (from === undefined) return new Set(tasks.filter(open).map(({ id }) => id));
  // A broken phase is planned anew alone; what comes after it stays.
  const scope =
    from.phase === undefined
      ? new Set([from.id, ...allDependentsOf(tasks, from.id)])
      : new Set(tasks.filter(({ phase }) => phase === from.phase).map(({ id }) => id));
  return new Set(tasks.filter((task) => scope.has(task.id) && open(task)).map(({ id }) => id));
}

/** The tasks of a phase come behind it; what waited for the phase waits for them too. */
export function withPhase(tasks: readonly Task[], phase: Task, added: readonly PlannedTask[]): PlannedTask[] {
  const names = freshNames(added, tasks);
  const named = added.map((task) => ({
    ...task,
    id: names.get(task.id)!,
    phase: phase.id,
    dependencies: task.dependencies.length > 0 ? task.dependencies.map((id) => names.get(id) ?? id) : [phase.id],
  }));
  const needed = new Set(named.flatMap(({ dependencies }) => dependencies));
  const last = named.filter(({ id }) => !needed.has(id)).map(({ id }) => id);
  return tasks.flatMap((task) => {
    const planned = plannedOf(task);
    if (task.id === phase.id) return [planned, ...named];
    return [
      task.dependencies.includes(phase.id) ? { ...planned, dependencies: [...task.dependencies, ...last] } : planned,
    ];
  });
}

/** For each new task its id, or with a number behind where the plan has one of that id. */
function freshNames(added: readonly PlannedTask[], tasks: readonly Task[]): Map<string, string> {
  const taken = new Set(tasks.map(({ id }) => id));
  return new Map(added.map(({ id }) => [id, freeName(id, taken)]));
}

/** The id itself, or with a number behind where a task that stays has it. */
function freeName(id: string, taken: Set<string>): string {
  let name = id;
  for (let n = 2; taken.has(name); n++) name = `${id}_${n}`;
  taken.add(name);
  return name;
}
