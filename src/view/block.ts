// The kinds of block a conversation is made of. Owns the shapes only; the reducers fill them, *-lines.ts draw them.
// Every text in a block has been cleaned and is safe for a terminal.
import type { ErrorData } from '../base/error.js';
import type { ApprovalDecision, ApprovalRequest, ApprovalSource } from '../protocol/approval.js';
import type { Display } from '../protocol/display.js';
import type { ToolOutcome, TurnOutcome } from '../protocol/event.js';
import type { Task } from '../protocol/plan.js';
import type { TeamMetrics } from '../protocol/team.js';
import type { PlanView } from './plan-view.js';

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
  /** What was last decided about it, where it was asked about. */
  decided?: DecisionRecord;
  /** While it waits: for leave to run, or for the answer to a question of the model. */
  asks?: ApprovalRequest['subject'];
  /** What the model read, kept only when there is no display. */
  text: string;
}

/** The open question itself is in `View.approvals`. */
export interface DecisionRecord {
  subject: ApprovalRequest['subject'];
  decision: ApprovalDecision;
  by: ApprovalSource;
  /** What "this thread" or "always" allows from now on. */
  rule?: string;
  /** How many hunks could be taken one by one. */
  hunks?: number;
  /** It was about what the person had made of the call. */
  changed?: boolean;
}

/** Record of a decision that is about no call; those about calls stand with the call. */
export interface ApprovalBlock extends BlockBase, DecisionRecord {
  kind: 'approval';
  title: string;
}

export interface NoticeBlock extends BlockBase {
  kind: 'notice';
  level: 'info' | 'warning' | 'error';
  text: string;
  hint?: string;
  /** Markdown that is shown when the notice is unfolded. */
  detail?: string;
}

/** Written only for turns that did not end with an answer. */
export interface TurnEndBlock extends BlockBase {
  kind: 'turn-end';
  outcome: Exclude<TurnOutcome, 'answered'> | 'failed';
  steps: number;
  durationMs: number;
  error?: ErrorData;
}

/** A plan was proposed; what is in it is in `plan`, whose tasks follow as blocks of their own once it runs. */
export interface PlanBlock extends BlockBase {
  kind: 'plan';
  plan: PlanView;
}

/** One task of a plan that runs or ran, with all that was said and done in it. */
export interface TaskBlock extends BlockBase {
  kind: 'task';
  plan: PlanView;
  task: Task;
}

/** A team has ended its plan. */
export interface TeamBlock extends BlockBase {
  kind: 'team';
  metrics: TeamMetrics;
}

export type Block =
  | UserBlock
  | AssistantBlock
  | ToolBlock
  | ApprovalBlock
  | NoticeBlock
  | TurnEndBlock
  | PlanBlock
  | TaskBlock
  | TeamBlock;
