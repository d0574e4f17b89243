// The entry of the thread that searches.
import { answerInWorker } from '../../process/answer-in-worker.js';
import { runSearchJob } from './run-search-job.js';
import type { SearchJob } from './search-job.js';

/** Called by the loader in a worker thread. */
export function startWorker(): void {
  void answerInWorker((job: SearchJob, signal) => runSearchJob(job as never, signal));
}
