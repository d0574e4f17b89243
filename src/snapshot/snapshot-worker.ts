// The snapshot store of one folder, in a thread of its own: started with the first question, ended when it is unused for long.
// Owns the thread and who waits for what; what is done is in worker.ts.
import { createDeferred, type Deferred } from '../base/deferred.js';
import { fromErrorData, PaiError } from '../base/error.js';
import { type OpenWorker, openWorker } from '../process/open-worker.js';
import type {
  PruneResult,
  RestorePreview,
  RestoreResult,
  SnapshotInfo,
  SnapshotStore,
  TakenSnapshot,
} from './types.js';
import type { FromSnapshots, StorePlaceInput, StoreQuestion } from './worker-words.js';

/** As the store itself, but for its end. */
export interface SnapshotWorker extends Omit<SnapshotStore, 'close'> {
  close(): Promise<void>;
}

/** A tree of 200,000 files is a large index. */
const heapLimitMb = 2048;
/** The index of what was seen is on the disk too; in memory it only saves reading it. */
const idleMs = 60_000;

/** Starts nothing yet. What is asked rejects with PaiError. */
export function openSnapshotWorker(place: StorePlaceInput): SnapshotWorker {
  const waiting = new Map<number, Deferred<unknown>>();
  let worker: OpenWorker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let asked = 0;
  let isClosed = false;

  const failAll = (error: PaiError) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const onMessage = (message: unknown) => {
    const said = message as FromSnapshots;
    const entry = waiting.get(said.id);
    waiting.delete(said.id);
    if ('error' in said) entry?.reject(fromErrorData(said.error));
    else entry?.resolve(said.answer);
  };
  const onFault = (message: string) => {
    worker = undefined;
    failAll(new PaiError('storage', `The thread of the snapshots broke off: ${message}`));
  };
  const rest = () => {
    if (waiting.size > 0 || isClosed) return;
    idleTimer = setTimeout(() => {
      void worker?.close();
      worker = undefined;
    }, idleMs);
    idleTimer.unref();
  };

  async function ask<Answer>(question: StoreQuestion, signal?: AbortSignal): Promise<Answer> {
    if (isClosed) throw new PaiError('cancelled', 'the snapshots were closed');
    clearTimeout(idleTimer);
    worker ??= openWorker({ bundle: 'snapshots.cjs', input: place, heapLimitMb, onMessage, onFault });
    const target = worker;
    const id = ++asked;
    const answered = createDeferred<unknown>();
    waiting.set(id, answered);
    const stop = () => target.post({ stop: id });
    signal?.addEventListener('abort', stop, { once: true });
    target.post({ id, ask: question });
    if (signal?.aborted) stop();
    try {
      return (await answered.promise) as Answer;
    } finally {
      signal?.removeEventListener('abort', stop);
      rest();
    }
  }

  return {
    take: ({ signal, ...request }) => ask<TakenSnapshot>({ kind: 'take', request }, signal),
    list: () => ask<SnapshotInfo[]>({ kind: 'list' }),
    diff: (from, to, signal) => ask({ kind: 'diff', from, to }, signal),
    previewRestore: (snapshotId, scope = {}, signal) =>
      ask<RestorePreview>({ kind: 'previewRestore', snapshotId, scope }, signal),
    restore: (preview, choices = {}) => ask<RestoreResult>({ kind: 'restore', preview, choices }),
    prune: () => ask<PruneResult>({ kind: 'prune' }),
    size: () => ask<number>({ kind: 'size' }),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      failAll(new PaiError('cancelled', 'the snapshots were closed'));
      await worker?.close();
    },
  };
}
