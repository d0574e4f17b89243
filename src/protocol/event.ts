// Everything the engine says. Names are `noun.verb` in the past tense; all of it is plain JSON.
// Durable events carry `seq`, are written to the thread's log first and delivered after; live ones may be merged or dropped.
import type { ErrorData } from '../base/error.js';
import type { ApprovalDecision, ApprovalLevel, ApprovalRequest, ApprovalSource } from './approval.js';
import type { Display } from './display.js';
import type { FinishReason, ToolCall } from './message.js';
import type { PlannedPlan, PlannedTask, TaskStatus } from './plan.js';
import type { QueryResult } from './query.js';
import type { SnapshotKind } from './snapshot.js';
import type { AgentRole, TeamMetrics } from './team.js';
import type { Usage } from './usage.js';

export type Mode = 'react' | 'plan' | 'team';

/** How a called tool ended. `denied`: policy or person; `stopped`: it had started when the turn was cancelled; `skipped`: it never started. */
export type ToolOutcome = 'ok' | 'failed' | 'denied' | 'timed-out' | 'stopped' | 'skipped';

export type TurnOutcome = 'answered' | 'cancelled' | 'limit';

/** Why the context was made smaller: its limit came near, the server refused it as too long, or a person asked. */
export type CompactionCause = 'limit' | 'overflow' | 'user';

/** From here on the model is sent less than the log holds. Token counts are of the whole context, estimated. */
export interface ContextCompacted {
  type: 'context.compacted';
  cause: CompactionCause;
  /** Results of tools up to this event are replaced by a note; 0: none are. */
  clearedThroughSeq: number;
  /** Everything up to this event is replaced by `summary`; 0: nothing is. */
  summarizedThroughSeq: number;
  /** For the person, Markdown; empty where nothing was summarised. */
  summary: string;
  /** What stands for the replaced part: a user message and an acknowledgement. Absent where nothing was summarised. */
  standIn?: { user: string; assistant: string };
  /** `model`: written by the model; `extract`: put together from the messages, because the model could not. */
  method?: 'model' | 'extract';
  beforeTokens: number;
  afterTokens: number;
  /** Of the calls that wrote the summary. */
  usage?: Usage;
}

/** Files were put back to how they were at snapshot `number`. Paths are relative to the working folder. */
export interface SnapshotRestored {
  type: 'snapshot.restored';
  number: number;
  by: 'user' | 'agent';
  restored: string[];
  deleted: string[];
  /** Left as they are, and why in a few words. */
  kept: { path: string; why: string }[];
  failed: { path: string; message: string }[];
  /** Stood in the way, and where it is now. */
  movedAside: { path: string; to: string }[];
  /** What the model reads of it, as a user message; absent where it is told otherwise. */
  text?: string;
}

export type DurableEvent =
  /** `forkedFrom`: the thread that this one began as a copy of. */
  | { type: 'thread.created'; cwd: string; title: string; forkedFrom?: string }
  | { type: 'turn.started'; input: string; mode: Mode; model: string }
  /** A user message before the next step: what the user sent while the turn ran, or (`by: 'engine'`) a guard's nudge to the model. */
  | { type: 'turn.steered'; text: string; by?: 'engine' }
  | { type: 'step.started'; step: number }
  /** `partial`: the stream was cut or cancelled; what had arrived is kept. */
  | {
      type: 'message.completed';
      messageId: string;
      text: string;
      reasoning: string;
      calls: ToolCall[];
      finishReason: FinishReason;
      partial: boolean;
    }
  /** `title` is the target in a few words, e.g. `src/date.ts 1–80`. */
  | { type: 'tool.called'; callId: string; name: string; arguments: string; title: string }
  /** `text` is what the model reads; `display` what the screen shows. */
  | {
      type: 'tool.completed';
      callId: string;
      outcome: ToolOutcome;
      text: string;
      display: Display[];
      durationMs: number;
    }
  /** A command of the user's own began. It belongs to no turn; its live output is `tool.progress` with its id. */
  | { type: 'shell.started'; shellId: string; command: string }
  /** `text` is what the model reads, as a user message; `failed` also when the exit code was not 0. */
  | {
      type: 'shell.completed';
      shellId: string;
      outcome: Extract<ToolOutcome, 'ok' | 'failed' | 'stopped'>;
      text: string;
      display: Display[];
      durationMs: number;
    }
  | { type: 'approval.requested'; request: ApprovalRequest }
  | { type: 'approval.resolved'; approvalId: string; decision: ApprovalDecision; by: ApprovalSource }
  | ContextCompacted
  /** A plan that waits for its review; where nobody can be asked it runs at once. `by`: `fallback` is one task in place of a plan that could not be made. */
  | { type: 'plan.proposed'; plan: PlannedPlan; by: 'model' | 'fallback' | 'file'; warnings: string[] }
  /** Other tasks in the same plan: edited in review, planned anew, or a phase that was expanded. Tasks that stay keep their state. */
  | { type: 'plan.revised'; planId: string; tasks: PlannedTask[]; by: 'user' | 'replan' | 'phase'; reason?: string }
  | { type: 'plan.accepted'; planId: string }
  /** What happens inside a task (messages, calls, questions) are the usual events with its `taskId` on the envelope. */
  | {
      type: 'task.changed';
      planId: string;
      taskId: string;
      status: TaskStatus;
      result?: string;
      error?: string;
      warning?: string;
      usage?: Usage;
    }
  | { type: 'plan.completed'; planId: string; status: 'COMPLETED' | 'FAILED' | 'CANCELLED'; team?: TeamMetrics }
  /** One of a team takes up a task; its words and calls carry its id and the task's. */
  | { type: 'agent.started'; agentId: string; role: AgentRole; taskId: string }
  | { type: 'agent.completed'; agentId: string; taskId: string; usage: Usage }
  /** `attempt` counts from 1. */
  | { type: 'review.completed'; agentId: string; taskId: string; approved: boolean; reasons: string[]; attempt: number }
  /** The last turns were taken back: for the model and the screen the thread ends before `fromSeq`. The log keeps them. `turns`: how many. */
  | { type: 'thread.rewound'; fromSeq: number; turns: number }
  /** The newest `thread.rewound` that was not undone yet is undone; only before another turn begins. */
  | { type: 'thread.restored' }
  /** The state of the folder was stored; comes when it is done, in a turn or after it. `files`: changed since the snapshot before. */
  | { type: 'snapshot.taken'; number: number; kind: SnapshotKind; files: number; turnId?: string }
  | SnapshotRestored
  | { type: 'step.completed'; step: number; finishReason: FinishReason; usage: Usage }
  /** Exactly one of `turn.completed` and `turn.failed` closes a turn. `text` is the answer. */
  | {
      type: 'turn.completed';
      outcome: TurnOutcome;
      text: string;
      steps: number;
      usage: Usage;
      durationMs: number;
      error?: ErrorData;
    }
  | { type: 'turn.failed'; error: ErrorData; text: string; steps: number; usage: Usage; durationMs: number };

