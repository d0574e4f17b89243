// Reads a planner's reply: a plan that can be run, or what is wrong with it in words that the planner can mend it by. Pure.
import * as z from 'zod';
import { mostTasks, problemsOf } from '../protocol/check-tasks.js';
import type { FinishReason } from '../protocol/message.js';
import { type PlannedTask, taskTypes } from '../protocol/plan.js';
import { type FoundJson, findJson } from './find-json.js';
import { readTasks } from './read-tasks.js';

const mostProblems = 20;
const longestSummary = 2000;

/** What a plan looks like once it was read. */
const planSchema = z.object({
  /** Only files of plans have it. */
  goal: z.string().optional(),
  summary: z.string(),
  tasks: z
    .array(
      z.object({
        id: z.string().regex(/^[A-Za-z][\w-]{0,23}$/),
        description: z.string().min(1).max(10_000),
        type: z.enum(taskTypes as [PlannedTask['type'], ...PlannedTask['type'][]]),
        dependencies: z.array(z.string()),
      }),
    )
    .min(1)
    .max(mostTasks),
});

export type ParsedPlan =
  | { kind: 'plan'; goal?: string; summary: string; tasks: PlannedTask[] }
  | { kind: 'problems'; problems: string[] };

export interface ReplyFacts {
  /** Absent for text that is whole, e.g. a file. */
  finishReason?: FinishReason;
  /** Ids of tasks outside the reply that its tasks may depend on. */
  known?: readonly string[];
}

/** The last plan in the text; thoughts, prose and other JSON around it are passed by. */
export function parsePlan(reply: string, { finishReason, known = [] }: ReplyFacts = {}): ParsedPlan {
  if (finishReason === 'length')
    return bad('the reply was cut off at the limit of its length; send a shorter one: fewer tasks, shorter texts');
  if (finishReason === 'content_filter') return bad("the reply was withheld by the server's content filter");
  const found = findJson(reply);
  if (found.at(-1)?.kind === 'cut') return bad('the JSON is cut off: its last brackets are not closed');
  const raw = planIn(found);
  if (typeof raw === 'string') return bad(raw);
  if (!Array.isArray(raw.tasks)) return bad('"tasks" is not a list');
  if (raw.tasks.length > mostTasks)
    return bad(`the plan has ${raw.tasks.length} tasks; at most ${mostTasks} are allowed`);

  const { tasks, problems } = readTasks(raw.tasks, new Set(known));
  const all = problems.length > 0 ? problems : problemsOf(tasks.map((task) => within(task, known)));
  if (all.length > 0) return bad(...all);
  const checked = planSchema.safeParse({ summary: raw.summary, tasks });
  if (!checked.success) return bad(...checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  return { kind: 'plan', summary: raw.summary, tasks, ...(raw.goal === '' ? {} : { goal: raw.goal }) };
}

function bad(...problems: string[]): ParsedPlan {
  const more = problems.length - mostProblems;
  return {
    kind: 'problems',
    problems: more > 0 ? [...problems.slice(0, mostProblems), `and ${more} more like these`] : problems,
  };
}

/** Without what it depends on outside of the plan. */
function within(task: PlannedTask, known: readonly string[]): PlannedTask {
  return { ...task, dependencies: task.dependencies.filter((id) => !known.includes(id)) };
}

interface RawPlan {
  goal: string;
  summary: string;
  tasks: unknown;
}

/** The last plan that has tasks, else the last one; or what is wrong. */
function planIn(found: readonly FoundJson[]): RawPlan | string {
  const plans = found.flatMap((it) => (it.kind === 'value' ? (planOf(it.value) ?? []) : []));
  const fault = found.findLast((it) => it.kind === 'fault');
  const isBrokenPlanLast = found.at(-1) === fault && fault !== undefined && /["“](tasks|steps)["”]/.test(fault.source);
  const plan = plans.findLast(({ tasks }) => Array.isArray(tasks) && tasks.length > 0) ?? plans.at(-1);
  if (plan !== undefined && !isBrokenPlanLast) return plan;
  if (fault !== undefined) return fault.fault;
  return found.length > 0 ? 'the JSON has no "tasks"' : 'the reply holds no JSON object';
}

/** Undefined for JSON that is something else. */
function planOf(value: unknown): RawPlan | undefined {
  if (Array.isArray(value)) {
    if (value.length === 1) return planOf(value[0]);
    return value.every(isTaskLike) ? { goal: '', summary: '', tasks: value } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { goal, summary, tasks, steps, plan } = value as Record<string, unknown>;
  const list = tasks ?? steps;
  if (list !== undefined) return { goal: textOf(goal), summary: textOf(summary).slice(0, longestSummary), tasks: list };
  return typeof plan === 'object' ? planOf(plan) : undefined;
}

const isTaskLike = (value: unknown) =>
  typeof value === 'object' && value !== null && ('description' in value || 'title' in value);
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
