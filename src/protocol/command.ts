// Everything a front end can ask of the engine. Names are `noun.verb`, imperative; each command has exactly one answer.
import type { ApprovalDecision, ApprovalLevel } from './approval.js';
import type { Mode } from './event.js';
import type { Query } from './query.js';

export type Command =
  /** Opens a thread: a new one, the newest of this folder, or one by id. Its durable events are sent again. */
  | { type: 'thread.open'; which: 'new' | 'latest' | { threadId: string } }
  /** Starts a turn; while one runs the text is queued. */
  | { type: 'turn.start'; input: string }
  /** Goes to the model before the next step; while nothing runs it starts a turn. */
  | { type: 'turn.steer'; text: string }
  | { type: 'turn.cancel' }
  | { type: 'queue.remove'; itemId: string }
  | { type: 'approval.answer'; approvalId: string; decision: ApprovalDecision }
  | { type: 'settings.change'; approvals?: ApprovalLevel; model?: string; mode?: Mode }
  | { type: 'query.ask'; query: Query }
  /** Cancels what runs, closes the log, ends. */
  | { type: 'engine.stop' };

export interface CommandEnvelope {
  commandId: string;
  command: Command;
}
