// A search for files by their path. Opens none of them.
import { relative } from 'node:path';
import { isWithin } from '../../policy/path-guard.js';
import type { Ripgrep } from '../../process/run-search.js';
import { createGlob } from '../files/glob.js';
import { listFiles } from './list-files.js';
import type { FilesFound, FilesJob } from './search-job.js';

/** The files whose path below the folder fits. Throws PaiError for a pattern that is none. */
export async function findByGlob(
  job: FilesJob,
  ripgrep: Ripgrep | undefined,
  signal: AbortSignal,
): Promise<FilesFound> {
  const fits = await createGlob(job.glob);
  const { files, partial } = await listFiles(job, ripgrep, signal);
  const matching = files.filter((file) => fits(relative(job.folder, file)));
  const shown = (file: string) => (isWithin(file, job.cwd) ? relative(job.cwd, file) : file);
  const why = signal.aborted ? (['stopped'] as const) : partial ? (['files'] as const) : [];
  return { items: matching.slice(0, job.maxShown).map(shown), total: matching.length, partial: [...why] };
}
