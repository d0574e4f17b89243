// Questions that wait for a person. Whatever ends the turn resolves them; what is allowed without asking is decided in policy/.
import { createDeferred, type Deferred } from '../base/deferred.js';
import type { ApprovalDecision, ApprovalRequest } from '../protocol/approval.js';
import type { DurableEvent } from '../protocol/event.js';

export interface Approvals {
  /** Emits the request and waits for its answer. Rejects when the request cannot be written. */
  ask(request: ApprovalRequest, emitAs?: (event: DurableEvent) => void): Promise<ApprovalDecision>;
  /** The question is of no use any more; nothing when it was answered. */
  withdraw(approvalId: string, reason: string): void;
  /** False when no such question waits (answered already, or never asked). */
  answer(approvalId: string, decision: ApprovalDecision): boolean;
  /** Denies all that wait: the turn ended. Throws afterwards when that could not be written. */
  withdrawAll(reason: string): void;
}

interface Waiting {
  answered: Deferred<ApprovalDecision>;
  /** Stamps with where it was asked, e.g. a task of a plan. */
  emit(event: DurableEvent): void;
}

/** `emit`: for questions of the turn itself. */
export function createApprovals(emit: (event: DurableEvent) => void): Approvals {
  const open = new Map<string, Waiting>();
  const withdraw = (approvalId: string, reason: string) => {
    const waiting = open.get(approvalId);
    if (!waiting) return;
    const decision: ApprovalDecision = { kind: 'deny', reason };
    open.delete(approvalId);
    waiting.answered.resolve(decision);
    waiting.emit({ type: 'approval.resolved', approvalId, decision, by: 'engine' });
  };
  return {
    async ask(request, emitAs = emit) {
      emitAs({ type: 'approval.requested', request });
      const answered = createDeferred<ApprovalDecision>();
      open.set(request.approvalId, { answered, emit: emitAs });
      return answered.promise;
    },
    withdraw,
    answer(approvalId, decision) {
      const waiting = open.get(approvalId);
      if (!waiting) return false;
      // First the log: an answer that cannot be written does not count, and the question stays.
      waiting.emit({ type: 'approval.resolved', approvalId, decision, by: 'user' });
      open.delete(approvalId);
      waiting.answered.resolve(decision);
      return true;
    },
    withdrawAll(reason) {
      const faults: unknown[] = [];
      for (const approvalId of [...open.keys()]) {
        try {
          withdraw(approvalId, reason);
        } catch (error) {
          faults.push(error);
        }
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
