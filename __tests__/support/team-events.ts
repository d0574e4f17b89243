// Events of a team at work: six tasks, three workers, a reviewer.
import type { Event } from '../../src/protocol/event.js';
import type { PlannedTask, TaskStatus } from '../../src/protocol/plan.js';
import type { TeamMetrics } from '../../src/protocol/team.js';
import { noUsage, type Usage } from '../../src/protocol/usage.js';
import type { AppInHand } from './open-app.js';
import { changed, planned, proposed } from './plan-events.js';
import { called, completed, delta, said } from './thread-events.js';

export const sixTasks: PlannedTask[] = [
  planned('task_1', 'read the login code', [], 'FILE_READ'),
  planned('task_2', 'check passwords', ['task_1'], 'FILE_WRITE'),
  planned('task_3', 'test the form', ['task_1'], 'FILE_WRITE'),
  planned('task_4', 'install the hash', ['task_1'], 'COMMAND'),
  planned('task_5', 'write the notes', ['task_2'], 'FILE_WRITE'),
  planned('task_6', 'run all tests', ['task_3', 'task_4'], 'COMMAND'),
];

export const teamTurn = (input = 'make the login safe'): Event => ({
  type: 'turn.started',
  input,
  mode: 'team',
  model: 'glm-5.1',
});
export const teamOf = (workers: number, paused = false): Event => ({ type: 'team.changed', workers, paused });
export const begins = (agentId: string, taskId: string): Event => ({
  type: 'agent.started',
  agentId,
  role: agentId === 'reviewer' ? 'reviewer' : 'worker',
  taskId,
});
export const ends = (agentId: string, taskId: string, usage: Usage = noUsage): Event => ({
  type: 'agent.completed',
  agentId,
  taskId,
  usage,
});
export const judged = (taskId: string, attempt: number, ...reasons: string[]): Event => ({
  type: 'review.completed',
  agentId: 'reviewer',
  taskId,
  approved: reasons.length === 0,
  reasons,
  attempt,
});
export const state = (taskId: string, status: TaskStatus) => changed(taskId, status);

export const teamMetrics: TeamMetrics = {
  workers: 3,
  completionRate: 1,
  reviewPassRate: 0.857,
  retries: 1,
  warnings: 0,
  elapsedMs: 62_000,
  serialMs: 141_000,
  speedup: 2.27,
  agents: [
    { agentId: 'planner', role: 'planner', usage: { ...noUsage, input: 2100, output: 400, costUsd: 0.002 } },
    { agentId: 'worker-1', role: 'worker', usage: { ...noUsage, input: 41_000, output: 2300, costUsd: 0.021 } },
    { agentId: 'reviewer', role: 'reviewer', usage: { ...noUsage, input: 9000, output: 500, costUsd: 0.004 } },
  ],
};

/** The first task was rejected, mended and approved; three workers have one each of the three that follow. */
export function workTogether({ engine }: AppInHand): void {
  engine.emit(teamTurn(), teamOf(3), proposed(sixTasks), { type: 'plan.accepted', planId: 'plan-1' });
  engine.emit(state('task_1', 'RUNNING'), begins('worker-1', 'task_1'));
  engine.emitBy('worker-1', 'task_1', said('w1-1', 'The login is in `src/login.ts`.'));
  engine.emit(ends('worker-1', 'task_1'), begins('reviewer', 'task_1'));
  engine.emitBy('reviewer', 'task_1', said('r-1', '{"approved": false, "reasons": ["name the tests too"]}'));
  engine.emit(ends('reviewer', 'task_1'), judged('task_1', 1, 'name the tests too'), begins('worker-1', 'task_1'));
  engine.emitBy('worker-1', 'task_1', said('w1-2', 'Its tests are in `tests/login`.'));
  engine.emit(ends('worker-1', 'task_1'), begins('reviewer', 'task_1'));
  engine.emitBy('reviewer', 'task_1', said('r-2', '{"approved": true, "reasons": []}'));
  engine.emit(ends('reviewer', 'task_1'), judged('task_1', 2), state('task_1', 'COMPLETED'));
  ['task_2', 'task_3', 'task_4'].forEach((taskId, at) => {
    engine.emit(state(taskId, 'RUNNING'), begins(`worker-${at + 1}`, taskId));
  });
  engine.emitBy('worker-1', 'task_2', called('c1', 'edit_file', 'src/login.ts'));
  engine.emitBy(
    'worker-1',
    'task_2',
    completed('c1', [{ kind: 'text', text: 'edited' }]),
    delta('w1-3', 'Now the hash '),
  );
  engine.emitBy('worker-2', 'task_3', delta('w2-1', 'Reading the old tests first'));
  engine.emitBy('worker-3', 'task_4', delta('w3-1', 'The lock file first'));
}
