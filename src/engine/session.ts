// One open thread: its log and history, its running turn, what was typed meanwhile. At most one turn runs at a time.

import type { TurnEnd } from '../agent/turn.js';
import type { Clock } from '../base/clock.js';
import { PaiError, toErrorData } from '../base/error.js';
import type { IdSource } from '../base/ids.js';
import type { ApprovalDecision } from '../protocol/approval.js';
import type { Envelope, Event } from '../protocol/event.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import type { SeenFiles } from '../tool/tool.js';
import { type Approvals, createApprovals } from './approvals.js';
import type { Emitter } from './emit.js';
import { createInputQueue, type InputQueue } from './input-queue.js';
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
  onIdle(): void;
}

export interface Session {
  readonly threadId: string;
  readonly busy: boolean;
  /** Starts a turn, or queues the text while one runs. */
  start(input: string): void;
  /** Hands text to the running turn; without one it starts a turn. */
  steer(text: string): void;
  /** False when nothing runs. */
  cancel(): boolean;
  removeQueued(itemId: string): boolean;
  answer(approvalId: string, decision: ApprovalDecision): boolean;
  usage(): Usage;
  /** Cancels what runs and waits for its end; queued text is dropped. */
  close(): Promise<void>;
}

export function createSession(options: SessionOptions): Session {
  const { log, emitter, clock, newId } = options;
  const threadId = log.threadId;
  let turnId: string | undefined;
  let abort: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;
  let total = log.usage();

  const emit = (event: Event) => void emitter.emit(turnId ? { threadId, turnId } : { threadId }, event);
  const approvals = createApprovals(emit);
  const queue = createInputQueue(emit, newId);
  const threadRules = new Set<string>();
  const seenFiles: SeenFiles = new Map<string, string>();

  async function turn(input: string): Promise<void> {
    const startedAt = clock.now();
    turnId = newId('turn');
    abort = new AbortController();
    const scope: SessionScope = {
      threadId,
      turnId,
      log,
      approvals,
      queue,
      signal: abort.signal,
      threadRules,
      seenFiles,
      emit,
    };
    // The person's own stop also answers what waits for them, so that no question outlives its turn.
    abort.signal.addEventListener('abort', () => approvals.withdrawAll('the turn was stopped'));
    const end = await ended(scope, input);
    approvals.withdrawAll('the turn ended');
    total = addUsage(total, end.usage);
    closeTurn(end, clock.now() - startedAt);
    emit({ type: 'usage.changed', thread: total });
    abort = undefined;
    turnId = undefined;
  }

  /** The turn's end whatever happens: a fault of ours ends it as failed. */
  async function ended(scope: SessionScope, input: string): Promise<TurnEnd> {
    try {
      if (log.isEmpty())
        emitter.emit({ threadId }, { type: 'thread.created', cwd: options.cwd, title: titleOf(input) });
      emit({ type: 'turn.started', input, mode: 'react', model: options.modelName() });
      return await options.runTurn(scope);
    } catch (error) {
      return { outcome: 'failed', text: '', steps: 0, usage: noUsage, error: toErrorData(error) };
    }
  }

  function closeTurn({ outcome, error, ...rest }: TurnEnd, durationMs: number): void {
    const event: Event =
      outcome === 'failed'
        ? { type: 'turn.failed', error: error ?? { code: 'crash', message: 'the turn failed' }, durationMs, ...rest }
        : { type: 'turn.completed', outcome, durationMs, ...rest, ...(error ? { error } : {}) };
    try {
      emit(event);
    } catch (storageError) {
      // The log cannot be written (disk full): the screen must still learn that the turn is over.
      const unwritten: Envelope = {
        at: clock.now(),
        threadId,
        ...(turnId ? { turnId } : {}),
        event: { type: 'turn.failed', error: toErrorData(storageError), durationMs, ...rest },
      };
      emitter.deliver([unwritten]);
    }
  }

  async function runAll(first: string): Promise<void> {
    let input: string | undefined = first;
    while (input !== undefined && !closed) {
      await turn(input);
      queue.returnSteering();
      input = closed ? undefined : queue.next();
    }
    abort = undefined;
    options.onIdle();
  }

  const session: Session = {
    threadId,
    get busy() {
      return turnId !== undefined;
    },
    start(input) {
      if (closed) throw new PaiError('conflict', 'this thread was closed');
      if (turnId !== undefined) queue.add(input);
      else running = runAll(input);
    },
    steer(text) {
      if (turnId !== undefined) queue.steer(text);
      else session.start(text);
    },
    cancel() {
      if (!abort) return false;
      abort.abort();
      return true;
    },
    removeQueued: (itemId) => queue.remove(itemId),
    answer: (approvalId, decision) => approvals.answer(approvalId, decision),
    usage: () => total,
    async close() {
      closed = true;
      abort?.abort();
      await running;
    },
  };
  return session;
}
