// One open thread: its log and history, its running turn, what was typed meanwhile. At most one turn runs at a time.
import type { TurnEnd } from '../agent/turn.js';
import type { Clock } from '../base/clock.js';
import { PaiError, toErrorData } from '../base/error.js';
import type { IdSource } from '../base/ids.js';
import type { ApprovalDecision } from '../protocol/approval.js';
import type { Envelope, Event } from '../protocol/event.js';
import type { Usage } from '../protocol/usage.js';
import type { SeenFiles } from '../tool/tool.js';
import { type Approvals, createApprovals } from './approvals.js';
import { closingEvent, closingEvents, endByFault } from './closing.js';
import type { Emitter } from './emit.js';
import { createInputQueue, type InputQueue } from './input-queue.js';
import { createShellRun } from './shell-run.js';
import { type ThreadLog, titleOf } from './thread-log.js';

/** Everything a turn runner needs of its session. */
export interface SessionScope {
  threadId: string;
  turnId: string;
  log: ThreadLog;
  approvals: Approvals;
  queue: InputQueue;
  signal: AbortSignal;
  /** Keys of the rules the person made in this thread; they end with the session. */
  threadRules: Set<string>;
  /** Hashes of files as the model last saw them. */
  seenFiles: SeenFiles;
  /** Stamps with this thread and turn. */
  emit(event: Event): void;
}

export interface SessionOptions {
  log: ThreadLog;
  emitter: Emitter;
  clock: Clock;
  newId: IdSource;
  cwd: string;
  /** Model name written into turn.started. */
  modelName(): string;
  runTurn(scope: SessionScope): Promise<TurnEnd>;
  /** Where output of the user's own commands is kept that is too long for the model. */
  resultFolder: string;
  /** A command of the user's own has ended. */
  onShellEnd(command: string, end: { outcome: string; durationMs: number }): Promise<void>;
  onIdle(): void;
}

export interface Session {
  readonly threadId: string;
  /** A turn, or a command of the user's own, is running. */
  readonly busy: boolean;
  /** Starts a turn, or queues the text while one runs. */
  start(input: string): void;
  /** Hands text to the running turn; without one it starts a turn. */
  steer(text: string): void;
  /** Runs a command of the user's own, also beside a turn. Throws PaiError('conflict') while another one runs. */
  runShell(command: string): void;
  /** Stops the turn and the user's own command; false when nothing runs. */
  cancel(): boolean;
  removeQueued(itemId: string): boolean;
  answer(approvalId: string, decision: ApprovalDecision): boolean;
  usage(): Usage;
  /** Of the newest model call; undefined before the first. */
  lastUsage(): Usage | undefined;
  /** Cancels what runs and waits for its end; queued text is dropped. */
  close(): Promise<void>;
}

/** How a turn is to be closed. */
interface Closing {
  turnId: string;
  end: TurnEnd;
  durationMs: number;
}

