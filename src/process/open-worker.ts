// A worker thread of the built program that stays and is sent messages. Knows nothing of what is said.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../base/package-root.js';

export interface OpenWorkerOptions {
  /** A bundle of dist/ with a `startWorker`. */
  bundle: string;
  /** Plain data, in `workerData.input`. */
  input: unknown;
  heapLimitMb: number;
  onMessage: (message: unknown) => void;
  /** It ended without `close`: a fault of its own, or out of memory. Called once. */
  onFault: (message: string) => void;
}

export interface OpenWorker {
  post(message: unknown): void;
  close(): Promise<void>;
}

/** Does not keep the program alive. */
export function openWorker({ bundle, input, heapLimitMb, onMessage, onFault }: OpenWorkerOptions): OpenWorker {
  const worker = new Worker(join(packageRoot(), 'bin/boot.cjs'), {
    workerData: { paicliBundle: bundle, input },
    // What it prints must not reach the screen.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  });
  worker.unref();
  let isOver = false;
  const fault = (message: string) => {
    if (isOver) return;
    isOver = true;
    onFault(message);
  };
  worker.on('message', (message: unknown) => {
    if (!isOver) onMessage(message);
  });
  worker.on('error', (error: Error) => fault(error.message));
  worker.on('exit', (code) => fault(`the worker ended (code ${code})`));
  return {
    post: (message) => worker.postMessage(message),
    async close() {
      isOver = true;
      await worker.terminate();
    },
  };
}
