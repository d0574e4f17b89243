// A plan that runs with tasks that a test ends by hand.
import { createDeferred, type Deferred } from '../../src/base/deferred.js';
import { createPlanState, newPlan } from '../../src/plan/plan-state.js';
import {
  type AfterFailure,
  type PlanRunDeps,
  runPlan,
  type TaskControl,
  type TaskEnd,
} from '../../src/plan/run-plan.js';
import type { DurableEvent } from '../../src/protocol/event.js';
import { noUsage } from '../../src/protocol/usage.js';
import { plannedTasks } from './plans.js';

export const completed = (result = 'ok'): TaskEnd => ({ kind: 'completed', result, usage: noUsage });
export const failed = (error = 'broken', transient = false): TaskEnd => ({
  kind: 'failed',
  error,
  transient,
  usage: noUsage,
});

/** Starts the plan at once. */
export function startPlanRun(graph: Record<string, string>, more: Partial<PlanRunDeps> = {}) {
  const events: DurableEvent[] = [];
  const plan = newPlan({ planId: 'p', goal: 'g', summary: '', tasks: plannedTasks(graph) });
  const state = createPlanState(plan, (event) => events.push(event), { now: () => 0 });
  const abort = new AbortController();
  const ends = new Map<string, Deferred<TaskEnd>>();
  const starts: string[] = [];
  const together: string[][] = [];
  const refused: string[] = [];
  const wishes: TaskControl[] = [];
  let taker: Deferred<TaskControl> | undefined;
  const questions: { mayReplan: boolean; answer: Deferred<AfterFailure>; noLonger: AbortSignal }[] = [];
  const replans: {
    from: string | undefined;
    reason: string;
    answer: Deferred<ReturnType<typeof plannedTasks> | undefined>;
  }[] = [];
  state.accept();
  const over = runPlan({
    state,
    parallel: () => 4,
    signal: abort.signal,
    runTask(task, signal) {
      starts.push(task.id);
      const end = createDeferred<TaskEnd>();
      ends.set(task.id, end);
      signal.addEventListener('abort', () => end.resolve(failed('aborted')));
      return end.promise;
    },
    replan(from, reason) {
      const answer = createDeferred<ReturnType<typeof plannedTasks> | undefined>();
      replans.push({ from: from?.id, reason, answer });
      return answer.promise;
    },
    afterFailure(mayReplan, noLonger) {
      const answer = createDeferred<AfterFailure>();
      questions.push({ mayReplan, answer, noLonger });
      return answer.promise;
    },
    nextControl() {
      const wish = wishes.shift();
      if (wish) return Promise.resolve(wish);
      taker = createDeferred<TaskControl>();
      return taker.promise;
    },
    started: (tasks) => together.push(tasks.map(({ id }) => id)),
    refused: (why) => refused.push(why),
    ...more,
  });
  // Looked at by the test; a rejection before that is no accident.
  over.catch(() => undefined);

  return {
    state,
    events,
    abort,
    starts,
    together,
    refused,
    questions,
    replans,
    over,
    async end(id: string, end: TaskEnd = completed()) {
      ends.get(id)!.resolve(end);
      await settled();
    },
    async control(wish: TaskControl) {
      if (taker) {
        const waiting = taker;
        taker = undefined;
        waiting.resolve(wish);
      } else wishes.push(wish);
      await settled();
    },
    /** `a COMPLETED`, `b SKIPPED: a failed` */
    states: () => state.plan.tasks.map(({ id, status, error }) => `${id} ${status}${error ? `: ${error}` : ''}`),
  };
}

/** All that follows from what was done so far has happened: none of it waits for anything but promises. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
