// Everything a front end can ask of the engine. Names are `noun.verb`, imperative; each command has exactly one answer.
import type { ApprovalDecision, ApprovalLevel } from './approval.js';
import type { Mode } from './event.js';
import type { PlannedTask } from './plan.js';
import type { PolicyRule, Query } from './query.js';
import type { RestoreChoice } from './snapshot.js';

export type Command =
  /** Opens a thread: a new one, the newest of this folder, or one by id. Its durable events are sent again. */
  | { type: 'thread.open'; which: 'new' | 'latest' | { threadId: string } }
  /**
   * Copies a thread up to the end of its turn number `uptoTurn`, or of its last, and opens the copy: the one that is named, with
   * `latest` the newest of this folder, else the open one. Another process may be writing to it.
   */
  | { type: 'thread.fork'; threadId?: string; latest?: true; uptoTurn?: number }
  /** Removes a thread for good. The open one is followed by a new thread; not while its turn runs, nor while another process writes to it. */
  | { type: 'thread.delete'; threadId: string }
  /** Writes a thread (the open one when none is named) to a new file; `path` counts from the working folder. Where it lies is told by a notice. */
  | { type: 'thread.export'; threadId?: string; format: 'md' | 'json'; path?: string }
  /** Takes the last `turns` turns back, for the model and the screen; files stay as they are. Not while something runs. */
  | { type: 'thread.rewind'; turns: number }
  /** Undoes the newest rewind, as long as no turn began since. */
  | { type: 'thread.restore' }
  /** Summarises all but the last round; `focus`: what is to be kept above all. Answered when it is done. */
  | { type: 'context.compact'; focus?: string }
  /** Starts a turn, in the mode that is set unless another is named; while one runs the text is queued. */
  | { type: 'turn.start'; input: string; mode?: Mode }
  /** Stops the running turn and makes a plan of what it was about. */
  | { type: 'turn.plan' }
  /** What the person says to a plan in review: run it, drop it, plan again with more wishes, other tasks, or the tasks before the last edit. */
  | { type: 'plan.answer'; planId: string; answer: PlanAnswer }
  /** To one task of a running plan: again, not at all, stop it, or plan anew from it on. */
  | { type: 'task.control'; planId: string; taskId: string; action: TaskAction; reason?: string }
  /** Goes to the model before the next step, of this task if one is named; while nothing runs it starts a turn. */
  | { type: 'turn.steer'; text: string; taskId?: string }
  /** Of the team that works now: how many workers, and whether new tasks begin. */
  | { type: 'team.control'; workers?: number; paused?: boolean }
  /** Stops the turn, and the command of the user's own. */
  | { type: 'turn.cancel' }
  /** Runs a command that the user typed, also beside a turn; the model reads what came of it with its next request. One at a time. */
  | { type: 'shell.run'; command: string }
  | { type: 'queue.remove'; itemId: string }
  | { type: 'approval.answer'; approvalId: string; decision: ApprovalDecision }
  | { type: 'settings.change'; approvals?: ApprovalLevel; model?: string; mode?: Mode }
  /** Writes one harmless setting into the user's config file; `value` as text, absent: the setting is taken out. */
  | { type: 'settings.save'; key: string; value?: string }
  /** Adds a rule as a person writes it (`deny run git push`), or takes one out. */
  | { type: 'policy.change'; add?: string; remove?: Pick<PolicyRule, 'effect' | 'kind' | 'pattern' | 'scope'> }
  /** Stores the state of the folder by hand. Answered when it is done. */
  | { type: 'snapshot.take'; label?: string }
  /** Lets go of old snapshots, and of the room they take. */
  | { type: 'snapshot.clean' }
  /** Does what a `restore-preview` showed, with the person's choices. Not while something runs. */
  | { type: 'snapshot.restore'; previewId: string; choice: RestoreChoice }
  | { type: 'query.ask'; query: Query }
  /** Cancels what runs, closes the log, ends. */
  | { type: 'engine.stop' };

export type PlanAnswer =
  | { kind: 'run' }
  | { kind: 'cancel' }
  | { kind: 'add'; requirement: string }
  | { kind: 'revise'; tasks: PlannedTask[] }
  | { kind: 'undo' };
/** `restart`: stop it and begin anew. */
export type TaskAction = 'retry' | 'restart' | 'skip' | 'cancel' | 'replan';

export interface CommandEnvelope {
  commandId: string;
  command: Command;
}
