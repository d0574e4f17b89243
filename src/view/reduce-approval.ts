// Questions to the person: the inbox of open ones, and the record of each decision.
import type { ApprovalRequest } from '../protocol/approval.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { ApprovalBlock } from './block.js';
import { cleanDecision, cleanRequest } from './clean.js';
import { setToolWaiting } from './reduce-tool.js';
import type { View } from './view-model.js';

type Resolved = Extract<DurableEvent, { type: 'approval.resolved' }>;

export function requestApproval(view: View, envelope: Envelope, request: ApprovalRequest): boolean {
  view.approvals.push({
    request: cleanRequest(request),
    requestedAt: envelope.at,
    ...(envelope.agentId === undefined ? {} : { agentId: envelope.agentId }),
    ...(envelope.taskId === undefined ? {} : { taskId: envelope.taskId }),
  });
  setToolWaiting(view, request.callId, 'waiting', envelope.at);
  return true;
}

export function resolveApproval(view: View, at: number, event: Resolved): boolean {
  const pending = view.approvals.find((open) => open.request.approvalId === event.approvalId);
  if (pending === undefined) return false;
  view.approvals = view.approvals.filter((open) => open !== pending);
  const { title, threadRule, callId } = pending.request;
  setToolWaiting(view, callId, 'running', at);
  const tool = callId === undefined ? undefined : view.bookkeeping.tools.get(callId);
  if (tool && event.decision.kind === 'deny') tool.block.deniedAbove = true;
  const block: ApprovalBlock = {
    kind: 'approval',
    id: `approval-${event.approvalId}`,
    version: 0,
    title,
    decision: cleanDecision(event.decision),
    by: event.by,
    ...(threadRule === undefined ? {} : { threadRule }),
  };
  view.blocks.splice(placeOf(view, callId), 0, block);
  return true;
}

/** Before its call, whose result is still to come; at the end when it is about no call. */
function placeOf(view: View, callId: string | undefined): number {
  const tool = callId === undefined ? undefined : view.bookkeeping.tools.get(callId);
  const at = tool === undefined ? -1 : view.blocks.lastIndexOf(tool.block);
  return at === -1 ? view.blocks.length : at;
}
