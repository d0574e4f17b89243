// How a plan comes to run: made or read, proposed, edited and accepted by the person; or one that was interrupted is taken up.
import { PaiError } from '../base/error.js';
import { createPlanState, newPlan, type PlanState } from '../plan/plan-state.js';
import { problemsOf } from '../protocol/check-tasks.js';
import type { PlanAnswer } from '../protocol/command.js';
import { type PlannedPlan, type PlannedTask, plannedOf, resumePlanInput } from '../protocol/plan.js';
import type { PlanTurn } from './crew.js';
import { goalOf, isReviewed, plannedFor } from './plan-again.js';
import type { TaskParts } from './plan-task.js';
import type { SessionScope } from './scopes.js';

/** A plan that may run; undefined when the person dropped it or stopped the turn. */
export async function prepare(turn: PlanTurn): Promise<PlanState | undefined> {
  const { parts, scope } = turn;
  const { state, init } = parts;
  if (scope.input === resumePlanInput) return resumed(parts, scope);
  const planId = state.newId('plan');
  const requirements: string[] = [];
  for (;;) {
    const made = init.plan === undefined ? await plannedFor(turn, requirements) : fromFile(init.plan);
    if (scope.signal.aborted) return undefined;
    const planned: PlannedPlan = { planId, goal: goalOf(scope, init.plan), summary: made.summary, tasks: made.tasks };
    scope.emit({ type: 'plan.proposed', plan: planned, by: made.by, warnings: made.warnings });
    const plan = createPlanState(newPlan(planned), scope.emit, state.clock);
    if (!isReviewed(init)) return plan;
    const answer = await reviewed(scope, plan);
    if (answer.kind === 'run') return plan;
    if (answer.kind === 'cancel') {
      plan.complete('CANCELLED');
      return undefined;
    }
    requirements.push(answer.requirement);
  }
}

const fromFile = ({ summary, tasks }: PlannedPlan) => ({ summary, tasks, by: 'file' as const, warnings: [] });

/** Completed tasks stay; what ran when the program ended waits again, see thread/repair.ts. Throws PaiError('not-found'). */
function resumed({ state }: TaskParts, scope: SessionScope): PlanState {
  const plan = scope.log.openPlan();
  if (plan === undefined) throw new PaiError('not-found', 'there is no plan that was interrupted');
  const it = createPlanState(plan, scope.emit, state.clock);
  return it;
}

/** Takes edits until the plan is to run, to be dropped, or to be made anew. */
async function reviewed(
  scope: SessionScope,
  it: PlanState,
): Promise<Extract<PlanAnswer, { kind: 'run' | 'cancel' | 'add' }>> {
  const before: PlannedTask[][] = [];
  for (;;) {
    const answer = await scope.plans.review(it.plan.planId, (given) => checkAnswer(given, before.length));
    if (answer.kind === 'revise') {
      before.push(it.plan.tasks.map(plannedOf));
      it.revise(answer.tasks, 'user');
    } else if (answer.kind === 'undo') it.revise(before.pop() ?? [], 'user');
    else return answer;
  }
}

/** Throws PaiError('usage' | 'conflict') with what is wrong. */
function checkAnswer(answer: PlanAnswer, edits: number): void {
  if (answer.kind === 'undo' && edits === 0) throw new PaiError('conflict', 'there is no edit to undo');
  if (answer.kind === 'add' && answer.requirement.trim() === '')
    throw new PaiError('usage', 'the requirement is empty');
  if (answer.kind !== 'revise') return;
  const problems = problemsOf(answer.tasks);
  if (problems.length > 0) throw new PaiError('usage', problems.join('; '));
}
