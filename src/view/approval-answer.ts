// Answers to a question as a line of text, for front ends without dialogs: what may be typed, and what a line means.
import type { ApprovalDecision, ApprovalRequest } from '../protocol/approval.js';

/** What may be typed, ended by a colon. */
export function answerPrompt({ threadRule }: ApprovalRequest): string {
  const thread = threadRule === undefined ? '' : `a = in this thread: ${threadRule}, `;
  return `y = once, ${thread}n = deny (n REASON says why): `;
}

/** `y`, `a` where it is offered, `n` or `n REASON`; undefined for anything else. */
export function readAnswer(line: string, offersThread: boolean): ApprovalDecision | undefined {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(line) ?? [];
  const letter = word.toLowerCase();
  if (letter === 'n' || letter === 'no') return rest === '' ? { kind: 'deny' } : { kind: 'deny', reason: rest };
  if (rest !== '') return undefined;
  if (letter === 'y' || letter === 'yes') return { kind: 'once' };
  return letter === 'a' && offersThread ? { kind: 'thread' } : undefined;
}
