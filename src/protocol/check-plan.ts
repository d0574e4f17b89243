// The grammar of plans: which states may follow which. A part of check-transcript.ts.
import type { Event } from './event.js';
import { isLawfulTaskChange, type TaskStatus } from './plan.js';

interface PlanCheck {
  /** One sentence for each fault of this event. */
  see(event: Event): string[];
}

/** Watches all plans of one thread. */
export function checkPlans(): PlanCheck {
  const plans = new Map<string, { tasks: Map<string, TaskStatus>; stage: 'review' | 'running' | 'ended' }>();
  const setTasks = (known: Map<string, TaskStatus>, ids: string[]) =>
    new Map(ids.map((id) => [id, known.get(id) ?? ('PENDING' as const)]));
  return {
    see(event) {
      switch (event.type) {
        case 'plan.proposed': {
          const { planId, tasks } = event.plan;
          plans.set(planId, {
            tasks: setTasks(
              plans.get(planId)?.tasks ?? new Map(),
              tasks.map(({ id }) => id),
            ),
            stage: 'review',
          });
          return [];
        }
        case 'plan.revised':
        case 'plan.accepted':
        case 'plan.completed':
        case 'task.changed': {
          const plan = plans.get(event.planId);
          if (plan === undefined) return [`there is no plan ${event.planId}`];
          return seeKnown(plan, event);
        }
        default:
          return [];
      }
    },
  };

  function seeKnown(
    plan: { tasks: Map<string, TaskStatus>; stage: 'review' | 'running' | 'ended' },
    event: Extract<Event, { type: 'plan.revised' | 'plan.accepted' | 'plan.completed' | 'task.changed' }>,
  ): string[] {
    if (event.type === 'plan.revised') {
      plan.tasks = setTasks(
        plan.tasks,
        event.tasks.map(({ id }) => id),
      );
      return [];
    }
    if (event.type === 'plan.accepted') {
      plan.stage = 'running';
      return [];
    }
    if (event.type === 'plan.completed') {
      const running = [...plan.tasks].filter(([, status]) => status === 'RUNNING').map(([id]) => id);
      plan.stage = 'ended';
      return running.length > 0 ? [`the plan ended while ${running.join(', ')} runs`] : [];
    }
    const from = plan.tasks.get(event.taskId);
    if (from === undefined) return [`the plan has no task ${event.taskId}`];
    plan.tasks.set(event.taskId, event.status);
    if (plan.stage !== 'running') return [`task ${event.taskId} changes while the plan is not running`];
    return isLawfulTaskChange(from, event.status) ? [] : [`task ${event.taskId} goes from ${from} to ${event.status}`];
  }
}
