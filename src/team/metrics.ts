// How a team did, in numbers, from what its tasks and reviews came to. Pure.
import type { Plan } from '../protocol/plan.js';
import type { AgentRole, TeamMetrics } from '../protocol/team.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';

export interface TeamRecord {
  workers: number;
  reviews: { taskId: string; approved: boolean; attempt: number }[];
  /** By agent, in the order they came. */
  agents: Map<string, { role: TeamMetrics['agents'][number]['role']; usage: Usage }>;
}

export function newRecord(workers: number): TeamRecord {
  return { workers, reviews: [], agents: new Map() };
}

export function countUsage(
  record: TeamRecord,
  agentId: string,
  role: TeamMetrics['agents'][number]['role'],
  usage: Usage,
): void {
  const known = record.agents.get(agentId);
  record.agents.set(agentId, { role, usage: addUsage(known?.usage ?? noUsage, usage) });
}

/** Rates are from 0 to 1; of nothing they are 1. `elapsedMs`: of the whole plan. */
export function metricsOf(record: TeamRecord, plan: Plan, elapsedMs: number): TeamMetrics {
  const { tasks } = plan;
  const completed = tasks.filter(({ status }) => status === 'COMPLETED');
  const serialMs = tasks.reduce(
    (sum, { startedAt, endedAt }) => sum + (startedAt !== undefined && endedAt !== undefined ? endedAt - startedAt : 0),
    0,
  );
  const approved = record.reviews.filter((review) => review.approved).length;
  return {
    workers: record.workers,
    completionRate: rate(completed.length, tasks.length),
    reviewPassRate: rate(approved, record.reviews.length),
    retries: record.reviews.filter(({ attempt }) => attempt > 1).length,
    warnings: completed.filter(({ warning }) => warning !== undefined).length,
    elapsedMs,
    serialMs,
    speedup: elapsedMs > 0 ? Math.round((serialMs / elapsedMs) * 100) / 100 : 1,
    agents: [...record.agents].map(([agentId, { role, usage }]) => ({ agentId, role, usage })).sort(byRole),
  };
}

const rate = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000);

const roleOrder: Record<AgentRole, number> = { planner: 0, worker: 1, reviewer: 2 };

function byRole(a: TeamMetrics['agents'][number], b: TeamMetrics['agents'][number]): number {
  return roleOrder[a.role] - roleOrder[b.role] || a.agentId.localeCompare(b.agentId);
}
