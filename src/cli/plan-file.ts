// A saved plan, as `--plan-only` and `--output json` write it: read and checked by hand, so that no schema package is
// loaded for it. What is wrong with its tasks as a graph is said by protocol/check-tasks.ts.
import { readFileSync } from 'node:fs';
import { PaiError } from '../base/error.js';
import { isObject } from '../base/json-text.js';
import { problemsOf } from '../protocol/check-tasks.js';
import { type PlannedPlan, type PlannedTask, type TaskType, taskTypes } from '../protocol/plan.js';

const longestText = 10_000;
const mostBytes = 5_000_000;

/** Throws PaiError('not-found' | 'usage') in one line. */
export function readPlanFile(path: string): PlannedPlan {
  return planFrom(parsed(path, contentOf(path)), path);
}

function contentOf(path: string): string {
  try {
    const content = readFileSync(path, 'utf8');
    if (content.length <= mostBytes) return content;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new PaiError('not-found', `--plan-file: ${path} ${why}`, undefined, error);
  }
  throw new PaiError('usage', `--plan-file: ${path} is too large to be a plan`);
}

function parsed(path: string, content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = (error as Error).message.replace(/\s+/g, ' ').slice(0, 200);
    throw new PaiError('usage', `--plan-file: ${path} is no JSON: ${reason}`, undefined, error);
  }
}

function planFrom(value: unknown, path: string): PlannedPlan {
  const problems: string[] = [];
  const plan = planIn(value);
  const goal = textAt(plan.goal, 'goal', problems);
  const tasks = Array.isArray(plan.tasks) ? plan.tasks.map((task, at) => taskFrom(task, at, problems)) : [];
  if (!Array.isArray(plan.tasks)) problems.push('it has no list "tasks"');
  const all = problems.length > 0 ? problems : problemsOf(tasks);
  if (all.length > 0) {
    const more = all.length > 3 ? ` (and ${all.length - 3} more)` : '';
    throw new PaiError('usage', `--plan-file: ${path} cannot be run: ${all.slice(0, 3).join('; ')}${more}`);
  }
  const summary = typeof plan.summary === 'string' ? plan.summary.slice(0, longestText) : '';
  return { planId: '', goal, summary, tasks };
}

/** The plan alone, or in the result of a run, where it is `plan`. */
function planIn(value: unknown): Record<string, unknown> {
  const whole = isObject(value) ? value : {};
  return !('tasks' in whole) && isObject(whole.plan) ? whole.plan : whole;
}

/** States of an earlier run are left out: all of it is run. */
function taskFrom(value: unknown, at: number, problems: string[]): PlannedTask {
  const place = `tasks[${at}]`;
  const task = isObject(value) ? value : {};
  if (!isObject(value)) problems.push(`${place} is no object`);
  const id = typeof task.id === 'string' ? task.id : '';
  if (!/^[A-Za-z][\w-]{0,47}$/.test(id)) problems.push(`${place}.id is no id (a letter, then letters, digits, _ or -)`);
  const description = textAt(task.description, `${place}.description`, problems);
  const isType = taskTypes.includes(task.type as TaskType);
  if (!isType) problems.push(`${place}.type is none of ${taskTypes.join(', ')}`);
  const { dependencies = [] } = task;
  const isList = Array.isArray(dependencies) && dependencies.every((one) => typeof one === 'string');
  if (!isList) problems.push(`${place}.dependencies is no list of ids`);
  const phase = typeof task.phase === 'string' ? { phase: task.phase } : {};
  return { id, description, type: task.type as TaskType, dependencies: isList ? dependencies : [], ...phase };
}

function textAt(value: unknown, place: string, problems: string[]): string {
  const isText = typeof value === 'string' && value.trim() !== '' && value.length <= longestText;
  if (!isText) problems.push(`${place} must be a text of at most ${longestText} characters`);
  return isText ? value : '';
}
