// Plans: proposed, edited, run. Each task has a conversation of its own, reduced by the same functions as the main one.
// What an event does to a plan is protocol/plan-fold.ts; here it is cleaned, and shown.
import { stripControls } from '../base/sanitize.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { PlannedTask } from '../protocol/plan.js';
import { foldPlanEvent, type PlanEvent } from '../protocol/plan-fold.js';
import type { TaskBlock } from './block.js';
import { cleanOneLine } from './clean.js';
import type { PlanView } from './plan-view.js';
import { showMetrics } from './reduce-team.js';
import { createView, type View } from './view-model.js';

export function reducePlan(view: View, envelope: Envelope, given: PlanEvent): boolean {
  const { plans } = view.bookkeeping;
  const event = cleanEvent(given);
  const folded = new Map([...plans].map(([id, { plan }]) => [id, plan]));
  const plan = foldPlanEvent(folded, event, envelope.at);
  if (plan === undefined) return false;
  const it = plans.get(plan.planId) ?? begin(view, envelope, plan);
  if (event.type === 'plan.proposed') Object.assign(it, { inReview: true, by: event.by, warnings: event.warnings });
  if (event.type === 'plan.accepted' || event.type === 'plan.completed') it.inReview = false;
  if (event.type === 'plan.proposed' || event.type === 'plan.revised') it.topology++;
  it.version++;
  // Only these change which tasks there are.
  const mayDiffer = event.type === 'plan.accepted' || event.type === 'plan.revised';
  if (mayDiffer && plan.status !== 'CREATED') showTasks(view, it);
  touchBlocks(view, it, event);
  if (event.type === 'plan.completed' && event.team) showMetrics(view, envelope, it, event.team);
  return true;
}

function begin(view: View, { seq }: Envelope, plan: PlanView['plan']): PlanView {
  const it: PlanView = {
    plan,
    inReview: true,
    by: 'model',
    warnings: [],
    topology: 0,
    version: 0,
    conversations: new Map(),
    workers: new Map(),
    reviews: new Map(),
  };
  view.bookkeeping.plans.set(plan.planId, it);
  view.plan = it;
  view.blocks.push({ kind: 'plan', id: `plan-${seq ?? plan.planId}`, version: 0, plan: it });
  return it;
}

/** One block a task, in task order, behind what is there already; blocks of tasks that are gone are taken out. */
function showTasks(view: View, it: PlanView): void {
  const shown = new Map(
    view.blocks.flatMap((block) =>
      block.kind === 'task' && block.plan === it ? [[block.task.id, block] as const] : [],
    ),
  );
  const ids = new Set(it.plan.tasks.map(({ id }) => id));
  for (const [id, block] of shown) if (!ids.has(id)) view.blocks.splice(view.blocks.indexOf(block), 1);
  for (const task of it.plan.tasks) {
    if (shown.has(task.id)) continue;
    const block: TaskBlock = { kind: 'task', id: `task-${it.plan.planId}-${task.id}`, version: 0, plan: it, task };
    view.blocks.push(block);
  }
}

function touchBlocks(view: View, it: PlanView, event: PlanEvent): void {
  for (const block of view.blocks) {
    if (block.kind === 'plan' && block.plan === it) block.version++;
    if (block.kind === 'task' && block.plan === it && event.type === 'task.changed' && block.task.id === event.taskId)
      block.version++;
  }
}

function cleanEvent(event: PlanEvent): PlanEvent {
  switch (event.type) {
    case 'plan.proposed': {
      const { goal, summary, tasks, planId } = event.plan;
      const plan = { planId, goal: stripControls(goal), summary: stripControls(summary), tasks: tasks.map(cleanTask) };
      return { ...event, plan, warnings: event.warnings.map(cleanOneLine) };
    }
    case 'plan.revised':
      return { ...event, tasks: event.tasks.map(cleanTask) };
    case 'task.changed':
      return cleanChange(event);
    default:
      return event;
  }
}

function cleanTask({ id, description, type, dependencies, phase }: PlannedTask): PlannedTask {
  return {
    id: cleanOneLine(id),
    description: stripControls(description),
    type,
    dependencies: dependencies.map(cleanOneLine),
    ...(phase === undefined ? {} : { phase: cleanOneLine(phase) }),
  };
}

type TaskChanged = Extract<DurableEvent, { type: 'task.changed' }>;

function cleanChange({ taskId, result, error, warning, ...rest }: TaskChanged): TaskChanged {
  return {
    ...rest,
    taskId: cleanOneLine(taskId),
    ...(result === undefined ? {} : { result: stripControls(result) }),
    ...(error === undefined ? {} : { error: stripControls(error) }),
    ...(warning === undefined ? {} : { warning: stripControls(warning) }),
  };
}

export const isOfTask = ({ taskId }: Envelope): boolean => taskId !== undefined;

/** The conversation an envelope belongs to, made when the first comes. */
export function conversationOf(view: View, { taskId = '', agentId }: Envelope): View | undefined {
  const it = view.plan;
  if (it === undefined) return undefined;
  const key = agentId === undefined ? cleanOneLine(taskId) : `${cleanOneLine(taskId)} ${cleanOneLine(agentId)}`;
  const known = it.conversations.get(key);
  if (known !== undefined) return known;
  const made = createView();
  made.thread = { ...view.thread };
  it.conversations.set(key, made);
  return made;
}

/** Something was said or done inside a task. */
export function touchTask(view: View, conversation: View, taskId: string): void {
  conversation.version++;
  const id = cleanOneLine(taskId);
  const block = view.blocks.findLast((candidate) => candidate.kind === 'task' && candidate.task.id === id);
  if (block) block.version++;
}
