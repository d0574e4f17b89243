// The one thread that a person means by the beginning of an id.
import { PaiError } from '../base/error.js';
import type { ThreadSummary } from '../protocol/query.js';
import type { ThreadStore } from './thread-store.js';

const mostNamed = 4;

/** Throws PaiError('not-found') when there is none, PaiError('usage') when there are several. */
export function findThread(store: ThreadStore, id: string): ThreadSummary {
  const found = store.findByPrefix(id);
  const [only] = found;
  if (!only)
    throw new PaiError('not-found', `there is no thread ${id}`, '`paicli threads --all` lists those there are.');
  if (found.length === 1) return only;
  const some = found.slice(0, mostNamed).map(({ threadId }) => threadId);
  throw new PaiError('usage', `${found.length} threads begin with ${id}: ${some.join(', ')}`);
}
