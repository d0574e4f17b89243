// Read-only questions of a front end.
import type { Query, QueryResult } from '../../protocol/query.js';
import { findThread } from '../../thread/find-thread.js';
import { lastSaid } from '../../thread/preview.js';
import type { ThreadStore } from '../../thread/thread-store.js';
import type { EngineState } from '../state.js';
import { answerSettings } from './settings-file.js';
import { answerUsage } from './usage.js';

const threadLimit = 1000;

export function answerQuery(state: EngineState, query: Query): QueryResult {
  const { threads } = state;
  if (query.kind === 'usage') return answerUsage(state);
  if (query.kind === 'settings') return answerSettings(state);
  if (query.kind === 'preview') return preview(threads.store(), query.threadId);
  return { kind: 'threads', threads: threads.store().list({ limit: threadLimit }) };
}

function preview(store: ThreadStore, id: string): QueryResult {
  const { threadId } = findThread(store, id);
  return { kind: 'preview', threadId, said: lastSaid(store.load(threadId).envelopes) };
}
