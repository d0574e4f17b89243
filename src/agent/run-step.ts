// One step's model call: streams the reply out as events and returns it whole. Tools are run by the loop, not here.
import type { ErrorData } from '../base/error.js';
import type { FinishReason, ToolCall, ToolDefinition } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';
import type { ModelRequest, ProviderEvent } from '../provider/provider.js';
import type { StepReply, Turn } from './turn.js';

/** Asks the model once. Emits step.started … message.completed, step.completed; the history holds the reply afterwards. */
export async function runStep(turn: Turn, step: number, tools: ToolDefinition[] = turn.tools): Promise<StepReply> {
  turn.emit({ type: 'step.started', step });
  const request: ModelRequest = { model: turn.model, messages: turn.history(), tools };
  const reply = await readReply(turn, request);
  const usage = turn.measure(request, reply, reply.usage);
  turn.emit({ type: 'step.completed', step, finishReason: reply.finishReason, usage });
  return { ...reply, usage };
}

interface Reply {
  text: string;
  reasoning: string;
  calls: ToolCall[];
  finishReason: FinishReason;
  usage?: Usage;
  error?: ErrorData;
}

async function readReply(turn: Turn, request: ModelRequest): Promise<Reply> {
  const messageId = turn.newMessageId();
  const reply: Reply = { text: '', reasoning: '', calls: [], finishReason: 'none' };
  turn.emit({ type: 'message.started', messageId });
  for await (const event of turn.provider.stream(request, turn.signal)) take(turn, request, messageId, reply, event);
  turn.emit({
    type: 'message.completed',
    messageId,
    text: reply.text,
    reasoning: reply.reasoning,
    calls: reply.calls,
    finishReason: reply.finishReason,
    partial: reply.error !== undefined,
  });
  return reply;
}

function take(turn: Turn, request: ModelRequest, messageId: string, reply: Reply, event: ProviderEvent): void {
  switch (event.type) {
    case 'text':
    case 'reasoning':
      reply[event.type] += event.text;
      turn.emit({ type: 'message.delta', messageId, channel: event.type, text: event.text });
      return;
    case 'retry':
      turn.emit({
        type: 'notice.raised',
        level: 'warning',
        text: `${event.error.message}; trying again in ${(event.delayMs / 1000).toFixed(1)} s (try ${event.attempt + 1})`,
      });
      return;
    case 'completed':
      reply.finishReason = event.finishReason;
      // A model that calls tools although none were offered is not obeyed.
      reply.calls = request.tools.length > 0 ? turn.uniqueCalls(event.calls) : [];
      if (event.usage) reply.usage = event.usage;
      return;
    case 'failed':
      reply.error = event.error;
  }
}
