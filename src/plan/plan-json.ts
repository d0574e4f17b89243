// A plan as a program reads it, in the result of a run; it can be run again from there. Pure.
import type { Plan, PlanStatus, Task, TaskStatus, TaskType } from '../protocol/plan.js';

/** A plan in the result of a run. */
export interface PlanJson {
  id: string;
  goal: string;
  status: PlanStatus;
  tasks: TaskJson[];
}
interface TaskJson {
  id: string;
  description: string;
  type: TaskType;
  status: TaskStatus;
  dependencies: string[];
  /** ms since 1970. */
  startedAt?: number;
  endedAt?: number;
  error?: string;
}

export function planJson({ planId, goal, status, tasks }: Plan): PlanJson {
  return { id: planId, goal, status, tasks: tasks.map(taskJson) };
}

function taskJson({ id, description, type, status, dependencies, startedAt, endedAt, error }: Task): TaskJson {
  return {
    id,
    description,
    type,
    status,
    dependencies,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(error === undefined ? {} : { error }),
  };
}
