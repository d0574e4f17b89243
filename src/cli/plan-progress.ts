// The plan of a run as lines of progress: its tasks when it is there, and what becomes of each. Owns no writing.
import type { Envelope } from '../protocol/event.js';
import type { Plan, Task } from '../protocol/plan.js';
import { foldPlanEvent, isPlanEvent, type PlanEvent } from '../protocol/plan-fold.js';
import { cleanOneLine } from '../view/clean.js';
import { formatDuration } from '../view/format.js';

export interface PlanWatch {
  /** Events of earlier turns, which say nothing. */
  takeEarlier(envelope: Envelope): void;
  /** Lines to be said. */
  take(envelope: Envelope): string[];
  /** What was worked on in this turn; undefined when nothing was planned. */
  plan(): Plan | undefined;
}

const longestDescription = 100;

export function watchPlan(): PlanWatch {
  const plans = new Map<string, Plan>();
  let newest: Plan | undefined;
  const fold = ({ at, event }: Envelope) => (isPlanEvent(event) ? foldPlanEvent(plans, event, at) : undefined);
  return {
    takeEarlier: (envelope) => void fold(envelope),
    take(envelope) {
      if (envelope.event.type === 'review.completed') return [reviewLine(envelope.event)];
      const plan = fold(envelope);
      if (plan === undefined || !isPlanEvent(envelope.event)) return [];
      // The one that a turn goes on with was listed in an earlier one.
      const isTakenUp = newest !== plan && envelope.event.type === 'plan.accepted';
      newest = plan;
      return isTakenUp ? [`plan: ${about(plan)}`, ...listOf(plan.tasks)] : linesOf(plan, envelope.event);
    },
    plan: () => newest,
  };
}

function reviewLine({ taskId, approved, reasons }: Extract<Envelope['event'], { type: 'review.completed' }>): string {
  return approved ? `reviewed: ${taskId} approved` : `reviewed: ${taskId} sent back: ${short(reasons.join('; '))}`;
}

function linesOf(plan: Plan, event: PlanEvent): string[] {
  switch (event.type) {
    case 'plan.proposed':
      return [`plan: ${about(plan)}`, ...listOf(plan.tasks), ...event.warnings.map((text) => `warning: ${text}`)];
    case 'plan.revised': {
      const why = event.reason ? `: ${short(event.reason)}` : '';
      const what = event.by === 'phase' ? 'a phase was planned in detail' : `planned anew${why}`;
      return [`plan: ${what}`, ...listOf(plan.tasks.filter(({ status }) => status === 'PENDING'))];
    }
    case 'task.changed': {
      const task = plan.tasks.find(({ id }) => id === event.taskId);
      return task === undefined ? [] : [lineOf(task)];
    }
    default:
      return [];
  }
}

const about = ({ summary, goal }: Plan) => short(summary === '' ? goal : summary);

function listOf(tasks: readonly Task[]): string[] {
  const width = Math.max(0, ...tasks.map(({ id }) => id.length));
  return tasks.map(({ id, description, dependencies, status }) => {
    const after = dependencies.length === 0 ? '' : `  (after ${dependencies.join(', ')})`;
    const done = status === 'COMPLETED' ? '  (done)' : '';
    return `  ${cleanOneLine(`${id.padEnd(width)}  ${short(description)}${after}${done}`)}`;
  });
}

function lineOf({ id, description, status, error = '', warning, startedAt, endedAt }: Task): string {
  const took = startedAt === undefined || endedAt === undefined ? '' : ` ${formatDuration(endedAt - startedAt)}`;
  switch (status) {
    case 'PENDING':
      return `↻ ${id} waits again`;
    case 'RUNNING':
      return `▸ ${id} ${short(description)}`;
    case 'COMPLETED':
      return `✓ ${id}${took}${warning ? `, but: ${short(warning)}` : ''}`;
    case 'FAILED':
      return `✗ ${id}: ${short(error)}`;
    case 'SKIPPED':
      return `⊘ ${id}: ${short(error)}`;
  }
}

function short(text: string): string {
  const characters = [...cleanOneLine(text.replace(/\s+/g, ' ').trim())];
  return characters.length > longestDescription
    ? `${characters.slice(0, longestDescription - 1).join('')}…`
    : characters.join('');
}
