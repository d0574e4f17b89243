// What edits broke and is still broken, for the person.
import type { EngineState } from '../state.js';

export async function answerDiagnostics({ diagnostics, tell }: EngineState, commandId: string): Promise<void> {
  const problems = await diagnostics?.problems();
  const result = { kind: 'diagnostics' as const, ...(problems === undefined ? {} : { problems }) };
  tell({ type: 'query.answered', commandId, result });
}
