// What pieces of work are given to work with: on a thread, in a turn, in a task of a plan. Shapes only; the session fills them.
import type { Rule } from '../policy/rule.js';
import type { Envelope, Event, Mode } from '../protocol/event.js';
import type { RevertPlace, SeenFiles } from '../tool/tool.js';
import type { Approvals } from './approvals.js';
import type { InputQueue } from './input-queue.js';
import type { PlanDesk } from './plan-desk.js';
import type { ThreadCommands } from './thread-commands.js';
import type { ThreadLog } from './thread-log.js';

/** What work on a thread needs, in a turn or between turns. */
export interface ThreadScope {
  threadId: string;
  log: ThreadLog;
  signal: AbortSignal;
  /** Stamps with this thread, the turn if there is one, and the task. */
  emit(event: Event, work?: WorkScope): Envelope;
}

/** The task of a plan that something happens in, and who works on it. */
export type WorkScope = Pick<Envelope, 'taskId' | 'agentId'>;

/** Everything a turn runner needs of its session. */
export interface SessionScope extends ThreadScope {
  turnId: string;
  /** Who is at work: of all agents of a thread at the same time each has another. */
  agent: string;
  mode: Mode;
  /** Ids of calls that were given out in this turn. */
  takenCallIds: Set<string>;
  /** What the person wrote. */
  input: string;
  approvals: Approvals;
  plans: PlanDesk;
  queue: InputQueue;
  /** What the person decided for this thread; it ends with the session. */
  threadRules: Rule[];
  /** Hashes of files as the model last saw them. */
  seenFiles: SeenFiles;
  commands: ThreadCommands;
  /** The snapshots of this turn; absent: there are none. */
  changes?: TurnChanges;
}

/** What calls that may change something go by. */
export interface TurnChanges {
  /** One has come. */
  begin(): void;
  /** Resolves when it may run; with a sentence: it must not, and why. */
  mayChange(): Promise<string | undefined>;
  revert: RevertPlace;
}
