// One call of the model without tools, for work beside a conversation: planning, reviewing. Counted as spent, not shown as a message.
import type { ChatMessage, FinishReason } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';
import { measureUsage } from './model.js';
import type { EngineState } from './state.js';

export interface ModelAnswer {
  text: string;
  finishReason: FinishReason;
  usage: Usage;
  /** Set when the call failed or was stopped. */
  error?: string;
}

export async function askModel(
  { model, spending }: Pick<EngineState, 'model' | 'spending'>,
  messages: ChatMessage[],
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const request = { model: model.profile.model, messages, tools: [] };
  const answer = { text: '', finishReason: 'none' as FinishReason };
  let reported: Usage | undefined;
  let error: string | undefined;
  for await (const event of model.provider.stream(request, signal)) {
    if (event.type === 'text') answer.text += event.text;
    else if (event.type === 'failed') error = event.error.message;
    else if (event.type === 'completed') {
      answer.finishReason = event.finishReason;
      reported = event.usage;
    }
  }
  const usage = measureUsage(model.profile, request, { text: answer.text, reasoning: '', calls: [] }, reported);
  spending.add(model.profile.model, usage);
  return { ...answer, usage, ...(error === undefined ? {} : { error }) };
}