export type LiveEvent =
  | {
      type: 'engine.ready';
      cwd: string;
      provider: string;
      model: string;
      /** The model is the built-in scripted one. */
      demo: boolean;
      approvals: ApprovalLevel;
      mode: Mode;
      contextWindow: number;
      /** The window is a guess, not the catalogue's or the user's number. */
      contextWindowAssumed: boolean;
    }
  /** No turn runs and nothing is queued. */
  | { type: 'engine.idle' }
  | { type: 'command.accepted'; commandId: string }
  | { type: 'command.rejected'; commandId: string; error: ErrorData }
  | { type: 'query.answered'; commandId: string; result: QueryResult }
  | { type: 'message.started'; messageId: string }
  | { type: 'message.delta'; messageId: string; channel: 'text' | 'reasoning'; text: string }
  | { type: 'tool.progress'; callId: string; text: string }
  | { type: 'context.changed'; usedTokens: number; windowTokens: number; estimated: boolean }
  /** It is being made smaller; what follows (`context.compacted`, the next step, the end of the turn, `engine.idle`) ends it. */
  | { type: 'context.compacting' }
  | { type: 'usage.changed'; thread: Usage }
  /** Of the team that works now. */
  | { type: 'team.changed'; workers: number; paused: boolean }
  | { type: 'queue.changed'; items: { itemId: string; text: string }[] }
  | {
      type: 'settings.changed';
      approvals: ApprovalLevel;
      model: string;
      provider: string;
      mode: Mode;
      contextWindow: number;
      contextWindowAssumed: boolean;
    }
  /** Problems that came with edits of the agent's and stand. */
  | { type: 'diagnostics.changed'; errors: number; warnings: number }
  | { type: 'notice.raised'; level: 'info' | 'warning' | 'error'; text: string; hint?: string }
  /** The front end's picture must begin anew: another thread was opened; its durable events follow. */
  | { type: 'thread.opened'; title: string; cwd: string }
  /** Written by the process that hosts the engine, not by the engine: its worker died. */
  | { type: 'engine.crashed'; error: ErrorData };

export type Event = DurableEvent | LiveEvent;

export interface Envelope<E extends Event = Event> {
  /** Position in the thread's log, from 1 without gaps; only durable events have one. */
  seq?: number;
  /** ms since 1970. */
  at: number;
  /** Empty for events about the engine as a whole. */
  threadId: string;
  turnId?: string;
  agentId?: string;
  taskId?: string;
  event: E;
}

const durableTypes: Record<DurableEvent['type'], true> = {
  'thread.created': true,
  'turn.started': true,
  'turn.steered': true,
  'step.started': true,
  'message.completed': true,
  'tool.called': true,
  'tool.completed': true,
  'shell.started': true,
  'shell.completed': true,
  'approval.requested': true,
  'approval.resolved': true,
  'context.compacted': true,
  'plan.proposed': true,
  'plan.revised': true,
  'plan.accepted': true,
  'task.changed': true,
  'plan.completed': true,
  'agent.started': true,
  'agent.completed': true,
  'review.completed': true,
  'thread.rewound': true,
  'thread.restored': true,
  'snapshot.taken': true,
  'snapshot.restored': true,
  'step.completed': true,
  'turn.completed': true,
  'turn.failed': true,
};

export function isDurable(event: Event): event is DurableEvent {
  return event.type in durableTypes;
}
