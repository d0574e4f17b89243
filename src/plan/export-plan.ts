// A plan as a file: Markdown with its graph for people, JSON for programs. Pure. What the JSON holds can be run again as a plan.
import { harmlessJson } from '../base/harmless-json.js';
import { stripControls } from '../base/sanitize.js';
import type { Plan, PlanStatus, Task, TaskStatus, TaskType } from '../protocol/plan.js';
import { criticalPath } from '../protocol/task-graph.js';
import { countsOf, durationOf, inWords, statusWords } from './summarize-plan.js';

/** A plan in the result of a run. */
export interface PlanJson {
  id: string;
  goal: string;
  status: PlanStatus;
  tasks: TaskJson[];
}
export interface TaskJson {
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

/** `{format, version, plan}` and a newline. */
export function exportPlanJson(plan: Plan): string {
  return `${harmlessJson({ format: 'paicli-plan', version: 1, plan: planJson(plan) }, 2)}\n`;
}

/** Text from outside is harmless on a terminal, and cannot leave the fence or the line it stands in. */
export function exportPlanMarkdown(plan: Plan): string {
  const { goal, summary, tasks, startedAt, endedAt } = plan;
  const path = criticalPath(tasks);
  const facts = [
    `- Status: ${plan.status.toLowerCase()}`,
    `- Tasks: ${countsOf(tasks)}`,
    ...(startedAt === undefined ? [] : [`- Begun: ${new Date(startedAt).toISOString()}`]),
    ...(startedAt === undefined || endedAt === undefined ? [] : [`- Took: ${inWords(endedAt - startedAt)}`]),
    ...(path.ids.length > 1 ? [`- Longest chain: ${path.ids.join(' -> ')}, ${inWords(path.durationMs)}`] : []),
  ];
  const parts = [
    '# Plan',
    fenced(goal, 'text'),
    ...(summary === '' ? [] : [plain(summary)]),
    facts.join('\n'),
    fenced(mermaid(tasks), 'mermaid'),
    ...tasks.flatMap(taskParts),
  ];
  return `${parts.join('\n\n')}\n`;
}

function taskParts(task: Task): string[] {
  const { id, type, status, dependencies, description, result, error, warning } = task;
  const durationMs = durationOf(task);
  return [
    `## ${id}: ${statusWords[status]}`,
    [
      `- Type: ${type}`,
      ...(dependencies.length > 0 ? [`- After: ${dependencies.join(', ')}`] : []),
      ...(durationMs === undefined ? [] : [`- Took: ${inWords(durationMs)}`]),
    ].join('\n'),
    fenced(description, 'text'),
    ...(warning ? ['Warning:', fenced(warning, 'text')] : []),
    ...(error ? ['Error:', fenced(error, 'text')] : []),
    ...(result ? ['Result:', fenced(result, 'text')] : []),
  ];
}

const classes: Record<TaskStatus, string> = {
  PENDING: 'fill:#eee,stroke:#888,color:#222',
  RUNNING: 'fill:#def,stroke:#36c,color:#222',
  COMPLETED: 'fill:#dfd,stroke:#282,color:#222',
  FAILED: 'fill:#fdd,stroke:#c22,color:#222',
  SKIPPED: 'fill:#eee,stroke:#888,color:#666,stroke-dasharray: 4',
};

/** A flowchart; nodes have names of ours: an id such as `end` is a word of Mermaid's. */
export function mermaid(tasks: readonly Task[]): string {
  const names = new Map(tasks.map(({ id }, index) => [id, `t${index + 1}`]));
  const used = new Set(tasks.map(({ status }) => status));
  return [
    'flowchart LR',
    ...tasks.map(
      ({ id, description, status }) =>
        `  ${names.get(id)}["${label(id)}<br/>${label(description)}<br/>${statusWords[status]}"]:::${status.toLowerCase()}`,
    ),
    ...tasks.flatMap(({ id, dependencies }) =>
      dependencies.flatMap((before) => (names.has(before) ? [`  ${names.get(before)} --> ${names.get(id)}`] : [])),
    ),
    ...[...used].map((status) => `  classDef ${status.toLowerCase()} ${classes[status]}`),
  ].join('\n');
}

/** Short and without a sign that means something in a Mermaid label. */
function label(text: string): string {
  const line = stripControls(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  const short = characters.length > 48 ? `${characters.slice(0, 47).join('')}…` : line;
  return short.replace(/[^\p{L}\p{N} .,:()/_…-]/gu, (sign) => `#${sign.codePointAt(0)};`);
}

/** A code block whose fence is longer than any in the text. */
function fenced(text: string, language: string): string {
  const clean = stripControls(text).replace(/\n+$/, '');
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${clean}\n${fence}`;
}

/** Text in a line of ours: nothing in it is markup. */
function plain(text: string): string {
  return stripControls(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
