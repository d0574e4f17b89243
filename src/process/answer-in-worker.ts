// The worker's side of run-in-worker: does the work once and sends what came of it.
import { parentPort, workerData } from 'node:worker_threads';

/** `work` gets the input that `runInWorker` was given, and a signal for work that can still answer when it is to stop. */
export async function answerInWorker<Input, Output>(
  work: (input: Input, signal: AbortSignal) => Promise<Output>,
): Promise<void> {
  const { input } = workerData as { input: Input };
  const stop = new AbortController();
  parentPort?.once('message', () => stop.abort());
  parentPort?.unref();
  try {
    parentPort?.postMessage({ output: await work(input, stop.signal) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
}
