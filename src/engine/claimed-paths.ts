// What the tools of turns say they wrote, from the logs of their threads. Reads only; whether it counts is decided in snapshot/.
import { isAbsolute, relative } from 'node:path';
import { PaiError } from '../base/error.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { Threads } from './threads.js';

type Turns = readonly { threadId: string; turnId: string }[];

/** Relative to `cwd`; what lies outside is left out. A thread that is gone claims nothing. */
export function claimedPaths(threads: Pick<Threads, 'store'>, cwd: string): (turns: Turns) => string[] {
  return (turns) => {
    const turnIds = new Set(turns.map(({ turnId }) => turnId));
    const logs = [...new Set(turns.map(({ threadId }) => threadId))].flatMap((id) => logOf(threads, id));
    const paths = logs.filter(({ turnId = '' }) => turnIds.has(turnId)).flatMap(({ event }) => diffPaths(event));
    return [...new Set(paths.map((path) => (isAbsolute(path) ? relative(cwd, path) : path)))].filter(
      (path) => !path.startsWith('..'),
    );
  };
}

function diffPaths(event: DurableEvent): string[] {
  if (event.type !== 'tool.completed') return [];
  return event.display.flatMap((display) => (display.kind === 'diff' ? [display.path] : []));
}

function logOf(threads: Pick<Threads, 'store'>, threadId: string): Envelope<DurableEvent>[] {
  try {
    return threads.store().load(threadId).envelopes;
  } catch (error) {
    if (error instanceof PaiError && error.code === 'not-found') return [];
    throw error;
  }
}
