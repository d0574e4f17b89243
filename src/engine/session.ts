// One open thread: its log and history, its running turn, what was typed meanwhile. At most one turn runs at a time.
import type { TurnEnd } from '../agent/turn.js';
import { PaiError, toErrorData } from '../base/error.js';
import type { Rule } from '../policy/rule.js';
import type { ApprovalDecision } from '../protocol/approval.js';
import type { Envelope, Event, Mode } from '../protocol/event.js';
import type { Usage } from '../protocol/usage.js';
import type { SeenFiles } from '../tool/tool.js';
import { createApprovals } from './approvals.js';
import { closingEvent, closingEvents, endByFault } from './closing.js';
import { createInputQueue, type QueuedInput } from './input-queue.js';
import { createPlanDesk, type PlanDesk } from './plan-desk.js';
import type { SessionScope, ThreadScope, WorkScope } from './scopes.js';
import type { SessionOptions } from './session-options.js';
import { createShellRun } from './shell-run.js';
import { type ThreadLog, titleOf } from './thread-log.js';

export interface Session {
  readonly threadId: string;
  readonly log: ThreadLog;
  /** What the person decided for this thread; it ends with the session. */
  readonly threadRules: Rule[];
  /** A turn, or a command of the user's own, is running. */
  readonly busy: boolean;
  /** Starts a turn, or queues the text while one runs. */
  start(input: string, mode?: Mode): void;
  readonly plans: PlanDesk;
  /** Hands text to the running turn; without one it starts a turn. */
  steer(text: string): void;
  /** Runs a command of the user's own, also beside a turn. Throws PaiError('conflict') while another one runs. */
  runShell(command: string): void;
  /** Does work between turns that can be cancelled like a turn. Throws PaiError('conflict') while something runs. */
  alone(work: (scope: ThreadScope) => Promise<void>): Promise<void>;
  /** Stops the running turn and makes a plan of what it was about. Throws PaiError('conflict') when there is none. */
  toPlan(): void;
  /** Stops the turn and the user's own command; false when nothing runs. */
  cancel(): boolean;
  removeQueued(itemId: string): boolean;
  answer(approvalId: string, decision: ApprovalDecision): boolean;
  usage(): Usage;
  /** Of the newest model call; undefined before the first. */
  lastUsage(): Usage | undefined;
  /** Another thread takes its place, while nothing of this one is busy: ends its background commands, returns how many. */
  leave(): Promise<number>;
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
  const { log, emitter, clock, newId, commands } = options;
  const threadId = log.threadId;
  let busy = false;
  let turnId: string | undefined;
  let abort: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;
  /** Durable events of the newest turn, until its end is among them. */
  let written: Envelope[] = [];
  /** What follows the running turn at once, also when it was stopped for it. */
  let successor: QueuedInput | undefined;
  let mode: Mode = 'react';
  /** An end that is not in the log yet. */
  let overdue: Closing | undefined;

  const emitIn = (turn: string | undefined, event: Event, work: WorkScope = {}): Envelope => {
    const envelope = emitter.emit({ threadId, ...(turn ? { turnId: turn } : {}), ...work }, event);
    if (turn !== undefined && envelope.seq !== undefined) written.push(envelope);
    return envelope;
  };
  const emit = (event: Event, work?: WorkScope) => emitIn(turnId, event, work);
  const approvals = createApprovals(emit);
  const queue = createInputQueue(emit, newId);
  const plans = createPlanDesk();
  const threadRules: Rule[] = [];
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
  async function turn({ text: input, mode: given }: QueuedInput): Promise<boolean> {
    const startedAt = clock.now();
    turnId = newId('turn');
    abort = new AbortController();
    const { signal } = abort;
    const wanted = given ?? options.mode();
    mode = wanted === 'auto' ? await options.route(input, signal) : wanted;
    const scope: SessionScope = {
      threadId,
      turnId,
      agent: threadId,
      mode,
      takenCallIds: new Set(),
      input,
      log,
      approvals,
      plans,
      queue,
      signal,
      threadRules,
      seenFiles,
      commands,
      emit,
    };
    const end = await ended(scope);
    withdrawApprovals('the turn ended');
    queue.returnSteering();
    close({ turnId, end, durationMs: clock.now() - startedAt });
    emit({ type: 'usage.changed', thread: log.usage() });
    abort = undefined;
    turnId = undefined;
    return end.outcome !== 'cancelled';
  }

  /** The turn's end whatever happens: a fault of ours ends it as failed. */
  async function ended(scope: SessionScope): Promise<TurnEnd> {
    const { input, mode } = scope;
    try {
      writeOverdue();
      createIfNew(input);
      emit({ type: 'turn.started', input, mode, model: options.modelName() });
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
    for (const { event, ...work } of closingEvents(written, end, durationMs)) emitIn(overdue.turnId, event, work);
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
    plans.withdraw();
    withdrawApprovals('the turn was stopped');
  }

  async function runAll(first: QueuedInput | undefined): Promise<void> {
    let input = first;
    while (input !== undefined && !closed) {
      const mayGoOn = await turn(input);
      const takenOver = successor;
      successor = undefined;
      input = takenOver ?? (mayGoOn ? queue.next() : undefined);
    }
    busy = false;
    options.onIdle();
  }

  const session: Session = {
    threadId,
    log,
    threadRules,
    plans,
    get busy() {
      return busy || shell.isRunning;
    },
    start(text, mode) {
      const input = { text, ...(mode === undefined ? {} : { mode }) };
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
    alone(work) {
      if (closed || session.busy)
        throw new PaiError('conflict', 'something is running here', 'Wait for its end, or stop it with Esc.');
      busy = true;
      abort = new AbortController();
      const { signal } = abort;
      const working = work({ threadId, log, signal, emit }).finally(() => {
        abort = undefined;
        queue.returnSteering();
      });
      // Why it failed is told to whoever asked for it; here only what was typed meanwhile follows.
      running = working.catch(() => undefined).then(() => runAll(signal.aborted ? undefined : queue.next()));
      return working;
    },
    toPlan() {
      if (!abort || turnId === undefined || mode !== 'react')
        throw new PaiError('conflict', 'no turn is running that could become a plan', '/plan GOAL begins one.');
      successor = { text: options.planInput(written), mode: 'plan' };
      stopTurn();
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
    leave() {
      closed = true;
      return commands.leave();
    },
    async close() {
      closed = true;
      stopTurn();
      shell.cancel();
      await running;
      await shell.ended();
      await commands.leave();
    },
  };
  return session;
}
