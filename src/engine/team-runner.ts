// A turn in team mode: the same plan as in plan mode, its tasks done by workers and judged by a reviewer. Who works on what
// is team/'s business; each agent's work with the model is the same loop as everywhere.
import type { TurnEnd } from '../agent/turn.js';
import { fillText } from '../base/fill-text.js';
import type { PlanState } from '../plan/plan-state.js';
import type { TaskEnd } from '../plan/run-plan.js';
import type { Envelope } from '../protocol/event.js';
import type { Plan, Task } from '../protocol/plan.js';
import type { AgentRole, TeamMetrics } from '../protocol/team.js';
import { addUsage, type Usage } from '../protocol/usage.js';
import { countUsage, metricsOf, newRecord, type TeamRecord } from '../team/metrics.js';
import { readVerdict, type Verdict } from '../team/verdict.js';
import { workAndReview } from '../team/work-and-review.js';
import { createWorkerPool, type WorkerPool } from '../team/worker-pool.js';
import type { Crew } from './crew.js';
import { keeperOf, runLoop } from './model-loop.js';
import { runPlanTurn } from './plan-runner.js';
import { listening, type TaskParts, taskEnd, taskPrompt, workScope } from './plan-task.js';
import type { SessionScope } from './scopes.js';
import { type ChangeRecord, changesText, createChangeRecord } from './task-changes.js';
import { createTaskConversation } from './task-conversation.js';

const usualWorkers = 3;
const reviewerId = 'reviewer';

export async function runTeamTurn(parts: TaskParts, scope: SessionScope): Promise<TurnEnd> {
  const pool = createWorkerPool(parts.init.team?.workers ?? usualWorkers);
  const team: Team = { parts, scope, pool, record: newRecord(pool.size()), changes: createChangeRecord() };
  tellTeam(team);
  return runPlanTurn(parts, scope, crewOf(team));
}

interface Team {
  parts: TaskParts;
  scope: SessionScope;
  pool: WorkerPool;
  record: TeamRecord;
  changes: ChangeRecord;
}

function crewOf(team: Team): Crew {
  const { pool, parts } = team;
  return {
    planner: fillText(parts.prompts.load('modes/team-planner'), { planner: parts.prompts.load('modes/planner') }),
    ...(parts.roleModels?.planner === undefined ? {} : { plannerModel: parts.roleModels.planner }),
    parallel: pool.places,
    runTask: (it, task, signal) => doTask(team, it, task, signal),
    control({ workers, paused }) {
      if (workers !== undefined) pool.resize(workers);
      if (paused !== undefined) pool.pause(paused);
      team.record.workers = pool.size();
      tellTeam(team);
    },
    planned: (usage) => countUsage(team.record, 'planner', 'planner', usage),
    metrics: (plan, elapsedMs): TeamMetrics => metricsOf(team.record, plan, elapsedMs),
  };
}

function tellTeam({ scope, pool }: Team): void {
  scope.emit({ type: 'team.changed', workers: pool.size(), paused: pool.isPaused() });
}

/** A worker is held until its task has ended, reviews included. */
async function doTask(team: Team, it: PlanState, task: Task, signal: AbortSignal): Promise<TaskEnd> {
  const { pool, scope, record, changes } = team;
  const agentId = pool.take();
  const work = beginWork(team, it.plan, task, agentId, signal);
  const count = (agent: string, role: AgentRole, usage: Usage) => {
    countUsage(record, agent, role, usage);
    return usage;
  };
  try {
    return await workAndReview({
      signal,
      async work(feedback) {
        const end = await work(feedback);
        count(agentId, 'worker', end.usage);
        return end;
      },
      async review(result) {
        const changed = changesText(changes, task.id);
        const reviewed = await judge(team, it.plan, task, result, changed, signal);
        count(reviewerId, 'reviewer', reviewed.usage);
        return reviewed;
      },
      reviewed({ approved, reasons }, attempt) {
        record.reviews.push({ taskId: task.id, approved, attempt });
        scope.emit({ type: 'review.completed', agentId: reviewerId, taskId: task.id, approved, reasons, attempt });
      },
    });
  } finally {
    pool.release(agentId);
  }
}

/** The worker's conversation lasts over its tries, and ends with the task. */
function beginWork(team: Team, plan: Plan, task: Task, agentId: string, signal: AbortSignal) {
  const { parts, scope, changes } = team;
  const conversation = createTaskConversation(scope.threadId, taskPrompt(parts, plan, task));
  const own = workScope(scope, { taskId: task.id, agentId }, signal, (envelope: Envelope) => {
    conversation.take(envelope);
    changes.take(task.id, envelope);
  });
  const system = parts.systemPrompt('team-worker');
  const model = parts.roleModels?.worker;
  const work = { scope: own, system, conversation, ...(model === undefined ? {} : { model }) };
  const keeper = keeperOf(parts, work);
  return async (feedback: string[] | undefined): Promise<TaskEnd> => {
    scope.emit({ type: 'agent.started', agentId, role: 'worker', taskId: task.id });
    if (feedback !== undefined) {
      const reasons = feedback.map((reason) => `- ${reason}`).join('\n') || '- no reason was given';
      own.emit({
        type: 'turn.steered',
        by: 'engine',
        text: fillText(parts.prompts.load('context/team-feedback'), { reasons }),
      });
    }
    const end = taskEnd(await listening(own, task.id, () => runLoop(parts, { ...work, keeper })));
    scope.emit({ type: 'agent.completed', agentId, taskId: task.id, usage: end.usage });
    return end;
  };
}

/** One review: a conversation of its own, mended once when it has no verdict. */
async function judge(
  team: Team,
  plan: Plan,
  task: Task,
  result: string,
  changes: string,
  signal: AbortSignal,
): Promise<{ verdict: Verdict | undefined; usage: Usage }> {
  const { parts, scope } = team;
  const { id, type, description } = task;
  const prompt = fillText(parts.prompts.load('context/team-review'), {
    goal: plan.goal,
    id,
    type,
    description,
    result,
    changes,
  });
  const conversation = createTaskConversation(scope.threadId, prompt);
  // Reviews of several tasks may run at once; each is a pane's content of its own.
  const own = workScope(scope, { taskId: id, agentId: reviewerId }, signal, conversation.take);
  const model = parts.roleModels?.reviewer;
  const work = {
    scope: own,
    system: parts.prompts.load('modes/team-reviewer'),
    conversation,
    ...(model === undefined ? {} : { model }),
  };
  const withoutTools = { ...parts, toolbox: { ...parts.toolbox, definitions: [] } };
  const keeper = keeperOf(withoutTools, work);
  scope.emit({ type: 'agent.started', agentId: reviewerId, role: 'reviewer', taskId: id });
  let end = await runLoop(withoutTools, { ...work, keeper });
  let usage = end.usage;
  let verdict = readVerdict(end.text);
  if (verdict === undefined && end.outcome === 'answered') {
    own.emit({ type: 'turn.steered', by: 'engine', text: parts.prompts.load('context/team-verdict-repair') });
    end = await runLoop(withoutTools, { ...work, keeper });
    usage = addUsage(usage, end.usage);
    verdict = readVerdict(end.text);
  }
  scope.emit({ type: 'agent.completed', agentId: reviewerId, taskId: id, usage });
  return { verdict, usage };
}
