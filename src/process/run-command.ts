// Runs one shell line to its end: no terminal, no input, bounded output, nothing left running that was told to stop.
// Decides nothing about whether it may run.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createDeferred } from '../base/deferred.js';
import { PaiError } from '../base/error.js';
import { createBoundedOutput } from './bounded-output.js';
import { childEnv } from './child-env.js';
import { cleanOutput } from './clean-output.js';
import { findTree, killTree, markerVariable, newMarker, type ProcessTree, signalTree } from './kill-tree.js';
import { createLiveOutput } from './live-output.js';

export interface CommandRequest {
  /** Handed to bash (sh where there is none) as it is. */
  command: string;
  cwd: string;
  /** No limit when absent. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** New output, cleaned, a few times a second; floods are thinned out. */
  onOutput?: (text: string) => void;
  /** Added to the neutral environment. */
  env?: Readonly<Record<string, string>>;
}

export interface CommandResult {
  /** Standard output and error in the order they came, as final text. */
  output: string;
  /** Null when a signal ended it. */
  exitCode: number | null;
  signal?: string;
  timedOut: boolean;
  cancelled: boolean;
  durationMs: number;
  /** Bytes of output that were not kept. */
  omittedBytes: number;
  /** The shell has ended but something it started in the background still runs. */
  backgroundLeft: boolean;
}

const keptBytes = 512 * 1024;
/** After the shell's end the pipe may still hold output, or be held by a background job: wait for quiet, not for close. */
const drain = { quietMs: 100, atMostMs: 1000 };
const graceMs = { cancelled: 60, timedOut: 500 };

const running = new Set<ProcessTree>();
let endsWithProcess = false;

/** Runs a command. Throws PaiError when it cannot be started; a failing, cancelled or timed-out command is a result. */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const startedAt = performance.now();
  const kept = createBoundedOutput(keptBytes, keptBytes);
  let stopped: 'cancelled' | 'timedOut' | undefined = request.signal?.aborted ? 'cancelled' : undefined;
  const result = (exit: Exit, backgroundLeft: boolean): CommandResult => ({
    output: kept.text(cleanOutput),
    exitCode: exit.code,
    ...(exit.signal ? { signal: exit.signal } : {}),
    timedOut: stopped === 'timedOut',
    cancelled: stopped === 'cancelled',
    durationMs: Math.round(performance.now() - startedAt),
    omittedBytes: kept.omittedBytes(),
    backgroundLeft,
  });
  if (stopped) return result({ code: null, signal: null }, false);

  const live = createLiveOutput(request.onOutput);
  const { child, tree } = await start(request);
  const ended = watch(child, (chunk) => {
    kept.add(chunk);
    live.add(chunk);
  });
  const wish = stopWish(request);
  const stop = await Promise.race([ended.exit.then(() => undefined), wish.promise]);
  wish.dispose();
  if (stop !== undefined) {
    stopped = stop;
    await killTree(tree, graceMs[stop]);
  }
  await ended.quiet(stop === undefined ? drain : { quietMs: 20, atMostMs: 60 });
  child.stdout?.destroy();
  live.end();
  running.delete(tree);
  return result(ended.current(), stop === undefined && (await isLeft(tree)));
}

/** Ends every command that still runs, at once and without waiting: for the way out of the program. */
function killRunningCommands(): void {
  for (const tree of running) signalTree(tree, 'SIGKILL');
  running.clear();
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

async function start(request: CommandRequest): Promise<{ child: ChildProcess; tree: ProcessTree }> {
  const shell = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';
  const marker = newMarker();
  const env = childEnv(process.env, { ...request.env, [markerVariable]: marker });
  // One pipe for both streams keeps their order; the inner shell replaces the outer one, so the pid stays.
  const child = spawn(shell, ['-c', 'exec "$0" -c "$1" 2>&1', shell, request.command], {
    cwd: request.cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      const hint = existsSync(request.cwd) ? undefined : `The folder ${request.cwd} does not exist.`;
      reject(new PaiError('tool', `The command could not be started: ${cause.message}`, hint, cause));
    });
  });
  const tree = { pid: child.pid!, marker };
  running.add(tree);
  if (!endsWithProcess) {
    endsWithProcess = true;
    process.on('exit', killRunningCommands);
  }
  return { child, tree };
}

/** Something that is just ending does not count as left behind. */
async function isLeft(tree: ProcessTree): Promise<boolean> {
  if (findTree(tree).length === 0) return false;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return findTree(tree).length > 0;
}

/** Resolves when the command should end before its time; `dispose` lets go of the clock and the signal. */
function stopWish({ signal, timeoutMs }: CommandRequest) {
  const { promise, resolve } = createDeferred<'cancelled' | 'timedOut'>();
  const onAbort = () => resolve('cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs, 'timedOut');
  const dispose = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  return { promise, dispose };
}

function watch(child: ChildProcess, onData: (chunk: Buffer) => void) {
  let exit: Exit = { code: null, signal: null };
  let closed = false;
  let lastDataAt = performance.now();
  child.stdout?.on('data', (chunk: Buffer) => {
    lastDataAt = performance.now();
    onData(chunk);
  });
  child.stdout?.once('close', () => {
    closed = true;
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      exit = { code, signal };
      lastDataAt = performance.now();
      resolve();
    });
  });
  return {
    exit: exited,
    current: () => exit,
    /** Resolves when the pipe is closed or nothing came for a while. */
    async quiet({ quietMs, atMostMs }: { quietMs: number; atMostMs: number }): Promise<void> {
      const deadline = performance.now() + atMostMs;
      while (!closed && performance.now() < deadline && performance.now() - lastDataAt < quietMs) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
