// The kinds of block a conversation is made of. Owns the shapes only; the reducers fill them, *-lines.ts draw them.
// Every text in a block has been cleaned and is safe for a terminal.
import type { ErrorData } from '../base/error.js';
import type { ApprovalDecision, ApprovalSource } from '../protocol/approval.js';
import type { Display } from '../protocol/display.js';
import type { ToolOutcome, TurnOutcome } from '../protocol/event.js';

interface BlockBase {
  /** Unique in the view; made from what the events say, so that a replay gives the same ids. */
  id: string;
  /** Grows with every visible change of this block. */
  version: number;
}

export interface UserBlock extends BlockBase {
  kind: 'user';
  text: string;
  /** Sent while the turn ran. */
  steered: boolean;
  /** `engine`: a guard's word to the model, which the person did not write. */
  from: 'user' | 'engine';
}

export interface AssistantBlock extends BlockBase {
  kind: 'assistant';
  text: string;
  reasoning: string;
  /** More may come. */
  streaming: boolean;
  /** The stream was cut or cancelled; the text is what had arrived. */
  partial: boolean;
}

/** `waiting`: for an approval; `interrupted`: it had started, and nobody knows how it ended. */
export type ToolState = 'running' | 'waiting' | ToolOutcome | 'interrupted';

export interface ToolBlock extends BlockBase {
  kind: 'tool';
  callId: string;
  name: string;
  /** The target in a few words, one line. */
  title: string;
  /** Of its turn; 0 outside of one. */
  step: number;
  state: ToolState;
  /** ms since 1970; moves when an approval lets the call run, as waiting does not count. */
  startedAt: number;
  durationMs?: number;
  /** Newest lines of live output; emptied when the call completes, whose display says it again. */
  progress: string[];
  display: Display[];
  /** The record of the denial stands right above it. */
  deniedAbove?: boolean;
  /** What the model read, kept only when there is no display. */
  text: string;
}

/** Record of a decision; the open question itself is in `View.approvals`. */
export interface ApprovalBlock extends BlockBase {
  kind: 'approval';
  title: string;
  decision: ApprovalDecision;
  by: ApprovalSource;
  /** What "this thread" allows from now on. */
  threadRule?: string;
}

export interface NoticeBlock extends BlockBase {
  kind: 'notice';
  level: 'info' | 'warning' | 'error';
  text: string;
  hint?: string;
}

/** Written only for turns that did not end with an answer. */
export interface TurnEndBlock extends BlockBase {
  kind: 'turn-end';
  outcome: Exclude<TurnOutcome, 'answered'> | 'failed';
  steps: number;
  durationMs: number;
  error?: ErrorData;
}

export type Block = UserBlock | AssistantBlock | ToolBlock | ApprovalBlock | NoticeBlock | TurnEndBlock;
