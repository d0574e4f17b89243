// Does one task of a plan: a loop of its own, with the results of the tasks before it. What tasks there are is the plan's business.
import type { TurnEnd } from '../agent/turn.js';
import { bounded } from '../base/cut-text.js';
import type { ErrorCode } from '../base/error.js';
import { fenced } from '../base/fenced.js';
import { fillText } from '../base/fill-text.js';
import type { TaskEnd } from '../plan/run-plan.js';
import type { ThreadFacts, WorkMode } from '../prompt/system-prompt.js';
import type { Event } from '../protocol/event.js';
import type { Plan, Task } from '../protocol/plan.js';
import type { AgentRole } from '../protocol/team.js';
import type { Usage } from '../protocol/usage.js';
import { createInputQueue } from './input-queue.js';
import type { ActiveModel } from './model.js';
import { keeperOf, type LoopParts, runLoop } from './model-loop.js';
import type { SessionScope, WorkScope } from './scopes.js';
import { createTaskConversation } from './task-conversation.js';

/** Of one result, for the tasks behind it; of all that a task is given. */
const mostOfResult = 4000;
const mostOfResults = 16_000;
const mostKept = 8000;
const transientCodes: ReadonlySet<ErrorCode> = new Set(['network', 'stall', 'rate-limit']);

export interface TaskParts extends LoopParts {
  systemPrompt(mode: WorkMode): string;
  /** What the turn has spent; grows with every call that has ended. */
  spent: { usage: Usage };
  facts(): ThreadFacts;
  /** Other models than the thread's for some of a team. */
  roleModels?: Partial<Record<AgentRole, ActiveModel>>;
}

/** A scope of its own for one piece of work: stamped events, its own stop, its own view of the files. */
export function workScope(
  scope: SessionScope,
  work: WorkScope,
  signal: AbortSignal,
  onEvent: (envelope: ReturnType<SessionScope['emit']>) => void,
): SessionScope {
  const emit = (event: Event) => {
    const envelope = scope.emit(event, work);
    onEvent(envelope);
    return envelope;
  };
  // Text for a task is steered to it alone; its queue is never shown.
  const queue = createInputQueue(
    () => undefined,
    () => '',
  );
  return {
    ...scope,
    agent: [scope.turnId, work.taskId, work.agentId].join(' '),
    signal,
    emit,
    seenFiles: new Map<string, string>(),
    approvals: { ...scope.approvals, ask: (request) => scope.approvals.ask(request, emit) },
    queue,
  };
}

/** Does a piece of a task's work while the person can talk to it. */
export async function listening<T>({ plans, queue }: SessionScope, taskId: string, work: () => Promise<T>): Promise<T> {
  plans.listen(taskId, queue.steer);
  try {
    return await work();
  } finally {
    plans.listen(taskId, undefined);
  }
}

/** Runs a task's loop to its end. */
export async function runTask(
  parts: TaskParts,
  scope: SessionScope,
  plan: Plan,
  task: Task,
  signal: AbortSignal,
): Promise<TaskEnd> {
  const conversation = createTaskConversation(scope.threadId, taskPrompt(parts, plan, task));
  const own = workScope(scope, { taskId: task.id }, signal, conversation.take);
  const system = parts.systemPrompt('plan');
  const keeper = keeperOf(parts, { scope: own, system, conversation });
  return taskEnd(await listening(own, task.id, () => runLoop(parts, { scope: own, system, conversation, keeper })));
}

/** What the agent of a task is told first. */
export function taskPrompt({ prompts }: Pick<TaskParts, 'prompts'>, plan: Plan, task: Task): string {
  const results = resultsFor(plan, task);
  const facts = {
    goal: plan.goal,
    id: task.id,
    type: task.type,
    description: task.description,
    results: results === '' ? '' : fillText(prompts.load('context/plan-results'), { results }),
  };
  return fillText(prompts.load('context/plan-task'), facts).trim();
}

/** Of its direct dependencies only; fenced, so that they are taken for what they are. */
function resultsFor({ tasks }: Plan, { dependencies }: Task): string {
  const found = tasks.filter(({ id, result }) => dependencies.includes(id) && result !== undefined);
  const each = Math.min(mostOfResult, Math.floor(mostOfResults / Math.max(1, found.length)));
  return found
    .map(({ id, description, result = '' }) => {
      const about = description.replace(/["\n<>]/g, ' ').slice(0, 120);
      return fenced('result', bounded(result, each), `task="${id}" about="${about}"`);
    })
    .join('\n');
}

/** What the loop's end means for the task. */
export function taskEnd({ outcome, text, error, usage }: TurnEnd): TaskEnd {
  const reason = /^\s*\**FAILED:?\**:?\s*([\s\S]*)$/.exec(text)?.[1]?.trim();
  if (outcome === 'answered' && reason === undefined)
    return { kind: 'completed', result: text.slice(0, mostKept), usage };
  if (outcome === 'answered')
    return {
      kind: 'failed',
      error: reason?.slice(0, mostOfResult) || 'the task reports that it failed',
      transient: false,
      usage,
    };
  const message = error?.message ?? (outcome === 'cancelled' ? 'stopped by the user' : 'a limit was reached');
  const transient = outcome === 'failed' && error !== undefined && transientCodes.has(error.code);
  return { kind: 'failed', error: message, transient, usage };
}
