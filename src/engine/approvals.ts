// Questions that wait for a person. Whatever ends the turn resolves them; what is allowed without asking is decided in policy/.
import { createDeferred, type Deferred } from '../base/deferred.js';
import type { ApprovalDecision, ApprovalRequest, ApprovalSource } from '../protocol/approval.js';
import type { DurableEvent } from '../protocol/event.js';

export interface Approvals {
  /** Emits the request and waits for its answer. */
  ask(request: ApprovalRequest): Promise<ApprovalDecision>;
  /** False when no such question waits (answered already, or never asked). */
  answer(approvalId: string, decision: ApprovalDecision, by?: ApprovalSource): boolean;
  /** Denies all that wait: the turn ended. */
  withdrawAll(reason: string): void;
}

export function createApprovals(emit: (event: DurableEvent) => void): Approvals {
  const open = new Map<string, Deferred<ApprovalDecision>>();
  const resolve: Approvals['answer'] = (approvalId, decision, by = 'user') => {
    const waiting = open.get(approvalId);
    if (!waiting) return false;
    open.delete(approvalId);
    emit({ type: 'approval.resolved', approvalId, decision, by });
    waiting.resolve(decision);
    return true;
  };
  return {
    ask(request) {
      const deferred = createDeferred<ApprovalDecision>();
      open.set(request.approvalId, deferred);
      emit({ type: 'approval.requested', request });
      return deferred.promise;
    },
    answer: resolve,
    withdrawAll(reason) {
      for (const approvalId of [...open.keys()]) resolve(approvalId, { kind: 'deny', reason }, 'engine');
    },
  };
}
