// Plans in a thread's Markdown: a chapter a plan, in which everything that happened inside a task stands under that task. Pure.
import { stripControls } from '../base/sanitize.js';
import type { Envelope } from '../protocol/event.js';
import type { Plan, PlanStatus, Task, TaskStatus } from '../protocol/plan.js';
import { foldPlanEvent, isPlanEvent } from '../protocol/plan-fold.js';
import { codeSpan, fenced, oneLine } from './display-markdown.js';

/** The tasks of a plan as the text of a Mermaid graph. */
export type DrawPlan = (tasks: readonly Task[]) => string;

export interface PlanChapters {
  /** Keeps what happened inside a task for its plan's chapter. */
  keep(taskId: string, parts: string[]): void;
  /** Parts that stand before those of this event: the chapter of a plan that ended, or whose turn did. */
  take(envelope: Envelope): string[];
  /** The chapter of a plan that is still open where the thread ends. */
  rest(): string[];
}

export function createPlanChapters(draw: DrawPlan | undefined): PlanChapters {
  const plans = new Map<string, Plan>();
  const inside = new Map<string, string[]>();
  /** Tasks of the open plan that something happened to since its last chapter. */
  let touched = new Set<string>();
  let open: Plan | undefined;

  function close(): string[] {
    if (open === undefined) return [];
    const parts = chapter(open, touched, inside, draw);
    open = undefined;
    inside.clear();
    touched = new Set();
    return parts;
  }

  return {
    keep(taskId, parts) {
      touched.add(taskId);
      inside.set(taskId, [...(inside.get(taskId) ?? []), ...parts]);
    },
    take({ at, event }) {
      if (event.type === 'turn.completed' || event.type === 'turn.failed') return close();
      if (!isPlanEvent(event)) return [];
      const plan = foldPlanEvent(plans, event, at);
      if (plan === undefined) return [];
      const before = open === plan ? [] : close();
      open = plan;
      if (event.type === 'task.changed') touched.add(event.taskId);
      if (event.type === 'plan.proposed') for (const { id } of plan.tasks) touched.add(id);
      return event.type === 'plan.completed' ? [...before, ...close()] : before;
    },
    rest: close,
  };
}

/** A plan that was gone on with has a second one, of what was left. */
function chapter(
  { goal, summary, status, tasks }: Plan,
  touched: ReadonlySet<string>,
  inside: ReadonlyMap<string, string[]>,
  draw: DrawPlan | undefined,
): string[] {
  return [
    `### Plan: ${planWords[status]}`,
    fenced(stripControls(goal), 'text'),
    ...(summary === '' ? [] : [fenced(stripControls(summary), 'text')]),
    ...(draw === undefined ? [] : [fenced(draw(tasks), 'mermaid')]),
    ...tasks.filter(({ id }) => touched.has(id)).flatMap((task) => taskParts(task, inside.get(task.id) ?? [])),
  ];
}

function taskParts(task: Task, said: string[]): string[] {
  const { id, type, status, dependencies, description, result, error, warning, startedAt, endedAt } = task;
  const time =
    startedAt === undefined || endedAt === undefined ? '' : `, ${((endedAt - startedAt) / 1000).toFixed(1)} s`;
  const facts = [
    `- Type: ${type}`,
    ...(dependencies.length > 0 ? [`- After: ${dependencies.map(codeSpan).join(', ')}`] : []),
    ...(warning ? [`- Warning: ${codeSpan(warning)}`] : []),
    ...(error ? [`- Error: ${codeSpan(error)}`] : []),
  ];
  return [
    `#### ${oneLine(id)}: ${taskWords[status]}${time}`,
    facts.join('\n'),
    fenced(stripControls(description), 'text'),
    // Its last words are the result; a task without any has it elsewhere from.
    ...(said.length > 0 || !result ? said : [fenced(stripControls(result), 'text')]),
  ];
}

const planWords: Record<PlanStatus, string> = {
  CREATED: 'not begun',
  RUNNING: 'broken off',
  COMPLETED: 'done',
  FAILED: 'ended with failed tasks',
  CANCELLED: 'cancelled',
};
const taskWords: Record<TaskStatus, string> = {
  PENDING: 'not begun',
  RUNNING: 'running',
  COMPLETED: 'done',
  FAILED: 'failed',
  SKIPPED: 'skipped',
};
