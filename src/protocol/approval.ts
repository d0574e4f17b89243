// A question that holds the agent until a person (or the turn's end) answers it.
import type { Display } from './display.js';

/** What runs without asking: `ask` reads only, `edits` file edits in the folder too, `all` everything not hard-denied, `never` reads only and nothing is asked. */
export type ApprovalLevel = 'ask' | 'edits' | 'all' | 'never';
export const approvalLevels: readonly ApprovalLevel[] = ['ask', 'edits', 'all', 'never'];

export interface ApprovalRequest {
  approvalId: string;
  /** `tool`: may this call run; `limit`: the turn reached a limit, may it go on. */
  subject: 'tool' | 'limit';
  /** The tool call it is about; absent for limits. */
  callId?: string;
  toolName?: string;
  /** The call in a few words, e.g. `execute_command npm test`. */
  title: string;
  /** Why it needs asking. */
  reasons: string[];
  /** Everything that will happen: what is shown here is what runs. */
  preview: Display[];
  /** What "this thread" would allow from now on, in words; absent when it is not offered. */
  threadRule?: string;
}

export type ApprovalDecision = { kind: 'once' } | { kind: 'thread' } | { kind: 'deny'; reason?: string };

/** Who answered: the person, a rule the person made in this thread, or the engine because the turn ended or nobody could be asked. */
export type ApprovalSource = 'user' | 'rule' | 'engine';
