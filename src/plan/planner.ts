// Asks the model for a plan: one call, one more to mend it, else one task that is the goal itself. Owns neither the reading
// of the reply nor who is asked.
import { bounded } from '../base/cut-text.js';
import { fenced } from '../base/fenced.js';
import { fillText } from '../base/fill-text.js';
import type { ChatMessage, FinishReason } from '../protocol/message.js';
import type { PlannedTask, Task } from '../protocol/plan.js';
import { addUsage, type Usage } from '../protocol/usage.js';
import { type ParsedPlan, parsePlan } from './parse-plan.js';

export interface PlannerReply {
  text: string;
  finishReason: FinishReason;
  usage: Usage;
  /** Set when the call failed; there is no second one then. */
  error?: string;
}

export interface PlanRequest {
  /** What is to be reached; of a phase its description. */
  goal: string;
  /** Further wishes of the person, the newest last. */
  requirements: readonly string[];
  /** `phase`: the goal is one task of a larger plan and is cut into smaller ones. */
  scope: 'plan' | 'phase';
  /** What was worked on before: completed and running tasks stay, the others give way to the new plan. */
  earlier?: { tasks: readonly Task[]; reason: string };
  /** Where the work takes place, e.g. the folder and its top files. */
  facts: string;
  prompts: { load(name: string): string };
  /** One call of the model without tools. */
  ask(messages: ChatMessage[]): Promise<PlannerReply>;
}

export interface MadePlan {
  tasks: PlannedTask[];
  summary: string;
  /** `fallback`: one task, because no plan could be had; a warning says why. */
  by: 'model' | 'fallback';
  warnings: string[];
  usage: Usage;
}

const mostOfResult = 1500;
const mostOfReply = 20_000;

/** Rejects only when `ask` does. */
export async function makePlan(request: PlanRequest): Promise<MadePlan> {
  const { prompts, ask } = request;
  const messages: ChatMessage[] = [
    { role: 'system', text: prompts.load('modes/planner') },
    { role: 'user', text: requestText(request) },
  ];
  const first = await ask(messages);
  if (first.error !== undefined) return fallback(request, first.error, first.usage);
  const plan = read(request, first);
  if (plan.kind === 'plan') return made(plan, first.usage);

  const second = await ask([
    ...messages,
    { role: 'assistant', text: first.text.slice(0, mostOfReply) || '(nothing)', calls: [] },
    { role: 'user', text: repairText(request, plan.problems) },
  ]);
  const usage = addUsage(first.usage, second.usage);
  if (second.error !== undefined) return fallback(request, second.error, usage);
  const mended = read(request, second);
  return mended.kind === 'plan' ? made(mended, usage) : fallback(request, mended.problems.join('; '), usage);
}

function made({ tasks, summary }: Extract<ParsedPlan, { kind: 'plan' }>, usage: Usage): MadePlan {
  return { tasks, summary, by: 'model', warnings: [], usage };
}

function read({ scope, earlier }: PlanRequest, { text, finishReason }: PlannerReply): ParsedPlan {
  // The tasks of a phase come after all that was done before it.
  const known = scope === 'phase' ? [] : staying(earlier?.tasks ?? []).map(({ id }) => id);
  const parsed = parsePlan(text, { finishReason, known });
  if (parsed.kind === 'problems' || scope === 'plan') return parsed;
  const phases = parsed.tasks.filter(({ type }) => type === 'PLANNING');
  if (phases.length === 0) return parsed;
  return { kind: 'problems', problems: phases.map(({ id }) => `task ${id} is PLANNING, but this is a phase already`) };
}

/** One task that can be worked on without a plan. */
function fallback({ goal, requirements }: PlanRequest, why: string, usage: Usage): MadePlan {
  const description = [goal, ...requirements].join('\n\n');
  const reason = why.length > 300 ? `${why.slice(0, 297)}...` : why;
  return {
    tasks: [{ id: 'task_1', description, type: 'FILE_WRITE', dependencies: [] }],
    summary: '',
    by: 'fallback',
    warnings: [`No plan could be made, so the goal is one task: ${reason.replace(/\.$/, '')}.`],
    usage,
  };
}

function requestText({ goal, requirements, scope, earlier, facts, prompts }: PlanRequest): string {
  const parts = [
    fillText(prompts.load('context/planner-request'), {
      goal,
      facts,
      requirements: requirements.length === 0 ? 'none' : requirements.map((text) => `- ${text}`).join('\n'),
    }),
  ];
  const tasks = earlier?.tasks ?? [];
  const done = staying(tasks).map(resultText).join('\n') || 'none';
  if (scope === 'phase') parts.push(fillText(prompts.load('context/planner-phase'), { done }));
  else if (earlier !== undefined)
    parts.push(
      fillText(prompts.load('context/planner-replan'), {
        reason: earlier.reason,
        done,
        dropped:
          tasks
            .filter((task) => !stays(task))
            .map(droppedText)
            .join('\n') || 'none',
        next: nextId(tasks),
      }),
    );
  return parts.join('\n\n');
}

function repairText({ prompts }: PlanRequest, problems: readonly string[]): string {
  return fillText(prompts.load('context/planner-repair'), { problems: problems.map((one) => `- ${one}`).join('\n') });
}

const stays = ({ status }: Task) => status === 'COMPLETED' || status === 'RUNNING';
const staying = (tasks: readonly Task[]) => tasks.filter(stays);

/** Bounded and fenced: what a task answered is no instruction. */
function resultText({ id, description, status, result = '' }: Task): string {
  const said = status === 'RUNNING' ? '(still running)' : bounded(result, mostOfResult);
  return fenced('result', `${oneLine(description)}\n---\n${said}`, `task="${id}"`);
}

function droppedText({ id, description, status, error }: Task): string {
  return `- ${id} (${status.toLowerCase()}): ${oneLine(description)}${error ? `; ${oneLine(error)}` : ''}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300);

/** The first of the ids that are free from there on. */
function nextId(tasks: readonly Task[]): string {
  const numbers = tasks.map(({ id }) => Number(/^task_(\d+)/.exec(id)?.[1] ?? 0));
  return `task_${Math.max(0, ...numbers) + 1}`;
}
