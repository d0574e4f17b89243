// Planning while a plan is there: the first time, a phase in detail, anew after a failure; and what to do when all has settled.

import type { PlanState } from '../plan/plan-state.js';
import type { MadePlan } from '../plan/planner.js';
import { makePlan } from '../plan/planner.js';
import { leavingTasks } from '../plan/replace-tasks.js';
import { type AfterFailure, successRate, type TaskEnd } from '../plan/run-plan.js';
import { describeFacts } from '../prompt/system-prompt.js';
import type { Plan, PlannedPlan, PlannedTask, Task } from '../protocol/plan.js';
import { addUsage, noUsage } from '../protocol/usage.js';
import { askModel } from './ask-model.js';
import type { Crew, PlanTurn } from './crew.js';
import type { EngineInit } from './engine-init.js';
import type { TaskParts } from './plan-task.js';
import type { SessionScope } from './scopes.js';
import { listTopFiles } from './top-files.js';

interface Earlier {
  tasks: Task[];
  reason: string;
}

/** Asks the planner, with a plan or a phase as the goal. */
export async function plannedFor(
  { parts, scope, crew, spent }: PlanTurn,
  requirements: string[],
  more: { earlier?: Earlier; phase?: Task } = {},
): Promise<MadePlan> {
  scope.emit({ type: 'notice.raised', level: 'info', text: more.phase ? `Planning ${more.phase.id}…` : 'Planning…' });
  const made = await makePlan({
    goal: more.phase?.description ?? goalOf(scope, parts.init.plan),
    requirements,
    scope: more.phase ? 'phase' : 'plan',
    ...(more.earlier === undefined ? {} : { earlier: more.earlier }),
    facts: `${describeFacts(parts.facts())}\n\n${await listTopFiles(parts.state.cwd)}`,
    prompts: promptsOf(parts, crew),
    ask: (messages) =>
      askModel(
        { spending: parts.state.spending, model: crew.plannerModel ?? parts.state.model },
        messages,
        scope.signal,
      ),
  });
  spent.usage = addUsage(spent.usage, made.usage);
  crew.planned?.(made.usage);
  return made;
}

function promptsOf({ prompts }: TaskParts, { planner }: Crew): Pick<TaskParts['prompts'], 'load'> {
  if (planner === undefined) return prompts;
  return { load: (name) => (name === 'modes/planner' ? planner : prompts.load(name)) };
}

/** A person is there who looks at plans before they run. */
export const isReviewed = ({ interactive, reviewPlans }: EngineInit): boolean => interactive && reviewPlans !== false;

export const goalOf = ({ input }: SessionScope, given: PlannedPlan | undefined): string => given?.goal ?? input;

/** The sub-plan of a phase; undefined when it is no more than one task, which is then done as it stands. */
export async function expanded(turn: PlanTurn, it: PlanState, task: Task): Promise<TaskEnd | undefined> {
  const made = await plannedFor(turn, [], {
    phase: task,
    earlier: { tasks: it.plan.tasks.filter(({ status }) => status === 'COMPLETED'), reason: 'this phase was reached' },
  });
  if (made.by === 'fallback' || made.tasks.length < 2 || it.plan.tasks.length + made.tasks.length > 100)
    return undefined;
  const inPhase = (id: string) => `${task.id}_${id.replace(/^task_/, '')}`;
  const tasks = made.tasks.map((sub) => ({ ...sub, id: inPhase(sub.id), dependencies: sub.dependencies.map(inPhase) }));
  return {
    kind: 'expanded',
    tasks,
    result: made.summary || `expanded to ${tasks.length} tasks`,
    // Counted already.
    usage: noUsage,
  };
}

/** Other tasks for what is not done, reviewed by the person. */
export async function replanned(
  turn: PlanTurn,
  it: PlanState,
  from: Task | undefined,
  reason: string,
): Promise<PlannedTask[] | undefined> {
  const { parts, scope } = turn;
  const goes = leavingTasks(it.plan.tasks, from);
  // What is neither done nor dropped stays as planned: it is told as if it were under way, so that it is not planned twice.
  const stays = it.plan.tasks
    .filter(({ id }) => !goes.has(id))
    .map((task): Task => (task.status === 'PENDING' ? { ...task, status: 'RUNNING' } : task));
  const dropped = it.plan.tasks.filter(({ id }) => goes.has(id));
  const made = await plannedFor(turn, [], { earlier: { tasks: [...stays, ...dropped], reason } });
  if (scope.signal.aborted) return undefined;
  if (made.by === 'fallback') {
    scope.emit({ type: 'notice.raised', level: 'warning', text: `Not planned anew: ${made.warnings.join(' ')}` });
    return undefined;
  }
  if (!isReviewed(parts.init)) return made.tasks;
  const preview = made.tasks.map(
    ({ id, description, dependencies }) =>
      `${id}  ${description}${dependencies.length > 0 ? `  (after ${dependencies.join(', ')})` : ''}`,
  );
  const decision = await scope.approvals.ask({
    approvalId: parts.state.newId('approval'),
    subject: 'question',
    title: `Take the new plan: ${made.tasks.length} tasks in place of what is not done?`,
    choices: [takeIt, 'Keep the plan as it is'],
    reasons: [reason],
    preview: [{ kind: 'list', title: 'tasks', items: preview, total: preview.length }],
  });
  return decision.kind === 'answer' && decision.text === takeIt ? made.tasks : undefined;
}

const takeIt = 'Take the new plan';

type Offered = Extract<AfterFailure, string>;
const choices: Record<Offered, string> = {
  retry: 'Run the failed tasks again',
  replan: 'Plan anew what is not done',
  finish: 'Finish the plan as it is',
};

/** Asked when all has settled and something failed. */
export async function afterFailure(
  { parts: { state, init }, scope }: PlanTurn,
  plan: Plan,
  mayReplan: boolean,
  noLonger: AbortSignal,
): Promise<AfterFailure> {
  const failed = plan.tasks.filter(({ status }) => status === 'FAILED');
  const isPoor = successRate(plan.tasks) < 0.5;
  // Nobody is there: a plan that mostly failed is planned anew, as far as that is allowed.
  if (!init.interactive) return isPoor && mayReplan ? 'replan' : 'finish';
  const offered: Offered[] =
    isPoor && mayReplan
      ? ['replan', 'retry', 'finish']
      : mayReplan
        ? ['retry', 'replan', 'finish']
        : ['retry', 'finish'];
  const approvalId = state.newId('approval');
  noLonger.addEventListener('abort', () => scope.approvals.withdraw(approvalId, 'the user went on with a task'), {
    once: true,
  });
  const decision = await scope.approvals.ask({
    approvalId,
    subject: 'question',
    title: `${failed.length === 1 ? 'A task' : `${failed.length} tasks`} failed: ${failed.map(({ id }) => id).join(', ')}. What now?`,
    reasons: failed.map(({ id, error = 'failed' }) => `${id}: ${error.split('\n')[0]?.slice(0, 200)}`),
    preview: [],
    choices: offered.map((one) => choices[one]),
  });
  if (decision.kind !== 'answer') return 'finish';
  const chosen = offered.find((one) => choices[one] === decision.text);
  // Words of one's own are what is to be done differently.
  return chosen ?? (mayReplan && decision.text.trim() !== '' ? { replan: decision.text } : 'finish');
}
