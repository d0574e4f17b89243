// Answers which files of the working folder fit a few letters. The finding is find-files.ts.
import type { Query } from '../../protocol/query.js';
import type { EngineState } from '../state.js';

const mostFiles = 200;

export async function answerFiles(
  { findFiles, tell }: EngineState,
  commandId: string,
  { text, limit }: Extract<Query, { kind: 'files' }>,
): Promise<void> {
  const files = await findFiles(text, Math.min(limit, mostFiles));
  tell({ type: 'query.answered', commandId, result: { kind: 'files', text, files } });
}
