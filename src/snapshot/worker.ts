// The thread of the snapshots: opens the store of one folder and answers what is asked of it. The other side is snapshot-worker.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.js';
import { toErrorData } from '../base/error.js';
import { openSnapshotStore } from './open-snapshot-store.js';
import type { SnapshotStore } from './types.js';
import type { FromSnapshots, StorePlaceInput, ToSnapshots } from './worker-words.js';

/** Called by the loader in a worker thread. */
export function startWorker(): void {
  const { input } = workerData as { input: StorePlaceInput };
  const stops = new Map<number, AbortController>();
  let store: SnapshotStore | undefined;
  const answer = async ({ id, ask }: Extract<ToSnapshots, { ask: unknown }>): Promise<FromSnapshots> => {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      // A folder that gets no snapshots refuses each question with the reason.
      store ??= openSnapshotStore({ ...input, clock: systemClock });
      return { id, answer: await carryOut(store, ask, stop.signal) };
    } catch (error) {
      return { id, error: toErrorData(error) };
    } finally {
      stops.delete(id);
    }
  };
  parentPort?.on('message', (message: ToSnapshots) => {
    if ('stop' in message) stops.get(message.stop)?.abort();
    else void answer(message).then((said) => parentPort?.postMessage(said));
  });
}

type Ask = Extract<ToSnapshots, { ask: unknown }>['ask'];

function carryOut(store: SnapshotStore, ask: Ask, signal: AbortSignal): Promise<unknown> {
  switch (ask.kind) {
    case 'take':
      return store.take({ ...ask.request, signal });
    case 'list':
      return store.list();
    case 'diff':
      return store.diff(ask.from, ask.to, signal);
    case 'previewRestore':
      return store.previewRestore(ask.snapshotId, ask.scope, signal);
    case 'restore':
      return store.restore(ask.preview, ask.choices);
    case 'prune':
      return store.prune();
    case 'size':
      return store.size();
  }
}
