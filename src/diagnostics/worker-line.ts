// Questions to the thread of the diagnostics and their answers. Starts the thread with the first question, again after a
// fault, and ends it when a question takes too long.
import { createDeferred } from '../base/deferred.js';
import { PaiError } from '../base/error.js';
import { type OpenWorker, openWorker } from '../process/open-worker.js';

export type Role = 'syntax' | 'types';

export type ToWorker<Question> = { id: number; question: Question } | { stop: number };
export type FromWorker<Answer> = { id: number; part?: unknown; answer?: Answer; error?: string };

export interface WorkerLineOptions {
  role: Role;
  /** Plain data. */
  setup?: unknown;
  heapLimitMb: number;
  timeLimitMs: number;
  /** Unused for this long, the thread is ended for its memory. */
  idleMs?: number;
}

export interface WorkerLine<Question, Answer> {
  /** Rejects with PaiError. When `signal` aborts, the worker is asked to answer soon. */
  ask(question: Question, options?: { onPart?: (part: unknown) => void; signal?: AbortSignal }): Promise<Answer>;
  start(): void;
  close(): Promise<void>;
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  onPart: (part: unknown) => void;
}

/** After more faults the thread is not started any more. */
const mostFaults = 3;

export function createWorkerLine<Question, Answer>(options: WorkerLineOptions): WorkerLine<Question, Answer> {
  const { role, setup, heapLimitMb, timeLimitMs, idleMs } = options;
  const waiting = new Map<number, Waiting<Answer>>();
  let worker: OpenWorker | undefined;
  let faults = 0;
  let ids = 0;
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const rest = () => {
    if (idleMs === undefined || waiting.size > 0) return;
    idleTimer = setTimeout(() => {
      void worker?.close();
      worker = undefined;
    }, idleMs);
    idleTimer.unref();
  };
  const failAll = (message: string) => {
    for (const { reject } of waiting.values()) reject(new PaiError('tool', message));
    waiting.clear();
  };
  const onMessage = (message: unknown) => {
    const { id, part, answer, error } = message as FromWorker<Answer>;
    const entry = waiting.get(id);
    if (entry === undefined) return;
    if (part !== undefined) return entry.onPart(part);
    waiting.delete(id);
    if (error !== undefined) entry.reject(new PaiError('tool', error));
    else entry.resolve(answer as Answer);
  };
  const onFault = (message: string) => {
    worker = undefined;
    faults++;
    failAll(message);
  };
  const started = (): OpenWorker => {
    if (isClosed) throw new PaiError('cancelled', 'the diagnostics were closed');
    if (faults > mostFaults) throw new PaiError('tool', 'it failed too often');
    worker ??= openWorker({ bundle: 'diagnostics.cjs', input: { role, setup }, heapLimitMb, onMessage, onFault });
    return worker;
  };
  const giveUp = () => {
    void worker?.close();
    onFault(`no answer within ${timeLimitMs / 1000} s`);
  };

  return {
    async ask(question, { onPart = () => {}, signal } = {}) {
      clearTimeout(idleTimer);
      const target = started();
      const id = ++ids;
      const { promise, resolve, reject } = createDeferred<Answer>();
      waiting.set(id, { resolve, reject, onPart });
      const timer = setTimeout(giveUp, timeLimitMs);
      const stop = () => target.post({ stop: id });
      signal?.addEventListener('abort', stop, { once: true });
      target.post({ id, question });
      if (signal?.aborted) stop();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        rest();
      }
    },
    start: () => void started(),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      failAll('the diagnostics were closed');
      await worker?.close();
    },
  };
}
