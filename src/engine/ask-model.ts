// One call of the model without tools, for work beside a conversation: planning, summarising. Counted as spent, not shown as a message.
import type { ChatMessage, FinishReason } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';
import { type ActiveModel, measureUsage } from './model.js';
import type { Spending } from './spending.js';

export interface ModelAnswer {
  text: string;
  finishReason: FinishReason;
  usage: Usage;
  /** Set when the call failed or was stopped. */
  error?: string;
}

export async function askModel(
  { model, spending }: { model: ActiveModel; spending: Pick<Spending, 'add'> },
  messages: ChatMessage[],
  signal: AbortSignal,
  maxOutputTokens?: number,
): Promise<ModelAnswer> {
  const most = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  const request = { model: model.profile.model, messages, tools: [], ...most };
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
  // What was refused costs nothing.
  if (error === undefined || reported !== undefined) spending.add(model.profile.model, usage);
  return { ...answer, usage, ...(error === undefined ? {} : { error }) };
}
