// Questions to the person: the inbox of open ones, and the record of each decision, which stands with its call.
import type { ApprovalRequest } from '../protocol/approval.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { DecisionRecord } from './block.js';
import { cleanDecision, cleanRequest } from './clean.js';
import { setToolWaiting } from './reduce-tool.js';
import type { View } from './view-model.js';

type Resolved = Extract<DurableEvent, { type: 'approval.resolved' }>;

export function requestApproval(view: View, envelope: Envelope, given: ApprovalRequest): boolean {
  const request = cleanRequest(given);
  view.approvals.push({
    request,
    requestedAt: envelope.at,
    ...(envelope.agentId === undefined ? {} : { agentId: envelope.agentId }),
    ...(envelope.taskId === undefined ? {} : { taskId: envelope.taskId }),
  });
  const block = toolOf(view, request);
  if (block) {
    block.asks = request.subject;
    // The call is no longer what it was called with.
    if (request.changed) block.title = request.title.replace(`${block.name} `, '');
  }
  setToolWaiting(view, request.callId, 'waiting', envelope.at);
  return true;
}

export function resolveApproval(view: View, at: number, event: Resolved): boolean {
  const pending = view.approvals.find((open) => open.request.approvalId === event.approvalId);
  if (pending === undefined) return false;
  view.approvals = view.approvals.filter((open) => open !== pending);
  const { request } = pending;
  const record = recordOf(request, event);
  const block = toolOf(view, request);
  if (block) block.decided = record;
  // Of a task: its own conversation has the call and the record.
  else if (pending.taskId === undefined || request.callId === undefined) {
    const id = `approval-${event.approvalId}`;
    view.blocks.push({ kind: 'approval', id, version: 0, title: request.title, ...record });
  }
  setToolWaiting(view, request.callId, 'running', at);
  return true;
}

function recordOf(request: ApprovalRequest, { decision, by }: Resolved): DecisionRecord {
  const { subject, hunks, changed } = request;
  const rules = { thread: request.threadRule, always: request.alwaysRule };
  const rule = decision.kind === 'thread' || decision.kind === 'always' ? rules[decision.kind] : undefined;
  return {
    subject,
    decision: cleanDecision(decision),
    by,
    ...(rule === undefined ? {} : { rule }),
    ...(hunks === undefined ? {} : { hunks }),
    ...(changed === undefined ? {} : { changed }),
  };
}

function toolOf(view: View, { callId }: ApprovalRequest) {
  return callId === undefined ? undefined : view.bookkeeping.tools.get(callId)?.block;
}
