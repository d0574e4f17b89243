// Hosts the engine's worker thread: starts it, notices its death, ends it when it no longer listens. The front end sees a Port.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ErrorData } from '../base/error.js';
import { packageRoot } from '../base/package-root.js';
import type { EngineInit } from '../engine/engine.js';
import type { Command, CommandEnvelope } from '../protocol/command.js';
import type { Envelope, Event } from '../protocol/event.js';
import type { Port } from '../protocol/port.js';

/** A worker that has not closed a cancelled turn by then is taken for stuck (a tool that spins) and replaced. */
const cancelGraceMs = 2000;
const stopGraceMs = 2000;
const defaultHeapLimitMb = 2048;
/** Each request is a long text that is garbage a moment later; V8's usual 48 MB for such would stand in memory for nothing. */
const youngHeapMb = 16;

export interface EngineHost extends Port {
  /** A new worker after a crash, with the settings as they were last; it opens `threadId` again, or a new thread when nothing was written to that one. */
  restart(threadId: string): void;
  /** Lets the engine close its log, then ends the thread. */
  stop(): Promise<void>;
}

export interface HostOptions {
  init: EngineInit;
  /** What the worker wrote to its standard output and error: it must not reach the screen. */
  onStray(text: string): void;
  /** Ends the commands of an engine that could not do it itself. */
  killCommands(): void;
  /** Memory the engine may use. Default 2048. */
  heapLimitMb?: number;
}

export function hostEngine(options: HostOptions): EngineHost {
  const { onStray, killCommands, heapLimitMb = defaultHeapLimitMb } = options;
  let { init } = options;
  let listener: (events: Envelope[]) => void = () => {};
  let worker: Worker | undefined;
  let stopping = false;
  let cancelTimer: NodeJS.Timeout | undefined;
  let cancelId: string | undefined;
  let reopeningId: string | undefined;
  let sent = 0;

  const start = () => {
    const started = new Worker(join(packageRoot(), 'bin/boot.cjs'), {
      workerData: { paicliBundle: 'engine.cjs', init },
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    worker = started;
    started.stdout.on('data', (data) => onStray(String(data)));
    started.stderr.on('data', (data) => onStray(String(data)));
    started.on('message', (events: Envelope[]) => {
      for (const { event } of events) watch(event);
      listener(events);
    });
    started.on('error', (error) => died(started, `The engine stopped: ${error.message}`));
    started.on('exit', (code) => died(started, `The engine ended unexpectedly (code ${code}).`));
  };

  const watch = (event: Event) => {
    if (closesTurn(event.type)) notStuck();
    // A cancel that came when the turn had just ended.
    if (event.type === 'command.rejected' && event.commandId === cancelId) notStuck();
    if (event.type === 'command.rejected' && event.commandId === reopeningId)
      post({ type: 'thread.open', which: 'new' });
    if (event.type === 'settings.changed')
      init = { ...init, approvals: event.approvals, inUse: { provider: event.provider, model: event.model } };
    // An engine that cannot start says why; the end of its thread is no further news.
    if (event.type === 'engine.crashed') worker = undefined;
  };

  const notStuck = () => {
    clearTimeout(cancelTimer);
    cancelTimer = undefined;
  };

  const crashed = (message: string) => {
    notStuck();
    killCommands();
    const error: ErrorData = { code: 'crash', message, hint: 'The conversation is kept; restart the engine to go on.' };
    listener([{ at: Date.now(), threadId: '', event: { type: 'engine.crashed', error } }]);
  };

  const died = (which: Worker, message: string) => {
    if (which !== worker) return; // its error was told already, or it was replaced on purpose
    worker = undefined;
    if (!stopping) crashed(message);
  };

  const endStuck = () => {
    const stuck = worker;
    worker = undefined;
    void stuck?.terminate().then(() => crashed('The engine did not answer to the stop and was ended.'));
  };

  const post = (command: Command): string => {
    const commandId = `host-${++sent}`;
    worker?.postMessage({ commandId, command } satisfies CommandEnvelope);
    return commandId;
  };

  const refuse = ({ commandId }: CommandEnvelope) => {
    const error: ErrorData = { code: 'crash', message: 'the engine has stopped', hint: 'Restart it first.' };
    listener([{ at: Date.now(), threadId: '', event: { type: 'command.rejected', commandId, error } }]);
  };

  start();
  return {
    send(command) {
      if (!worker) {
        queueMicrotask(() => refuse(command));
        return;
      }
      worker.postMessage(command);
      if (command.command.type !== 'turn.cancel') return;
      // The first of several counts: pressing the key again must not put the end off.
      cancelId = command.commandId;
      cancelTimer ??= setTimeout(endStuck, cancelGraceMs);
    },
    onEvents(next) {
      listener = next;
    },
    restart(threadId) {
      init = { ...init, notices: [] };
      start();
      reopeningId = threadId === '' ? undefined : post({ type: 'thread.open', which: { threadId } });
    },
    async stop() {
      stopping = true;
      notStuck();
      const last = worker;
      if (!last) return;
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      post({ type: 'engine.stop' });
      const timer = setTimeout(() => void last.terminate().then(killCommands), stopGraceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

const closesTurn = (type: string) => type === 'turn.completed' || type === 'turn.failed' || type === 'engine.idle';
