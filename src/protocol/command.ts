// Everything a front end can ask of the engine. Names are `noun.verb`, imperative; each command has exactly one answer.
import type { ApprovalDecision, ApprovalLevel } from './approval.js';
import type { Mode } from './event.js';
import type { Query } from './query.js';

export type Command =
  /** Opens a thread: a new one, the newest of this folder, or one by id. Its durable events are sent again. */
  | { type: 'thread.open'; which: 'new' | 'latest' | { threadId: string } }
  /** Copies a thread (the open one when none is named) up to the end of its turn number `uptoTurn`, or of its last, and opens the copy. */
  | { type: 'thread.fork'; threadId?: string; uptoTurn?: number }
  /** Removes a thread for good. The open one is followed by a new thread; not while its turn runs, nor while another process writes to it. */
  | { type: 'thread.delete'; threadId: string }
  /** Writes a thread (the open one when none is named) to a new file; `path` counts from the working folder. Where it lies is told by a notice. */
  | { type: 'thread.export'; threadId?: string; format: 'md' | 'json'; path?: string }
  /** Starts a turn; while one runs the text is queued. */
  | { type: 'turn.start'; input: string }
  /** Goes to the model before the next step; while nothing runs it starts a turn. */
  | { type: 'turn.steer'; text: string }
  /** Stops the turn, and the command of the user's own. */
  | { type: 'turn.cancel' }
  /** Runs a command that the user typed, also beside a turn; the model reads what came of it with its next request. One at a time. */
  | { type: 'shell.run'; command: string }
  | { type: 'queue.remove'; itemId: string }
  | { type: 'approval.answer'; approvalId: string; decision: ApprovalDecision }
  | { type: 'settings.change'; approvals?: ApprovalLevel; model?: string; mode?: Mode }
  /** Writes one harmless setting into the user's config file; `value` as text, absent: the setting is taken out. */
  | { type: 'settings.save'; key: string; value?: string }
  | { type: 'query.ask'; query: Query }
  /** Cancels what runs, closes the log, ends. */
  | { type: 'engine.stop' };

export interface CommandEnvelope {
  commandId: string;
  command: Command;
}
