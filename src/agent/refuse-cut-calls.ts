// Calls of a reply that was cut off by the output limit: they may be incomplete, so none runs.
import type { ToolCall } from '../protocol/message.js';
import type { CallResult, Turn } from './turn.js';

const text =
  'Failed: not run, because your reply was cut off at the output limit and this call may be incomplete. Send it again in a shorter reply, e.g. with smaller pieces of content.';

/** Closes each call with a result that the model can act on. */
export function refuseCutCalls(turn: Turn, calls: ToolCall[]): CallResult[] {
  return calls.map(({ callId, name, arguments: args }) => {
    turn.emit({ type: 'tool.called', callId, name, arguments: args, title: '' });
    turn.emit({
      type: 'tool.completed',
      callId,
      outcome: 'failed',
      text,
      display: [{ kind: 'text', text: 'not run: the reply was cut off at the output limit', tone: 'error' }],
      durationMs: 0,
    });
    return { callId, text };
  });
}
