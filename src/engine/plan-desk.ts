// Where the person's word on a plan arrives: the answer to a review, and what is to become of single tasks. Owns no plan.
import { createDeferred, type Deferred } from '../base/deferred.js';
import { PaiError } from '../base/error.js';
import type { PlanAnswer, TaskAction } from '../protocol/command.js';
import type { Task } from '../protocol/plan.js';

export interface TaskWish {
  taskId: string;
  /** `look`: nothing is wanted of a task, but there may be something to begin. */
  action: TaskAction | 'look';
  reason?: string;
}

/** A plan that runs, as far as commands need to know it. */
export interface RunningPlan {
  planId: string;
  task(id: string): Task | undefined;
  /** Throws PaiError('conflict') when the wish makes no sense now. */
  check(task: Task, action: TaskAction): void;
  /** Absent: it is not carried out by a team. */
  team?(wish: { workers?: number; paused?: boolean }): void;
}

export interface PlanDesk {
  /** Waits for the next answer to this plan's review. `check` throws when an answer cannot be taken; the review then goes on. */
  review(planId: string, check: (answer: PlanAnswer) => void): Promise<PlanAnswer>;
  /** From now on wishes for its tasks are taken; undefined: no plan runs any more. */
  run(plan: RunningPlan | undefined): void;
  /** The next wish. */
  nextWish(): Promise<TaskWish>;
  /** Throws PaiError('not-found') when no such plan is in review. */
  answer(planId: string, answer: PlanAnswer): void;
  /** Throws PaiError('not-found' | 'conflict'). */
  control(planId: string, taskId: string, action: TaskAction, reason?: string): void;
  /** More or fewer workers, or a pause. Throws PaiError('conflict') where no team works. */
  controlTeam(wish: { workers?: number; paused?: boolean }): void;
  /** Where text for a task goes while an agent works on it; undefined: nobody does any more. */
  listen(taskId: string, take: ((text: string) => void) | undefined): void;
  /** Throws PaiError('not-found') when nobody works on that task. */
  steer(taskId: string, text: string): void;
  /** The turn is stopped: a review that waits is answered with cancel. */
  withdraw(): void;
}

export function createPlanDesk(): PlanDesk {
  let review: { planId: string; check(answer: PlanAnswer): void; answered: Deferred<PlanAnswer> } | undefined;
  let running: RunningPlan | undefined;
  let wishes: TaskWish[] = [];
  let waiting: Deferred<TaskWish> | undefined;

  const listeners = new Map<string, (text: string) => void>();

  const pass = (wish: TaskWish) => {
    const taker = waiting;
    waiting = undefined;
    if (taker) taker.resolve(wish);
    else wishes.push(wish);
  };
  const resolve = (answer: PlanAnswer) => {
    const answered = review?.answered;
    review = undefined;
    answered?.resolve(answer);
  };
  return {
    review(planId, check) {
      const answered = createDeferred<PlanAnswer>();
      review = { planId, check, answered };
      return answered.promise;
    },
    run(plan) {
      running = plan;
      wishes = [];
      waiting = undefined;
    },
    nextWish() {
      const next = wishes.shift();
      if (next) return Promise.resolve(next);
      waiting = createDeferred<TaskWish>();
      return waiting.promise;
    },
    answer(planId, answer) {
      if (review?.planId !== planId) throw new PaiError('not-found', 'that plan is not in review');
      review.check(answer);
      resolve(answer);
    },
    control(planId, taskId, action, reason) {
      if (running?.planId !== planId) throw new PaiError('not-found', 'that plan is not running');
      const task = running.task(taskId);
      if (task === undefined) throw new PaiError('not-found', `the plan has no task ${taskId}`);
      running.check(task, action);
      pass({ taskId, action, ...(reason === undefined ? {} : { reason }) });
    },
    controlTeam(wish) {
      if (running?.team === undefined) throw new PaiError('conflict', 'no team is at work');
      running.team(wish);
      // What waits for a free worker looks again.
      pass({ taskId: '', action: 'look' });
    },
    listen(taskId, take) {
      if (take === undefined) listeners.delete(taskId);
      else listeners.set(taskId, take);
    },
    steer(taskId, text) {
      const take = listeners.get(taskId);
      if (take === undefined) throw new PaiError('not-found', `nobody works on ${taskId} now`);
      take(text);
    },
    withdraw() {
      resolve({ kind: 'cancel' });
    },
  };
}
