// What a task of a plan looks like: one word for its state, its sign and its colour, its time. Owns no layout.
import type { Task } from '../protocol/plan.js';
import { formatDuration, formatElapsed } from './format.js';
import { type Glyphs, glyphs } from './glyphs.js';
import type { PlanView } from './plan-view.js';
import type { StyleRole } from './span.js';
import type { View } from './view-model.js';

export type TaskState = 'pending' | 'ready' | 'running' | 'waiting' | 'completed' | 'warned' | 'failed' | 'skipped';

export interface TaskLook {
  state: TaskState;
  glyph: string;
  role: StyleRole;
  /** For the details and for those who hear it. */
  word: string;
}

const looks: Record<TaskState, { glyph: keyof Glyphs; role: StyleRole; word: string }> = {
  pending: { glyph: 'pending', role: 'text', word: 'pending' },
  ready: { glyph: 'ready', role: 'strong', word: 'ready' },
  running: { glyph: 'running', role: 'accent', word: 'running' },
  waiting: { glyph: 'waiting', role: 'warning', word: 'waiting for approval' },
  completed: { glyph: 'ok', role: 'success', word: 'completed' },
  warned: { glyph: 'warning', role: 'warning', word: 'completed with a warning' },
  failed: { glyph: 'failed', role: 'error', word: 'failed' },
  skipped: { glyph: 'skipped', role: 'dim', word: 'skipped' },
};

export function lookOfTask(task: Task, it: PlanView, ascii: boolean): TaskLook {
  const state = stateOf(task, it);
  const { glyph, role, word } = looks[state];
  return { state, glyph: glyphs(ascii)[glyph], role, word };
}

function stateOf(task: Task, it: PlanView): TaskState {
  if (task.status === 'COMPLETED') return task.warning === undefined ? 'completed' : 'warned';
  if (task.status === 'FAILED') return 'failed';
  if (task.status === 'SKIPPED') return 'skipped';
  if (task.status === 'RUNNING')
    return conversationsOf(it, task.id).some(({ approvals }) => approvals.length > 0) ? 'waiting' : 'running';
  const isDone = (id: string) => it.plan.tasks.some((other) => other.id === id && other.status === 'COMPLETED');
  return task.dependencies.every(isDone) ? 'ready' : 'pending';
}

/** What was said and done in a task; more than one where agents share it. */
export function conversationsOf({ conversations }: PlanView, taskId: string): View[] {
  return [...conversations].filter(([key]) => key === taskId || key.startsWith(`${taskId} `)).map(([, view]) => view);
}

/** How long it runs or ran; empty when it never did. */
export function timeOfTask({ startedAt, endedAt, status }: Task, now: number): string {
  if (startedAt === undefined) return '';
  if (status === 'RUNNING') return formatElapsed(now - startedAt);
  return endedAt === undefined || endedAt < startedAt ? '' : formatDuration(endedAt - startedAt);
}

/** How many of how many are done, and what else is to be known of the plan. */
export function countsOfPlan({ plan }: PlanView): { done: number; failed: number; skipped: number; total: number } {
  const count = (status: Task['status']) => plan.tasks.filter((task) => task.status === status).length;
  return { done: count('COMPLETED'), failed: count('FAILED'), skipped: count('SKIPPED'), total: plan.tasks.length };
}
