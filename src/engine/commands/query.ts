// Read-only questions of a front end.
import type { Query, QueryResult } from '../../protocol/query.js';
import { modelsBeside } from '../model.js';
import type { EngineState } from '../state.js';

const threadLimit = 200;

export function answerQuery({ threads, model }: EngineState, query: Query): QueryResult {
  if (query.kind === 'threads') return { kind: 'threads', threads: threads.store().list({ limit: threadLimit }) };
  const models = modelsBeside(model).map(({ provider, model: name, contextWindow }) => ({
    provider,
    model: name,
    contextWindow,
    current: name === model.profile.model,
  }));
  return { kind: 'models', models };
}
