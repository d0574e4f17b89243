// Runs a plan: starts what is ready, waits, reacts to what ends and to what the person wants. How a task is done, and how
// one plans anew, is handed in; nothing here knows models or tools.
import { createDeferred } from '../base/deferred.js';
import { PaiError, toErrorData } from '../base/error.js';
import { problemsOf } from '../protocol/check-tasks.js';
import type { TaskAction } from '../protocol/command.js';
import type { PlannedTask, Task } from '../protocol/plan.js';
import { allDependentsOf } from '../protocol/task-graph.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { type PlanState, skippedByUser } from './plan-state.js';
import { leavingTasks, replacementFor, withPhase } from './replace-tasks.js';

/** `transient`: worth one more try, e.g. the connection broke. */
export type TaskEnd =
  | { kind: 'completed'; result: string; warning?: string; usage: Usage }
  | { kind: 'failed'; error: string; transient: boolean; usage: Usage }
  | { kind: 'expanded'; tasks: PlannedTask[]; result: string; usage: Usage };

/** What the person wants of one task. */
export interface TaskControl {
  taskId: string;
  /** `look`: nothing is wanted of a task, but there may be something to begin. */
  action: TaskAction | 'look';
  reason?: string;
}

/** What is to be done when nothing runs any more and tasks have failed. */
export type AfterFailure = 'finish' | 'retry' | 'replan' | { replan: string };

export interface PlanRunDeps {
  state: PlanState;
  /** Tasks at once. */
  parallel(): number;
  /** The whole plan is to stop. */
  signal: AbortSignal;
  /** Does one task to its end. `signal` ends it alone. Rejects only for faults of ours. */
  runTask(task: Task, signal: AbortSignal): Promise<TaskEnd>;
  /** Tasks in place of what is not done, reviewed by the person; undefined: none came, or they were refused. */
  replan(from: Task | undefined, reason: string): Promise<PlannedTask[] | undefined>;
  /** Asked when all has settled and something failed. */
  afterFailure(mayReplan: boolean, noLonger: AbortSignal): Promise<AfterFailure>;
  /** The next wish of the person; asked for anew after each. */
  nextControl(): Promise<TaskControl>;
  /** Says which tasks begin together. */
  started(tasks: Task[]): void;
  /** Says why something that was wanted is not done. */
  refused?(why: string): void;
}

const mostReplans = 2;
const transientTries = 2;

type Running = Map<string, { abort: AbortController; because?: TaskControl['action']; done: Promise<void> }>;

