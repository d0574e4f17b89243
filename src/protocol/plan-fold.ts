// Events about plans folded into plans: the one place that says what each event does to a plan. For the screen, and for
// going on with a plan whose program died.
import type { DurableEvent } from './event.js';
import type { Plan, PlannedTask, Task } from './plan.js';

export type PlanEvent = Extract<
  DurableEvent,
  { type: 'plan.proposed' | 'plan.revised' | 'plan.accepted' | 'plan.completed' | 'task.changed' }
>;

export function isPlanEvent(event: { type: string }): event is PlanEvent {
  return event.type.startsWith('plan.') || event.type === 'task.changed';
}

/** Changes the plan in place, or makes it; undefined when the event is of no known plan. `at`: ms since 1970. */
export function foldPlanEvent(plans: Map<string, Plan>, event: PlanEvent, at: number): Plan | undefined {
  if (event.type === 'plan.proposed') return propose(plans, event);
  const plan = plans.get(event.planId);
  if (plan === undefined) return undefined;
  switch (event.type) {
    case 'plan.revised':
      plan.tasks = withTasks(plan.tasks, event.tasks);
      return plan;
    case 'plan.accepted':
      plan.status = 'RUNNING';
      plan.startedAt ??= at;
      delete plan.endedAt;
      return plan;
    case 'plan.completed':
      plan.status = event.status;
      plan.endedAt = at;
      return plan;
    case 'task.changed':
      changeTask(plan, event, at);
      return plan;
  }
}

/** Planned again after a wish of the person it is the same plan with other tasks. */
function propose(plans: Map<string, Plan>, { plan: planned }: Extract<PlanEvent, { type: 'plan.proposed' }>): Plan {
  const { planId, goal, summary, tasks } = planned;
  const plan: Plan = plans.get(planId) ?? { planId, goal, summary, tasks: [], status: 'CREATED' };
  Object.assign(plan, { goal, summary, tasks: withTasks(plan.tasks, tasks) });
  plans.set(planId, plan);
  return plan;
}

/** Tasks that stay keep their state. */
function withTasks(before: readonly Task[], planned: readonly PlannedTask[]): Task[] {
  return planned.map((task) => {
    const known = before.find(({ id }) => id === task.id);
    return known === undefined ? { ...task, status: 'PENDING' } : Object.assign(known, task);
  });
}

function changeTask(plan: Plan, event: Extract<PlanEvent, { type: 'task.changed' }>, at: number): void {
  const task = plan.tasks.find(({ id }) => id === event.taskId);
  if (task === undefined) return;
  const { type: _type, planId: _planId, taskId: _taskId, status, ...facts } = event;
  task.status = status;
  for (const key of ['result', 'error', 'warning'] as const) delete task[key];
  Object.assign(task, facts);
  if (status === 'RUNNING') task.startedAt = at;
  if (status === 'RUNNING' || status === 'PENDING') delete task.endedAt;
  else task.endedAt = at;
}
