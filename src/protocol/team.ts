// A team's people and numbers, as data.
import type { Usage } from './usage.js';

/** Times a worker may mend work that the reviewer sent back. */
export const mostRetries = 2;

export type AgentRole = 'planner' | 'worker' | 'reviewer';

/** At the end of a team's plan. Rates are from 0 to 1. */
export interface TeamMetrics {
  workers: number;
  completionRate: number;
  reviewPassRate: number;
  /** Times a worker had to mend its work. */
  retries: number;
  /** Tasks that were completed although the reviewer did not approve. */
  warnings: number;
  elapsedMs: number;
  /** The tasks' times added up. */
  serialMs: number;
  speedup: number;
  agents: { agentId: string; role: AgentRole; usage: Usage }[];
}
