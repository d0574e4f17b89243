// Questions that wait for a person. Whatever ends the turn resolves them; what is allowed without asking is decided in policy/.
import { createDeferred, type Deferred } from '../base/deferred.js';
import type { ApprovalDecision, ApprovalRequest } from '../protocol/approval.js';
import type { DurableEvent } from '../protocol/event.js';

export interface Approvals {
  /** Emits the request and waits for its answer. Rejects when the request cannot be written. */
  ask(request: ApprovalRequest): Promise<ApprovalDecision>;
  /** False when no such question waits (answered already, or never asked). */
  answer(approvalId: string, decision: ApprovalDecision): boolean;
  /** Denies all that wait: the turn ended. Throws afterwards when that could not be written. */
  withdrawAll(reason: string): void;
}

export function createApprovals(emit: (event: DurableEvent) => void): Approvals {
  const open = new Map<string, Deferred<ApprovalDecision>>();
  return {
    async ask(request) {
      emit({ type: 'approval.requested', request });
      const deferred = createDeferred<ApprovalDecision>();
      open.set(request.approvalId, deferred);
      return deferred.promise;
    },
    answer(approvalId, decision) {
      const waiting = open.get(approvalId);
      if (!waiting) return false;
      // First the log: an answer that cannot be written does not count, and the question stays.
      emit({ type: 'approval.resolved', approvalId, decision, by: 'user' });
      open.delete(approvalId);
      waiting.resolve(decision);
      return true;
    },
    withdrawAll(reason) {
      const faults: unknown[] = [];
      for (const [approvalId, waiting] of [...open]) {
        const decision: ApprovalDecision = { kind: 'deny', reason };
        open.delete(approvalId);
        waiting.resolve(decision);
        try {
          emit({ type: 'approval.resolved', approvalId, decision, by: 'engine' });
        } catch (error) {
          faults.push(error);
        }
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