/** Resolves when no task runs and none will; the plan's end is told by the caller. */
export async function runPlan(deps: PlanRunDeps): Promise<void> {
  const { state, signal } = deps;
  const running: Running = new Map();
  let replans = 0;
  let fault: unknown;
  /** The person's next wish, waited for or being carried out: one at a time, so that none is carried out twice. */
  let wish: Promise<void> | undefined;
  let isCarryingOut = false;
  /** What is being planned anew; it does not start meanwhile. */
  let held: ReadonlySet<string> = new Set();

  const stopped = createDeferred<void>();
  const stopAll = () => {
    for (const { abort } of running.values()) abort.abort();
    stopped.resolve();
  };
  signal.addEventListener('abort', stopAll, { once: true });
  try {
    for (;;) {
      if (fault !== undefined) throw fault;
      if (!signal.aborted) startReady();
      if (running.size > 0) await Promise.race([...[...running.values()].map(({ done }) => done), controlled()]);
      else if (signal.aborted) return;
      else if (isCarryingOut) await Promise.race([controlled(), stopped.promise]);
      else if (isHalted()) await Promise.race([controlled(), stopped.promise]);
      else if (!(await mayGoOn())) return;
    }
  } finally {
    signal.removeEventListener('abort', stopAll);
    stopAll();
    await Promise.all([...running.values()].map(({ done }) => done));
  }

  /** Something could begin, but nothing is to. */
  function isHalted(): boolean {
    return deps.parallel() === 0 && state.ready().length > 0;
  }

  function startReady(): void {
    state.skipBlocked();
    const free = Math.max(0, deps.parallel() - running.size);
    const begun = state
      .ready()
      .filter(({ id }) => !held.has(id))
      .slice(0, free);
    if (begun.length === 0) return;
    for (const task of begun) start(task);
    deps.started(begun);
  }

  function start(task: Task): void {
    state.change(task.id, 'RUNNING');
    const abort = new AbortController();
    const entry: { abort: AbortController; because?: TaskControl['action']; done: Promise<void> } = {
      abort,
      done: Promise.resolve(),
    };
    entry.done = work(task, abort.signal)
      .then((end) => settle(task, end, entry.because))
      .catch((error: unknown) => {
        fault = error;
      })
      .finally(() => running.delete(task.id));
    running.set(task.id, entry);
  }

  /** A task's own faults fail it alone. */
  async function work(task: Task, taskSignal: AbortSignal): Promise<TaskEnd> {
    let spent = task.usage ?? noUsage;
    for (let attempt = 1; ; attempt++) {
      const end = await deps.runTask(task, taskSignal).catch((error: unknown): TaskEnd => {
        const { message } = toErrorData(error);
        return { kind: 'failed', error: message, transient: false, usage: noUsage };
      });
      spent = addUsage(spent, end.usage);
      if (end.kind !== 'failed' || !end.transient || attempt >= transientTries || taskSignal.aborted)
        return { ...end, usage: spent };
    }
  }

  function settle(task: Task, end: TaskEnd, because: TaskControl['action'] | undefined): void {
    const { usage } = end;
    if (signal.aborted && end.kind !== 'completed')
      state.change(task.id, 'SKIPPED', { error: 'the plan was stopped', usage });
    else if (because === 'restart') state.change(task.id, 'PENDING', { usage });
    else if (because === 'skip') state.change(task.id, 'SKIPPED', { error: skippedByUser, usage });
    else if (because === 'cancel' && end.kind === 'failed')
      state.change(task.id, 'FAILED', { error: 'stopped by the user', usage });
    else if (end.kind === 'failed') state.change(task.id, 'FAILED', { error: end.error, usage });
    else if (end.kind === 'expanded') expand(task, end);
    else {
      const { result, warning } = end;
      state.change(task.id, 'COMPLETED', { result, usage, ...(warning === undefined ? {} : { warning }) });
    }
  }

  function expand(phase: Task, { tasks: added, result, usage }: Extract<TaskEnd, { kind: 'expanded' }>): void {
    const tasks = withPhase(state.plan.tasks, phase, added);
    const problems = problemsOf(tasks);
    if (problems.length > 0) {
      state.change(phase.id, 'FAILED', { error: `the plan of this phase does not fit: ${problems.join('; ')}`, usage });
      return;
    }
    state.revise(tasks, 'phase');
    state.change(phase.id, 'COMPLETED', { result, usage });
  }

  function controlled(): Promise<void> {
    wish ??= deps
      .nextControl()
      .then((control) => {
        isCarryingOut = true;
        return carryOut(control);
      })
      .catch((error: unknown) => {
        fault = error;
      })
      .finally(() => {
        isCarryingOut = false;
        wish = undefined;
      });
    return wish;
  }

  async function carryOut({ taskId, action, reason }: TaskControl): Promise<void> {
    const task = state.task(taskId);
    if (task === undefined) return;
    const entry = running.get(taskId);
    if (action === 'retry') {
      if (task.status === 'FAILED' || task.status === 'SKIPPED') state.reset(taskId);
    } else if (action === 'replan') await replanFrom(task, reason ?? 'the user asked for it');
    else if (entry) {
      entry.because = action;
      entry.abort.abort();
    } else if (action === 'skip' && task.status !== 'COMPLETED' && task.status !== 'SKIPPED')
      state.change(taskId, 'SKIPPED', { error: skippedByUser });
  }

  async function replanFrom(task: Task | undefined, reason: string): Promise<boolean> {
    if (replans >= mostReplans) {
      deps.refused?.(`a plan is planned anew at most ${mostReplans} times`);
      return false;
    }
    replans++;
    held = leavingTasks(state.plan.tasks, task);
    const added = await deps.replan(task, reason).finally(() => {
      held = new Set();
    });
    if (added === undefined || signal.aborted) return false;
    const before = new Set(state.plan.tasks.map(({ id }) => id));
    const tasks = replacementFor(state.plan.tasks, added, task);
    const problems = problemsOf(tasks);
    if (problems.length > 0) {
      deps.refused?.(`the new plan does not fit: ${problems.join('; ')}`);
      return false;
    }
    state.revise(tasks, 'replan', reason);
    for (const { id } of tasks) if (!before.has(id)) wake(id);
    return true;
  }

  /** What was skipped because of the tasks that gave way may run behind the new ones. */
  function wake(id: string): void {
    for (const dependent of allDependentsOf(state.plan.tasks, id)) {
      const { status, error } = state.task(dependent)!;
      if (status === 'SKIPPED' && error !== skippedByUser) state.change(dependent, 'PENDING');
    }
  }

  /** Nothing runs: whether there is something to go on with. */
  async function mayGoOn(): Promise<boolean> {
    const failed = state.plan.tasks.filter(({ status }) => status === 'FAILED');
    if (failed.length === 0) return false;
    const asked = new AbortController();
    const answer = await Promise.race([
      deps.afterFailure(replans < mostReplans, asked.signal),
      controlled().then(() => 'look' as const),
      stopped.promise.then(() => 'finish' as const),
    ]);
    // A wish for one task makes the question idle.
    asked.abort();
    if (signal.aborted || answer === 'finish') return false;
    if (answer === 'retry') for (const { id } of failed) state.reset(id);
    if (answer === 'replan' || typeof answer === 'object') {
      const reasons = failed.map(({ id, error }) => `${id} failed: ${error ?? ''}`);
      const wish = typeof answer === 'object' ? [`the user says: ${answer.replan}`] : [];
      // Where nothing came of it the question is put again.
      await replanFrom(undefined, [...reasons, ...wish].join('; '));
    }
    return true;
  }
}

/** Share of finished tasks that were completed; 1 before any finished. */
export function successRate(tasks: readonly Pick<Task, 'status'>[]): number {
  const completed = tasks.filter(({ status }) => status === 'COMPLETED').length;
  const finished = tasks.filter(({ status }) => status === 'COMPLETED' || status === 'FAILED').length;
  return finished === 0 ? 1 : completed / finished;
}

/** Throws PaiError('conflict') when the action makes no sense for a task in this state. */
export function checkControl(task: Task, action: TaskAction): void {
  const fits: Record<TaskAction, boolean> = {
    retry: task.status === 'FAILED' || task.status === 'SKIPPED',
    restart: task.status === 'RUNNING',
    skip: task.status !== 'COMPLETED' && task.status !== 'SKIPPED',
    cancel: task.status === 'RUNNING',
    replan: task.status !== 'COMPLETED',
  };
  if (!fits[action])
    throw new PaiError('conflict', `task ${task.id} is ${task.status.toLowerCase()}: it cannot be told to ${action}`);
}
