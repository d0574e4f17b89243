// Plans as data: what the planner makes, the person edits, the engine runs and the screen draws. Owns the shapes and which
// change of state is lawful.
import type { Usage } from './usage.js';

/** What a turn in plan mode is sent to go on with the plan that was interrupted. */
export const resumePlanInput = '/plan resume';

export type TaskType = 'PLANNING' | 'FILE_READ' | 'FILE_WRITE' | 'COMMAND' | 'ANALYSIS' | 'VERIFICATION';
export const taskTypes: readonly TaskType[] = [
  'PLANNING',
  'FILE_READ',
  'FILE_WRITE',
  'COMMAND',
  'ANALYSIS',
  'VERIFICATION',
];

/** Skipped: one of its dependencies failed, or the person skipped it. */
export type TaskStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'SKIPPED';
export type PlanStatus = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** A task as it is planned; ids are unique in their plan, dependencies are ids of it. */
export interface PlannedTask {
  id: string;
  description: string;
  type: TaskType;
  /** Ids of tasks that must be completed before. */
  dependencies: string[];
  /** The phase that this task is a part of: a PLANNING task that was expanded. */
  phase?: string;
}

/** A plan before anything of it ran. */
export interface PlannedPlan {
  planId: string;
  goal: string;
  summary: string;
  /** In the order they were planned. */
  tasks: PlannedTask[];
}

/** A task with what became of it. */
export interface Task extends PlannedTask {
  status: TaskStatus;
  /** What it answered; bounded. */
  result?: string;
  error?: string;
  /** Completed, but not as it should be, e.g. rejected by the reviewer to the end. */
  warning?: string;
  /** ms since 1970. */
  startedAt?: number;
  endedAt?: number;
  usage?: Usage;
}

export interface Plan extends Omit<PlannedPlan, 'tasks'> {
  tasks: Task[];
  status: PlanStatus;
  startedAt?: number;
  endedAt?: number;
}

/** From each state of a task to which others. FAILED and SKIPPED go back to PENDING when the person retries; RUNNING when the program died. */
const lawfulTaskChanges: Record<TaskStatus, readonly TaskStatus[]> = {
  PENDING: ['RUNNING', 'SKIPPED'],
  RUNNING: ['COMPLETED', 'FAILED', 'SKIPPED', 'PENDING'],
  COMPLETED: [],
  FAILED: ['PENDING', 'SKIPPED'],
  SKIPPED: ['PENDING'],
};

/** A task as it was planned, without what became of it. */
export function plannedOf({ id, description, type, dependencies, phase }: PlannedTask): PlannedTask {
  return { id, description, type, dependencies: [...dependencies], ...(phase === undefined ? {} : { phase }) };
}

export function isLawfulTaskChange(from: TaskStatus, to: TaskStatus): boolean {
  return lawfulTaskChanges[from].includes(to);
}
