// What is said at the end of a plan: the fate of each task in words, times, the longest chain. Markdown; owns no events.
import { startOf } from '../base/cut-text.js';
import type { Plan, PlanStatus, Task, TaskStatus } from '../protocol/plan.js';
import { criticalPath } from '../protocol/task-graph.js';
import type { TeamMetrics } from '../protocol/team.js';

export const statusWords: Record<TaskStatus, string> = {
  PENDING: 'not begun',
  RUNNING: 'running',
  COMPLETED: 'done',
  FAILED: 'failed',
  SKIPPED: 'skipped',
};
const planWords: Record<PlanStatus, string> = {
  CREATED: 'Plan not begun',
  RUNNING: 'Plan under way',
  COMPLETED: 'Plan done',
  FAILED: 'Plan ended with failed tasks',
  CANCELLED: 'Plan stopped',
};
const mostOfResult = 200;
const mostOfDescription = 120;

/** Text of tasks is brought into lines of ours; nothing in it can become a heading or a list. */
export function summarizePlan(plan: Plan, team?: TeamMetrics): string {
  const { goal, status, tasks } = plan;
  const path = criticalPath(tasks);
  const chain = path.ids.length > 1 ? [`Longest chain: ${path.ids.join(' -> ')}, ${inWords(path.durationMs)}.`] : [];
  return [
    `**${planWords[status]}:** ${countsOf(tasks)}${timesOf(plan)}.`,
    `Goal: ${brief(goal, 300)}`,
    tasks.map(taskLine).join('\n'),
    ...chain,
    ...(team === undefined ? [] : [teamLine(team)]),
  ].join('\n\n');
}

function teamLine({ workers, completionRate, reviewPassRate, retries, warnings, speedup }: TeamMetrics): string {
  const percent = (rate: number) => `${Math.round(rate * 100)} %`;
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const parts = [
    counted(workers, 'worker'),
    `${percent(completionRate)} of the tasks completed`,
    `${percent(reviewPassRate)} of the reviews passed`,
    counted(retries, 'correction'),
    counted(warnings, 'warning'),
    `${speedup.toFixed(1)} times as fast as one after the other`,
  ];
  return `Team: ${parts.join(', ')}.`;
}

/** `1 done, 1 failed, 2 skipped`; states that no task is in are left out. */
function countsOf(tasks: readonly Pick<Task, 'status'>[]): string {
  const states: TaskStatus[] = ['COMPLETED', 'FAILED', 'SKIPPED', 'RUNNING', 'PENDING'];
  return states
    .map((state) => [tasks.filter(({ status }) => status === state).length, statusWords[state]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

function timesOf({ startedAt, endedAt, tasks }: Plan): string {
  if (startedAt === undefined || endedAt === undefined) return '';
  const sumMs = tasks.reduce((sum, task) => sum + (durationOf(task) ?? 0), 0);
  const took = ` in ${inWords(endedAt - startedAt)}`;
  return tasks.length > 1 && sumMs > 0 ? `${took}; one after the other its tasks take ${inWords(sumMs)}` : took;
}

function taskLine(task: Task): string {
  const { id, description, status, result, error, warning } = task;
  const durationMs = durationOf(task);
  const time = durationMs === undefined ? '' : `, ${inWords(durationMs)}`;
  const more = [
    ...(warning ? [`warning: ${brief(warning, mostOfResult)}`] : []),
    ...(error ? [brief(error, mostOfResult)] : []),
    ...(result ? [brief(firstLines(result), mostOfResult)] : []),
  ];
  const head = `- **${id}** ${statusWords[status]}${time}: ${brief(description, mostOfDescription)}`;
  return [head, ...more.map((line) => `  - ${line}`)].join('\n');
}

function durationOf({ startedAt, endedAt }: Pick<Task, 'startedAt' | 'endedAt'>): number | undefined {
  return startedAt === undefined || endedAt === undefined ? undefined : Math.max(0, endedAt - startedAt);
}

/** `350 ms`, `4.2 s`, `3 min 20 s`. */
function inWords(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The first two that say something: no headings' marks, no fences. */
function firstLines(result: string): string {
  const lines = result.split('\n').map((line) => line.replace(/^\s*(#{1,6}|[-*>])\s+/, '').trim());
  return lines
    .filter((line) => line !== '' && !/^(`{3,}|~{3,}|[-=*_]{3,}$)/.test(line))
    .slice(0, 2)
    .join(' ');
}

/** On one line, its emphasis and code closed where it is cut: marks that are left open would run on. */
function brief(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = startOf(line, most - 1);
  const isCodeOpen = (cut.match(/`/g)?.length ?? 0) % 2 === 1;
  return `${cut}…${isCodeOpen ? '`' : ''}`;
}
