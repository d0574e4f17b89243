// Teams: who begins and ends with which task, verdicts, and what it came to. What agents say is routed by reduce-plan.ts.
import { stripControls } from '../base/sanitize.js';
import type { Envelope, Event, Mode } from '../protocol/event.js';
import type { TeamMetrics } from '../protocol/team.js';
import { addUsage, noUsage } from '../protocol/usage.js';
import { cleanOneLine } from './clean.js';
import type { PlanView } from './plan-view.js';
import { addNotice } from './reduce-notice.js';
import { settleTurn } from './reduce-turn.js';
import { type Review, verdictWord } from './team-view.js';
import type { View } from './view-model.js';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** A turn begins: whoever worked before is no longer there. */
export function beginTeam(view: View, mode: Mode): void {
  view.agents = new Map();
  view.team = mode === 'team' ? { workers: undefined, paused: false, metrics: undefined } : undefined;
}

export function changeTeam(view: View, { workers, paused }: EventOf<'team.changed'>): boolean {
  view.team = { workers, paused, metrics: view.team?.metrics };
  return true;
}

export function startAgent(view: View, event: EventOf<'agent.started'>): boolean {
  const agentId = cleanOneLine(event.agentId);
  const taskId = cleanOneLine(event.taskId);
  const known = view.agents.get(agentId) ?? { agentId, role: event.role, tasks: [], taskId, usage: noUsage };
  const tasks = [...known.tasks.filter((id) => id !== taskId), taskId];
  view.agents.set(agentId, { ...known, tasks, taskId: tasks[0] });
  view.team ??= { workers: undefined, paused: false, metrics: undefined };
  if (event.role === 'worker') view.plan?.workers.set(taskId, agentId);
  touch(view, taskId);
  return true;
}

export function completeAgent(view: View, event: EventOf<'agent.completed'>): boolean {
  const taskId = cleanOneLine(event.taskId);
  const agent = view.agents.get(cleanOneLine(event.agentId));
  if (!agent) return false;
  const tasks = agent.tasks.filter((id) => id !== taskId);
  const usage = addUsage(agent.usage, event.usage);
  view.agents.set(agent.agentId, { ...agent, tasks, taskId: tasks[0] ?? taskId, usage });
  touch(view, taskId);
  return true;
}

export function completeReview(view: View, event: EventOf<'review.completed'>): boolean {
  const taskId = cleanOneLine(event.taskId);
  const { approved, attempt } = event;
  const review: Review = { approved, attempt, reasons: event.reasons.map(stripControls) };
  const { plan } = view;
  if (!plan) return false;
  plan.reviews.set(taskId, [...(plan.reviews.get(taskId) ?? []), review]);
  // The verdict itself was written for the program.
  const said = plan.conversations.get(`${taskId} ${cleanOneLine(event.agentId)}`);
  if (said) {
    addNotice(said, approved ? 'info' : 'warning', [verdictWord(review), ...review.reasons].join('\n'));
    said.version++;
  }
  touch(view, taskId);
  return true;
}

/** A plan has ended: what the team came to, as a block of its own. */
export function showMetrics(view: View, { seq }: Envelope, it: PlanView, given: TeamMetrics): void {
  const agents = given.agents.map((agent) => ({ ...agent, agentId: cleanOneLine(agent.agentId) }));
  const metrics = { ...given, agents };
  view.team = { workers: metrics.workers, paused: false, metrics };
  view.blocks.push({ kind: 'team', id: `team-${seq ?? it.plan.planId}`, version: 0, metrics });
}

/** Nothing runs: agents and tasks that the log leaves in the middle are at rest. */
export function settleTeam(view: View): boolean {
  let isChanged = false;
  for (const agent of view.agents.values()) {
    isChanged ||= agent.tasks.length > 0;
    if (agent.tasks.length > 0) view.agents.set(agent.agentId, { ...agent, tasks: [] });
  }
  for (const conversation of view.plan?.conversations.values() ?? []) {
    if (!settleTurn(conversation)) continue;
    conversation.version++;
    isChanged = true;
  }
  if (isChanged && view.plan) view.plan.version++;
  return isChanged;
}

function touch({ plan, blocks }: View, taskId: string): void {
  if (!plan) return;
  plan.version++;
  const block = blocks.findLast((candidate) => candidate.kind === 'task' && candidate.task.id === taskId);
  if (block) block.version++;
}
