// The threads as the command line reads them, without an engine: the database is opened only when there is one.
import { existsSync } from 'node:fs';
import { systemClock } from '../base/clock.js';
import { PaiError } from '../base/error.js';
import { pathsFrom } from '../config/paths.js';
import type { Threads } from '../engine/threads.js';

/** Calls `work` with the threads and closes them; undefined when none was ever kept. */
export async function withThreads<T>(work: (threads: Threads) => T | Promise<T>): Promise<T | undefined> {
  const paths = pathsFrom(process.env);
  if (!existsSync(paths.runtimeDatabase)) return undefined;
  const { openThreads } = await import('../engine/engine.js');
  const threads = openThreads(paths, systemClock, (notice) => process.stderr.write(`${notice}\n`));
  try {
    return await work(threads);
  } finally {
    threads.close();
  }
}

export const noThread = (id: string) =>
  new PaiError('not-found', `there is no thread ${id}`, '`paicli threads --all` lists those there are.');
