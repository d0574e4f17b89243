// Commands about a plan: the answer to its review, and what the person does to one task while it runs.
import { PaiError } from '../../base/error.js';
import type { Command, PlanAnswer } from '../../protocol/command.js';
import { mostWorkers } from '../../team/worker-pool.js';
import type { EngineState } from '../state.js';

export function answerPlan({ session }: EngineState, planId: string, answer: PlanAnswer): void {
  session.plans.answer(planId, answer);
}

export function controlTeam({ session }: EngineState, command: Extract<Command, { type: 'team.control' }>): void {
  const { workers, paused } = command;
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= mostWorkers))
    throw new PaiError('usage', `a team has 1 to ${mostWorkers} workers`);
  session.plans.controlTeam({
    ...(workers === undefined ? {} : { workers }),
    ...(paused === undefined ? {} : { paused }),
  });
}

export function controlTask({ session }: EngineState, command: Extract<Command, { type: 'task.control' }>): void {
  if (command.taskId === '') throw new PaiError('usage', 'no task was named');
  session.plans.control(command.planId, command.taskId, command.action, command.reason);
}
