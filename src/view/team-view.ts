// A team as the screen sees it: who there is, who has which task, how reviews ended. Shapes and what follows from them; see reduce-team.ts.
import { type AgentRole, mostRetries, type TeamMetrics } from '../protocol/team.js';
import type { Usage } from '../protocol/usage.js';
import { glyphs } from './glyphs.js';
import type { PlanView } from './plan-view.js';
import type { StyleRole } from './span.js';
import { lookOfTask } from './task-look.js';
import type { View } from './view-model.js';

/** The reviewer's word on one try of a task. Texts are cleaned. */
export interface Review {
  approved: boolean;
  reasons: string[];
  /** Counts from 1. */
  attempt: number;
}

export interface AgentView {
  agentId: string;
  role: AgentRole;
  /** Tasks in hand, the oldest first; the reviewer may have several. */
  tasks: string[];
  /** The first of them, or the last it had. */
  taskId: string | undefined;
  /** Of what it has ended. */
  usage: Usage;
}

export interface TeamView {
  /** Undefined where only the log tells of it. */
  workers: number | undefined;
  paused: boolean;
  /** Of the last plan that this team has ended. */
  metrics: TeamMetrics | undefined;
}

export type AgentState = 'working' | 'waiting' | 'reviewing' | 'reviewed' | 'done' | 'idle';

export interface AgentLook {
  state: AgentState;
  glyph: string;
  role: StyleRole;
  /** For the title of its pane. */
  word: string;
  /** Where that does not fit. */
  short?: string;
}

const agentForm = /^(?:worker-\d+|reviewer)$/;

/** Those that have panes, workers by number and then the reviewer; those of the pool that have done nothing yet too. */
export function teamIds({ agents, team }: View): string[] {
  if (agents.size === 0) return [];
  const pool = Array.from({ length: team?.workers ?? 0 }, (_, at) => `worker-${at + 1}`);
  const ids = new Set([...pool, ...[...agents.keys()].filter((id) => agentForm.test(id)), 'reviewer']);
  return [...ids].sort((a, b) => numberOf(a) - numberOf(b));
}

const numberOf = (agentId: string) => Number(/\d+$/.exec(agentId)?.[0] ?? Number.MAX_SAFE_INTEGER);

/** What it says and does in its task, or the last one it had. */
export function conversationOfAgent({ plan, agents }: View, agentId: string): View | undefined {
  const taskId = agents.get(agentId)?.taskId;
  return taskId === undefined ? undefined : plan?.conversations.get(`${taskId} ${agentId}`);
}

export function lookOfAgent(view: View, agentId: string, ascii: boolean): AgentLook {
  const { plan, team } = view;
  const agent = view.agents.get(agentId);
  const signs = glyphs(ascii);
  const waiting = conversationOfAgent(view, agentId)?.approvals.length ?? 0;
  if (waiting > 0)
    return {
      state: 'waiting',
      glyph: signs.waiting,
      role: 'warning',
      word: `waiting for approval (${waiting})`,
      short: `waiting (${waiting})`,
    };
  if (agent && agent.tasks.length > 0) {
    const state = agent.role === 'reviewer' ? 'reviewing' : 'working';
    const more = agent.tasks.length > 1 ? `, ${agent.tasks.length - 1} more` : '';
    return { state, glyph: signs.running, role: 'accent', word: `${state}${more}` };
  }
  const task = plan?.plan.tasks.find(({ id }) => id === agent?.taskId);
  if (!agent || !task || !plan) return idle(signs.pending, team?.paused === true);
  if (agent.role === 'reviewer') return verdictLook(plan, task.id, ascii);
  if (task.status === 'RUNNING') return { state: 'reviewed', glyph: signs.running, role: 'accent', word: 'in review' };
  const { glyph, role, word } = lookOfTask(task, plan, ascii);
  return { state: 'done', glyph, role, word };
}

const idle = (glyph: string, paused: boolean): AgentLook => ({
  state: 'idle',
  glyph,
  role: 'dim',
  word: paused ? 'paused' : 'idle',
});

function verdictLook({ reviews }: PlanView, taskId: string, ascii: boolean): AgentLook {
  const last = reviews.get(taskId)?.at(-1);
  if (!last) return idle(glyphs(ascii).pending, false);
  return { state: 'done', ...verdictSign(last, ascii), word: verdictWord(last) };
}

export function verdictSign({ approved }: Review, ascii: boolean): { glyph: string; role: StyleRole } {
  const { ok, failed } = glyphs(ascii);
  return approved ? { glyph: ok, role: 'success' } : { glyph: failed, role: 'warning' };
}

/** `approved`, `rejected 1/2`: the first of two tries more. */
export function verdictWord({ approved, attempt }: Review): string {
  if (approved) return 'approved';
  return attempt <= mostRetries ? `rejected ${attempt}/${mostRetries}` : 'rejected';
}

/** Times a worker was told to mend its work. */
export function retriesOf({ reviews }: PlanView): number {
  const all = [...reviews.values()].flat();
  return all.filter(({ approved, attempt }) => !approved && attempt <= mostRetries).length;
}
