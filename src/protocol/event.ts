// Everything the engine says. Names are `noun.verb` in the past tense; all of it is plain JSON.
// Durable events carry `seq`, are written to the thread's log first and delivered after; live ones may be merged or dropped.
import type { ErrorData } from '../base/error.js';
import type { ApprovalDecision, ApprovalLevel, ApprovalRequest, ApprovalSource } from './approval.js';
import type { Display } from './display.js';
import type { FinishReason, ToolCall } from './message.js';
import type { QueryResult } from './query.js';
import type { Usage } from './usage.js';

export type Mode = 'react' | 'plan' | 'team';

/** How a called tool ended. `denied`: policy or person; `stopped`: it had started when the turn was cancelled; `skipped`: it never started. */
export type ToolOutcome = 'ok' | 'failed' | 'denied' | 'timed-out' | 'stopped' | 'skipped';

export type TurnOutcome = 'answered' | 'cancelled' | 'limit';

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
  | { type: 'usage.changed'; thread: Usage }
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
  'step.completed': true,
  'turn.completed': true,
  'turn.failed': true,
};

export function isDurable(event: Event): event is DurableEvent {
  return event.type in durableTypes;
}
