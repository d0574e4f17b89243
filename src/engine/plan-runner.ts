// A turn in plan or team mode: a plan is made and reviewed, its tasks run, a summary ends it. The graph and the scheduling are
// plan/'s business, who does the tasks is the crew's.
import type { TurnEnd } from '../agent/turn.js';
import type { PlanState } from '../plan/plan-state.js';
import { checkControl, runPlan } from '../plan/run-plan.js';
import { summarizePlan } from '../plan/summarize-plan.js';
import { type Plan, type PlannedPlan, plannedOf, type Task } from '../protocol/plan.js';
import { addUsage, noUsage } from '../protocol/usage.js';
import { type Crew, type PlanTurn, planTurn, soloCrew } from './crew.js';
import { afterFailure, expanded, replanned } from './plan-again.js';
import { prepare } from './plan-review.js';
import type { TaskParts } from './plan-task.js';
import type { SessionScope } from './scopes.js';

/** Runs the turn to its end. Rejects only when the log cannot be written. */
export async function runPlanTurn(
  parts: TaskParts,
  scope: SessionScope,
  crew: Crew = soloCrew(parts, scope),
): Promise<TurnEnd> {
  const turn = planTurn(parts, scope, crew);
  const end = (outcome: TurnEnd['outcome'], text: string): TurnEnd => ({
    outcome,
    text,
    steps: 1,
    usage: turn.spent.usage,
  });
  const state = await prepare(turn);
  if (state === undefined) return end('cancelled', '');
  const { plan } = state;
  if (parts.init.planOnly) {
    state.complete('CANCELLED');
    return end('answered', say(turn, JSON.stringify(plannedPlan(plan), null, 2)));
  }
  const startedAt = parts.state.clock.now();
  state.accept();
  await carryOut(turn, state);
  const status = scope.signal.aborted ? 'CANCELLED' : plan.tasks.every(isFine) ? 'COMPLETED' : 'FAILED';
  const team = crew.metrics?.(plan, parts.state.clock.now() - startedAt);
  state.complete(status, team);
  const text = say(turn, summarizePlan(plan, team));
  if (status === 'CANCELLED') return end('cancelled', text);
  // Where nobody could allow more, the money is what ended it, not the tasks.
  const limit = status === 'FAILED' && !parts.init.interactive ? parts.reachedLimit?.(noUsage) : undefined;
  if (limit === undefined) return end('answered', text);
  return { ...end('limit', text), error: { code: 'limit', message: `The plan was ended: ${limit.reason}.` } };
}

const isFine = ({ status, error }: Task) =>
  status === 'COMPLETED' || (status === 'SKIPPED' && error === 'skipped by the user');

async function carryOut(turn: PlanTurn, it: PlanState): Promise<void> {
  const { scope, crew, spent } = turn;
  const { plan } = it;
  scope.plans.run({
    planId: plan.planId,
    task: it.task,
    check: checkControl,
    ...(crew.control === undefined ? {} : { team: crew.control }),
  });
  try {
    await runPlan({
      state: it,
      parallel: crew.parallel,
      signal: scope.signal,
      async runTask(task, signal) {
        const end =
          (task.type === 'PLANNING' ? await expanded(turn, it, task) : undefined) ??
          (await crew.runTask(it, task, signal));
        spent.usage = addUsage(spent.usage, end.usage);
        return end;
      },
      replan: (from, reason) => replanned(turn, it, from, reason),
      afterFailure: (mayReplan, noLonger) => afterFailure(turn, plan, mayReplan, noLonger),
      nextControl: () => scope.plans.nextWish(),
      refused: (why) => void scope.emit({ type: 'notice.raised', level: 'warning', text: `Not planned anew: ${why}` }),
      started: (tasks) => tellParallel(scope, tasks),
    });
  } finally {
    scope.plans.run(undefined);
  }
}

/** The log names what runs at the same time. */
function tellParallel(scope: SessionScope, tasks: Task[]): void {
  if (tasks.length < 2) return;
  scope.emit({ type: 'notice.raised', level: 'info', text: `In parallel: ${tasks.map(({ id }) => id).join(', ')}` });
}

/** The plan's last word becomes part of the conversation, as one step of the model's would. */
function say({ scope, parts: { state } }: PlanTurn, text: string): string {
  scope.emit({ type: 'step.started', step: 1 });
  const messageId = state.newId('message');
  scope.emit({
    type: 'message.completed',
    messageId,
    text,
    reasoning: '',
    calls: [],
    finishReason: 'stop',
    partial: false,
  });
  scope.emit({ type: 'step.completed', step: 1, finishReason: 'stop', usage: noUsage });
  return text;
}

function plannedPlan({ planId, goal, summary, tasks }: Plan): PlannedPlan {
  return { planId, goal, summary, tasks: tasks.map(plannedOf) };
}