export function createSession(options: SessionOptions): Session {
  const { log, emitter, clock, newId } = options;
  const threadId = log.threadId;
  let busy = false;
  let turnId: string | undefined;
  let abort: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;
  /** Durable events of the newest turn, until its end is among them. */
  let written: Envelope[] = [];
  /** An end that is not in the log yet. */
  let overdue: Closing | undefined;

  const emitIn = (turn: string | undefined, event: Event) => {
    const envelope = emitter.emit(turn ? { threadId, turnId: turn } : { threadId }, event);
    if (turn !== undefined && envelope.seq !== undefined) written.push(envelope);
  };
  const emit = (event: Event) => emitIn(turnId, event);
  const approvals = createApprovals(emit);
  const queue = createInputQueue(emit, newId);
  const threadRules = new Set<string>();
  const seenFiles: SeenFiles = new Map<string, string>();
  const shell = createShellRun({
    cwd: options.cwd,
    resultFolder: options.resultFolder,
    newId,
    emit: (event) => void emitter.emit({ threadId }, event),
    async onEnd(command, completed, unwritten) {
      // The screen must still learn that it is over.
      if (unwritten !== undefined) {
        emitter.deliver([{ at: clock.now(), threadId, event: completed }]);
        const { message: text } = toErrorData(unwritten);
        emitter.emit({ threadId }, { type: 'notice.raised', level: 'warning', text });
      }
      if (!busy) options.onIdle();
      await options.onShellEnd(command, completed);
    },
  });

  /** Returns whether what is queued may follow: after a stop it waits until the user sends something. */
  async function turn(input: string): Promise<boolean> {
    const startedAt = clock.now();
    turnId = newId('turn');
    abort = new AbortController();
    const { signal } = abort;
    const scope = { threadId, turnId, log, approvals, queue, signal, threadRules, seenFiles, emit };
    const end = await ended(scope, input);
    withdrawApprovals('the turn ended');
    queue.returnSteering();
    close({ turnId, end, durationMs: clock.now() - startedAt });
    emit({ type: 'usage.changed', thread: log.usage() });
    abort = undefined;
    turnId = undefined;
    return end.outcome !== 'cancelled';
  }

  /** The turn's end whatever happens: a fault of ours ends it as failed. */
  async function ended(scope: SessionScope, input: string): Promise<TurnEnd> {
    try {
      writeOverdue();
      createIfNew(input);
      emit({ type: 'turn.started', input, mode: 'react', model: options.modelName() });
      return await options.runTurn(scope);
    } catch (error) {
      return endByFault(overdue ? [] : written, error);
    }
  }

  function createIfNew(input: string): void {
    if (log.isEmpty()) emitter.emit({ threadId }, { type: 'thread.created', cwd: options.cwd, title: titleOf(input) });
  }

  /** Closes the turn in the log; when the log cannot be written (disk full), the screen must still learn that it is over. */
  function close(closing: Closing): void {
    const hasBegun = overdue === undefined && written.length > 0;
    if (!hasBegun) {
      tellUnwritten(closing, closing.end);
      return;
    }
    overdue = closing;
    try {
      writeOverdue();
    } catch (error) {
      tellUnwritten(closing, { ...closing.end, outcome: 'failed', error: toErrorData(error) });
    }
  }

  function writeOverdue(): void {
    if (!overdue) return;
    const { end, durationMs } = overdue;
    for (const event of closingEvents(written, end, durationMs)) emitIn(overdue.turnId, event);
    written = [];
    overdue = undefined;
  }

  function tellUnwritten({ turnId, durationMs }: Closing, end: TurnEnd): void {
    emitter.deliver([{ at: clock.now(), threadId, turnId, event: closingEvent(end, durationMs) }]);
  }

  function withdrawApprovals(reason: string): void {
    try {
      approvals.withdrawAll(reason);
    } catch (error) {
      // What could not be written now is written with the turn's end, which tells when that fails too.
      if (!(error instanceof PaiError)) throw error;
    }
  }

  /** The person's own stop also answers what waits for them, so that no question outlives its turn. */
  function stopTurn(): void {
    abort?.abort();
    withdrawApprovals('the turn was stopped');
  }

  async function runAll(first: string | undefined): Promise<void> {
    let input = first;
    while (input !== undefined && !closed) input = (await turn(input)) ? queue.next() : undefined;
    busy = false;
    options.onIdle();
  }

  const session: Session = {
    threadId,
    get busy() {
      return busy || shell.isRunning;
    },
    start(input) {
      if (closed) throw new PaiError('conflict', 'this thread was closed');
      // What a stop left waiting goes first.
      const mustWait = busy || !queue.isEmpty();
      if (mustWait) queue.add(input);
      if (busy) return;
      busy = true;
      running = runAll(mustWait ? queue.next() : input);
    },
    steer(text) {
      if (busy) queue.steer(text);
      else session.start(text);
    },
    runShell(command) {
      if (closed) throw new PaiError('conflict', 'this thread was closed');
      if (shell.isRunning)
        throw new PaiError('conflict', 'a command of yours is still running', 'Wait for it, or stop it with Esc.');
      createIfNew(`!${command}`);
      shell.start(command);
    },
    cancel() {
      const hasStopped = shell.cancel();
      if (!abort) return hasStopped;
      stopTurn();
      return true;
    },
    removeQueued: (itemId) => queue.remove(itemId),
    answer: (approvalId, decision) => approvals.answer(approvalId, decision),
    usage: () => log.usage(),
    lastUsage: () => log.lastUsage(),
    async close() {
      closed = true;
      stopTurn();
      shell.cancel();
      await running;
      await shell.ended();
    },
  };
  return session;
}
