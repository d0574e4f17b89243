// A plan's tasks as a Mermaid flowchart, for Markdown. Pure; nothing in a task leaves its label.
import { stripControls } from '../base/sanitize.js';
import type { Task, TaskStatus } from '../protocol/plan.js';
import { statusWords } from './summarize-plan.js';

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
