// A plan while it is worked on: the only place that changes its tasks. Each change is lawful, and is told as an event.
import type { Clock } from '../base/clock.js';
import { PaiError } from '../base/error.js';
import type { DurableEvent } from '../protocol/event.js';
import {
  isLawfulTaskChange,
  type Plan,
  type PlannedPlan,
  type PlannedTask,
  type Task,
  type TaskStatus,
} from '../protocol/plan.js';
import { allDependentsOf, blockedTasks, readyTasks } from '../protocol/task-graph.js';
import type { TeamMetrics } from '../protocol/team.js';
import type { Usage } from '../protocol/usage.js';

/** The error of a task that the person took out. */
export const skippedByUser = 'skipped by the user';

/** What comes with a new state. */
export interface TaskFacts {
  result?: string;
  error?: string;
  warning?: string;
  usage?: Usage;
}

export interface PlanState {
  readonly plan: Plan;
  task(id: string): Task | undefined;
  /** Throws PaiError('conflict') for a change that is not lawful. */
  change(id: string, status: TaskStatus, facts?: TaskFacts): void;
  ready(): Task[];
  /** Skips every task that can never start any more, with the reason. */
  skipBlocked(): void;
  /** Lets a failed or skipped task run again, and with it what was skipped because of it, not by the person. */
  reset(id: string): void;
  /** Other tasks; those that stay keep their state. */
  revise(tasks: PlannedTask[], by: 'user' | 'replan' | 'phase', reason?: string): void;
  accept(): void;
  complete(status: 'COMPLETED' | 'FAILED' | 'CANCELLED', team?: TeamMetrics): void;
}

export function newPlan({ planId, goal, summary, tasks }: PlannedPlan): Plan {
  return { planId, goal, summary, status: 'CREATED', tasks: tasks.map((task) => ({ ...task, status: 'PENDING' })) };
}

/** `plan` is changed in place. */
export function createPlanState(plan: Plan, emit: (event: DurableEvent) => void, clock: Clock): PlanState {
  const { planId } = plan;
  const find = (id: string) => plan.tasks.find((task) => task.id === id);

  function change(id: string, status: TaskStatus, facts: TaskFacts = {}): void {
    const task = find(id);
    if (task === undefined) throw new PaiError('not-found', `the plan has no task ${id}`);
    if (!isLawfulTaskChange(task.status, status))
      throw new PaiError(
        'conflict',
        `task ${id} is ${task.status.toLowerCase()} and cannot become ${status.toLowerCase()}`,
      );
    // First the log: a change that cannot be written has not happened.
    emit({ type: 'task.changed', planId, taskId: id, status, ...facts });
    task.status = status;
    for (const key of ['result', 'error', 'warning'] as const) delete task[key];
    Object.assign(task, facts);
    if (status === 'RUNNING') task.startedAt = clock.now();
    if (status === 'RUNNING' || status === 'PENDING') delete task.endedAt;
    else task.endedAt = clock.now();
  }

  return {
    plan,
    task: find,
    change,
    ready: () => readyTasks(plan.tasks),
    skipBlocked() {
      for (const { id, because } of blockedTasks(plan.tasks)) {
        const state = find(because)?.status === 'FAILED' ? 'failed' : 'was skipped';
        change(id, 'SKIPPED', { error: `${because} ${state}` });
      }
    },
    reset(id) {
      change(id, 'PENDING');
      for (const dependent of allDependentsOf(plan.tasks, id))
        if (find(dependent)?.status === 'SKIPPED' && find(dependent)?.error !== skippedByUser)
          change(dependent, 'PENDING');
    },
    revise(tasks, by, reason) {
      emit({ type: 'plan.revised', planId, tasks, by, ...(reason === undefined ? {} : { reason }) });
      plan.tasks = tasks.map((planned) => {
        const known = find(planned.id);
        return known === undefined ? { ...planned, status: 'PENDING' } : Object.assign(known, planned);
      });
    },
    accept() {
      emit({ type: 'plan.accepted', planId });
      plan.status = 'RUNNING';
      plan.startedAt ??= clock.now();
    },
    complete(status, team) {
      emit({ type: 'plan.completed', planId, status, ...(team === undefined ? {} : { team }) });
      plan.status = status;
      plan.endedAt = clock.now();
    },
  };
}
