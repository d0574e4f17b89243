// The engine's entry in its worker thread: a port over the thread's own channel, and the end of the thread when the engine stopped.
import { parentPort, workerData } from 'node:worker_threads';
import { toErrorData } from '../base/error.js';
import { enginePortOver } from '../protocol/port.js';
import { createEngine } from './engine.js';
import type { EngineInit } from './engine-init.js';

/** Called by the loader in a worker thread. A start that fails is told as an event; the thread then ends. */
export function startWorker(): void {
  const port = parentPort;
  if (!port) throw new Error('startWorker is for worker threads');
  const { init } = workerData as { init: EngineInit };
  const enginePort = enginePortOver(port);
  const engine = createEngine(init, enginePort);
  // With its port closed nothing holds the thread any more.
  void engine.stopped.then(() => port.close());
  engine.ready.catch((error: unknown) => {
    enginePort.emit([{ at: Date.now(), threadId: '', event: { type: 'engine.crashed', error: toErrorData(error) } }]);
    port.close();
  });
}
