// A plan and its tasks as text to be heard. Owns the wording only.
import type { TaskBlock } from '../view/block.js';
import { cleanOneLine } from '../view/clean.js';
import { formatCount } from '../view/format.js';
import { planText } from '../view/plan-lines.js';
import type { PlanView } from '../view/plan-view.js';
import { timeOfTask } from '../view/task-look.js';

/** The plan with one line a task. */
export function textOfPlan(it: PlanView): string {
  const fallback = it.by === 'fallback' ? 'No plan could be made: the goal is one task.\n' : '';
  return `Plan, ${formatCount(it.plan.tasks.length, 'task')}: ${planText(it)}\n${fallback}`;
}

const words = { COMPLETED: 'done', FAILED: 'failed', SKIPPED: 'skipped', RUNNING: 'running', PENDING: '' } as const;

/** What became of a task; empty while it waits for its turn. */
export function textOfTask({ task }: TaskBlock): string {
  const word = words[task.status];
  if (word === '') return '';
  const about = cleanOneLine(task.description);
  if (task.status === 'RUNNING') return `running ${task.id}: ${about}\n`;
  const time = timeOfTask(task, 0);
  const why = [task.warning, task.error]
    .filter((text) => text !== undefined)
    .map((text) => `  ${cleanOneLine(text)}\n`);
  return `${word}: ${task.id} ${about}${time === '' ? '' : `, ${time}`}\n${why.join('')}`;
}
