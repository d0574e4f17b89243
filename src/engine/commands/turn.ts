// Commands about the running turn and what is typed meanwhile.
import { PaiError } from '../../base/error.js';
import type { ApprovalDecision } from '../../protocol/approval.js';
import type { Mode } from '../../protocol/event.js';
import type { EngineState } from '../state.js';

export function startTurn({ session }: EngineState, input: string, mode?: Mode): void {
  if (input.trim() === '') throw new PaiError('usage', 'there is nothing to send: the message is empty');
  session.start(input, mode);
}

export function steerTurn({ session }: EngineState, text: string, taskId?: string): void {
  if (text.trim() === '') throw new PaiError('usage', 'there is nothing to send: the message is empty');
  if (taskId === undefined) session.steer(text);
  else session.plans.steer(taskId, text);
}

export function cancelTurn({ session }: EngineState): void {
  if (!session.cancel()) throw new PaiError('conflict', 'no turn is running');
}

export function removeQueued({ session }: EngineState, itemId: string): void {
  if (!session.removeQueued(itemId)) throw new PaiError('not-found', 'that message is not queued any more');
}

export function answerApproval({ session }: EngineState, approvalId: string, decision: ApprovalDecision): void {
  if (!session.answer(approvalId, decision))
    throw new PaiError('not-found', 'that question was answered already, or its turn has ended');
}
