// Does one search in the thread it is called in, with ripgrep where it can be had. Its answer is data, errors too.
import { PaiError, toErrorData } from '../../base/error.js';
import { findRipgrep, type Ripgrep } from '../../process/run-search.js';
import { findByGlob } from './find-by-glob.js';
import { grep } from './grep.js';
import type { FilesFound, FilesJob, GrepFound, GrepJob, SearchAnswer, SearchEngine, SearchJob } from './search-job.js';

export type SearchRunner = {
  (job: GrepJob, signal: AbortSignal): Promise<SearchAnswer<GrepFound>>;
  (job: FilesJob, signal: AbortSignal): Promise<SearchAnswer<FilesFound>>;
};

export const runSearchJob = (async (
  job: SearchJob,
  signal: AbortSignal,
): Promise<SearchAnswer<GrepFound | FilesFound>> => {
  try {
    return { found: await searchWith(job, ripgrepFor(job.engine), signal) };
  } catch (error) {
    if (!(error instanceof PaiError)) throw error;
    return { error: toErrorData(error) };
  }
}) as SearchRunner;

function ripgrepFor(engine: SearchEngine): Ripgrep | undefined {
  if (engine === 'javascript') return undefined;
  const ripgrep = findRipgrep();
  if (ripgrep === undefined && engine === 'ripgrep')
    throw new PaiError('not-found', `There is no ripgrep for ${process.platform}-${process.arch}`);
  return ripgrep === undefined || engine === 'ripgrep' ? ripgrep : orNothing(ripgrep);
}

/** A binary that cannot be started (its disk forbids it, it is for another machine) has had trouble, and the search goes on without. */
export function orNothing(ripgrep: Ripgrep): Ripgrep {
  return async (run) => {
    try {
      return await ripgrep(run);
    } catch (error) {
      if (error instanceof PaiError) return { bytes: Buffer.alloc(0), cut: false, exitCode: 2 };
      throw error;
    }
  };
}

function searchWith(
  job: SearchJob,
  ripgrep: Ripgrep | undefined,
  signal: AbortSignal,
): Promise<GrepFound | FilesFound> {
  return job.kind === 'grep' ? grep(job, ripgrep, signal) : findByGlob(job, ripgrep, signal);
}
