// The thread of the diagnostics: takes questions, answers each. What they are about is in syntax/ and types/.
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, Role, ToWorker } from './worker-line.js';

/** `tell` sends a part of the answer; `signal` aborts when the rest is not wanted. */
type Work = (question: never, tell: (part: unknown) => void, signal: AbortSignal) => Promise<unknown>;

/** Called by the loader in a worker thread. */
export function startWorker(): void {
  const { role, setup } = (workerData as { input: { role: Role; setup: unknown } }).input;
  const work = load(role, setup);
  const stops = new Map<number, AbortController>();
  const send = (message: FromWorker<unknown>) => parentPort?.postMessage(message);
  parentPort?.on('message', (message: ToWorker<never>) => {
    if ('stop' in message) return stops.get(message.stop)?.abort();
    const { id, question } = message;
    const stop = new AbortController();
    stops.set(id, stop);
    work
      .then((run) => run(question, (part) => send({ id, part }), stop.signal))
      .then(
        (answer) => send({ id, answer }),
        (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => stops.delete(id));
  });
}

async function load(role: Role, setup: unknown): Promise<Work> {
  if (role === 'syntax') {
    const { checkSyntax } = await import('./syntax/check-syntax.js');
    return checkSyntax;
  }
  const { createTypesWork } = await import('./types/types-work.js');
  return createTypesWork(setup as never) as Work;
}
