// Searches in a thread of its own, so that neither a large folder nor a slow expression holds the engine.
import { PaiError } from '../../base/error.js';
import { runInWorker } from '../../process/run-in-worker.js';
import { runSearchJob, type SearchRunner } from './run-search-job.js';
import type { FilesFound, GrepFound, SearchAnswer, SearchJob } from './search-job.js';

/** The executor ends a call sooner; this is for work that hears nothing. */
const timeoutMs = 600_000;
/** Less than the executor waits for a cancelled call: what was found until then is kept. */
const stopGraceMs = 150;
const heapLimitMb = 512;

export const searchAside = (async (
  job: SearchJob,
  signal: AbortSignal,
): Promise<SearchAnswer<GrepFound | FilesFound>> => {
  // No thread can be made of the TypeScript sources.
  if (import.meta.url.endsWith('.ts')) return runSearchJob(job as never, signal);
  const outcome = await runInWorker<SearchAnswer<GrepFound | FilesFound>>({
    bundle: 'search.cjs',
    input: job,
    timeoutMs,
    signal,
    heapLimitMb,
    stopGraceMs,
  });
  if ('output' in outcome && outcome.output !== undefined) return outcome.output;
  if (outcome.kind === 'failed') throw new PaiError('tool', `The search broke off: ${outcome.message}`);
  throw new PaiError('cancelled', 'The search was stopped before it had found anything');
}) as SearchRunner;
