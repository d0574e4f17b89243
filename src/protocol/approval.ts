// A question that holds the agent until a person (or the turn's end) answers it.
import type { Display } from './display.js';

/** What runs without asking: `ask` reads only, `edits` file edits in the folder too, `all` everything not hard-denied, `never` reads only and nothing is asked. */
export type ApprovalLevel = 'ask' | 'edits' | 'all' | 'never';
export const approvalLevels: readonly ApprovalLevel[] = ['ask', 'edits', 'all', 'never'];

export interface ApprovalRequest {
  approvalId: string;
  /** `tool`: may this call run; `limit`: the turn reached a limit, may it go on; `question`: the model asks the person something. */
  subject: 'tool' | 'limit' | 'question';
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
  /** What "always" would save, in words; absent when it is not offered. */
  alwaysRule?: string;
  /** What a person may change before it runs: the shell line, or the arguments as JSON. */
  editable?: { kind: 'command' | 'arguments'; text: string };
  /** How many hunks of the previewed diffs can be taken one by one, counted through the diffs in order; absent: all or nothing. */
  hunks?: number;
  /** It is no longer what the model asked for: the person changed it. */
  changed?: boolean;
  /** How it will run, e.g. inside the sandbox or not. */
  notes?: string[];
  /** For a question: answers to pick from; a free answer is always possible. */
  choices?: string[];
}

export type ApprovalDecision =
  /** `hunks`: indexes from 0 of those taken; absent: all. */
  | { kind: 'once'; hunks?: number[] }
  | { kind: 'thread' }
  | { kind: 'always' }
  /** Not this, but that: the changed text of `editable`. It is checked and asked about anew, so that what is shown is what runs. */
  | { kind: 'edit'; text: string }
  /** To a question. */
  | { kind: 'answer'; text: string }
  | { kind: 'deny'; reason?: string };

/** Who answered: the person, a rule the person made in this thread, or the engine because the turn ended or nobody could be asked. */
export type ApprovalSource = 'user' | 'rule' | 'engine';
