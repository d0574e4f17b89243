// One piece of heavy work in a worker thread of its own, ended at its time limit or at a cancel. Knows nothing of the work.
import { addAbortListener } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../base/package-root.js';

export interface WorkerJob {
  /** A bundle of dist/ whose `startWorker` calls `answerInWorker`. */
  bundle: string;
  /** Plain data. */
  input: unknown;
  timeoutMs: number;
  signal: AbortSignal;
  /** Memory the work may use. */
  heapLimitMb: number;
  /** After a cancel the work may take this long to answer with what it has. */
  stopGraceMs?: number;
}

export type WorkerOutcome<Output> =
  | { kind: 'done'; output: Output }
  | { kind: 'failed'; message: string }
  | { kind: 'timed-out' }
  | { kind: 'cancelled'; output?: Output };

/** Never throws; the thread has been told to end when this resolves. */
export function runInWorker<Output>({
  bundle,
  input,
  timeoutMs,
  signal,
  heapLimitMb,
  stopGraceMs = 0,
}: WorkerJob): Promise<WorkerOutcome<Output>> {
  if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
  const worker = new Worker(join(packageRoot(), 'bin/boot.cjs'), {
    workerData: { paicliBundle: bundle, input },
    // What it prints must not reach the screen.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  });
  return new Promise((resolve) => {
    const end = (outcome: WorkerOutcome<Output>) => {
      clearTimeout(timer);
      abortion[Symbol.dispose]();
      void worker.terminate();
      resolve(outcome);
    };
    let timer = setTimeout(() => end({ kind: 'timed-out' }), timeoutMs);
    const abortion = addAbortListener(signal, () => {
      if (stopGraceMs === 0) return end({ kind: 'cancelled' });
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: 'cancelled' }), stopGraceMs);
      worker.postMessage('stop');
    });
    worker.on('message', (message: { output: Output } | { error: string }) => {
      if ('error' in message) end({ kind: 'failed', message: message.error });
      else end({ kind: signal.aborted ? 'cancelled' : 'done', output: message.output });
    });
    worker.on('error', (error: Error) => end({ kind: 'failed', message: error.message }));
    worker.on('exit', (code) => end({ kind: 'failed', message: `the worker ended without an answer (code ${code})` }));
  });
}
