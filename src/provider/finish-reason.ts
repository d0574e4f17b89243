// The many spellings of why a model stopped, as one of ours.
import type { FinishReason } from '../protocol/message.js';

const spellings: Record<string, FinishReason> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'content_filter',
  safety: 'content_filter',
  sensitive: 'content_filter',
};

/** Reasons by which servers say that the reply broke, not that it ended. */
const failures = new Set(['error', 'network_error', 'insufficient_system_resource']);

/** Maps a wire value; null, absent and empty are `none`, an unknown word counts as `stop`, `failure` means the server gave up. */
export function finishReasonOf(raw: unknown): FinishReason | 'failure' {
  if (typeof raw !== 'string' || raw === '') return 'none';
  const key = raw.toLowerCase();
  return failures.has(key) ? 'failure' : (spellings[key] ?? 'stop');
}
