// Who carries a plan out: what plan mode and team mode do differently. Everything else of such a turn is shared.
import type { PlanState } from '../plan/plan-state.js';
import type { TaskEnd } from '../plan/run-plan.js';
import type { Plan, Task } from '../protocol/plan.js';
import type { TeamMetrics } from '../protocol/team.js';
import type { Usage } from '../protocol/usage.js';
import type { ActiveModel } from './model.js';
import { runTask, type TaskParts } from './plan-task.js';
import type { SessionScope } from './scopes.js';

export interface Crew {
  /** What the planner is told about its work; absent: that of plan mode. */
  planner?: string;
  plannerModel?: ActiveModel;
  /** Tasks at once; 0 while nothing new is to begin. */
  parallel(): number;
  runTask(it: PlanState, task: Task, signal: AbortSignal): Promise<TaskEnd>;
  /** The person wants more or fewer workers, or a pause. Absent: there is nothing to change. */
  control?(wish: { workers?: number; paused?: boolean }): void;
  /** What planning cost. */
  planned?(usage: Usage): void;
  metrics?(plan: Plan, elapsedMs: number): TeamMetrics;
}

/** What the steps of one such turn share. */
export interface PlanTurn {
  parts: TaskParts;
  scope: SessionScope;
  crew: Crew;
  /** Grows with every call. */
  spent: { usage: Usage };
}

const parallelTasks = 4;

/** Plan mode: each task is done by an agent of its own. */
export function soloCrew(parts: TaskParts, scope: SessionScope): Crew {
  return {
    parallel: () => parts.init.parallelTasks ?? parallelTasks,
    runTask: (it, task, signal) => runTask(parts, scope, it.plan, task, signal),
  };
}

export function planTurn(parts: TaskParts, scope: SessionScope, crew: Crew): PlanTurn {
  return { parts, scope, crew, spent: parts.spent };
}
