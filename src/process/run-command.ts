// Runs one shell line to its end: no terminal, no input, bounded output, nothing left running that was told to stop.
// Decides nothing about whether it may run.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { createDeferred } from '../base/deferred.js';
import { PaiError } from '../base/error.js';
import { createBoundedOutput } from './bounded-output.js';
import { childEnv } from './child-env.js';
import { cleanOutput } from './clean-output.js';
import { findTree, killTree, markerVariable, newMarker, type ProcessTree } from './kill-tree.js';
import { createLiveOutput } from './live-output.js';
import { forgetTree, keepTree } from './own-trees.js';

export interface CommandRequest {
  /** Handed to bash (sh where there is none) as it is. */
  command: string;
  cwd: string;
  /** No limit when absent. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** New output, cleaned, a few times a second; floods are thinned out. */
  onOutput?: (text: string) => void;
  /** Raw output as it comes, for a caller that keeps it: the result then has none. */
  sink?: (chunk: Buffer) => void;
  /** The command runs; not called when it cannot be started. */
  onStart?: () => void;
  /** Added to the neutral environment. */
  env?: Readonly<Record<string, string>>;
  /** A program with its arguments that starts the shell, e.g. a sandbox; absent: the shell is started directly. */
  launcher?: readonly string[];
  /** How long a command that is to stop may take for its own end before it is killed. */
  stopGraceMs?: number;
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

/** Runs a command. Throws PaiError when it cannot be started; a failing, cancelled or timed-out command is a result. */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const startedAt = performance.now();
  const { sink, stopGraceMs } = request;
  const bytes = sink === undefined ? keptBytes : 0;
  const kept = createBoundedOutput(bytes, bytes);
  let stopped: 'cancelled' | 'timedOut' | undefined = request.signal?.aborted ? 'cancelled' : undefined;
  const result = (exit: Exit, backgroundLeft: boolean): CommandResult => ({
    output: sink === undefined ? kept.text(cleanOutput) : '',
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
  request.onStart?.();
  const ended = watch(child, (chunk) => {
    if (sink === undefined) kept.add(chunk);
    else sink(chunk);
    live.add(chunk);
  });
  const wish = stopWish(request);
  const stop = await Promise.race([ended.exit.then(() => undefined), wish.promise]);
  wish.dispose();
  if (stop !== undefined) {
    stopped = stop;
    await killTree(tree, stopGraceMs ?? graceMs[stop]);
  }
  await ended.quiet(stop === undefined ? drain : { quietMs: 20, atMostMs: 60 });
  child.stdout?.destroy();
  live.end();
  forgetTree(tree);
  return result(ended.current(), stop === undefined && (await isLeft(tree)));
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

async function start(request: CommandRequest): Promise<{ child: ChildProcess; tree: ProcessTree }> {
  const shell = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';
  const marker = newMarker();
  const env = childEnv(process.env, { ...request.env, [markerVariable]: marker });
  const { launcher = [], command } = request;
  // One pipe for both streams keeps their order; what is started replaces the outer shell, so the pid stays.
  const child = spawn(shell, ['-c', 'exec "$@" 2>&1', shell, ...launcher, shell, '-c', command], {
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
  // The pipe is a socket, open in both directions: programs that ask at standard error (vim, less) would wait for us there.
  (child.stdout as unknown as Duplex).end();
  const tree = { pid: child.pid!, marker };
  keepTree(tree);
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
