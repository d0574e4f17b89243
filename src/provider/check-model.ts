// Asks a model one small question, to see whether address, key and model fit together. Light: without the openai package.
import type { ErrorData } from '../base/error.js';
import type { ToolDefinition } from '../protocol/message.js';
import { createEndpoint } from './endpoint.js';
import type { ModelProfile } from './model-profile.js';
import { openPlainPost, type ServerAddress } from './plain-post.js';

export interface ModelCheck extends ServerAddress {
  profile: ModelProfile;
  keyVariable?: string;
  question: string;
  /** Offered to the model. */
  tool?: ToolDefinition;
  /** Without a sign of life. */
  timeoutMs: number;
}

export type CheckResult =
  | { ok: true; durationMs: number; text: string; calledTool: boolean }
  | { ok: false; error: ErrorData };

/** Never rejects. One try: whoever asks can ask again. */
export async function checkModel(check: ModelCheck, signal = new AbortController().signal): Promise<CheckResult> {
  const { profile, question, tool, timeoutMs, http: _http, ...address } = check;
  const options = { ...address, profile, maxRetries: 0, stallTimeoutMs: timeoutMs, answerTimeoutMs: timeoutMs };
  const endpoint = createEndpoint(options, async () => openPlainPost(check));
  const messages = [{ role: 'user' as const, text: question }];
  const startedAt = performance.now();
  let text = '';
  for await (const event of endpoint.stream({ model: profile.model, messages, tools: tool ? [tool] : [] }, signal)) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'failed') return { ok: false, error: event.error };
    if (event.type !== 'completed') continue;
    const calledTool = event.calls.some(({ name }) => name === tool?.name);
    return { ok: true, durationMs: Math.round(performance.now() - startedAt), text, calledTool };
  }
  return { ok: false, error: { code: 'model', message: 'the reply had no end' } };
}
