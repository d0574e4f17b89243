// Small things the provider's tests share.
import { findModel } from '../../../src/provider/catalog.js';
import type { ModelProfile } from '../../../src/provider/model-profile.js';
import {
  createOpenAiCompatibleProvider,
  type OpenAiCompatibleOptions,
} from '../../../src/provider/openai-compatible.js';
import type { ModelRequest, Provider, ProviderEvent } from '../../../src/provider/provider.js';
import type { ModelServer } from '../../support/model-server.js';

export const plainProfile: ModelProfile = findModel('custom', 'm');

/** Waits are noted, not waited for. */
export function recordedDelay() {
  const waits: number[] = [];
  return {
    waits,
    delay: async (ms: number) => {
      waits.push(ms);
    },
  };
}

export function providerFor(server: ModelServer, options: Partial<OpenAiCompatibleOptions> = {}): Provider {
  return createOpenAiCompatibleProvider({
    baseUrl: server.url,
    apiKey: 'sk-test-123456',
    profile: plainProfile,
    delay: async () => {},
    ...options,
  });
}

export function request(...messages: ModelRequest['messages']): ModelRequest {
  return { model: 'm', messages: messages.length > 0 ? messages : [{ role: 'user', text: 'hi' }], tools: [] };
}

export async function collect(
  provider: Provider,
  asked: ModelRequest = request(),
  signal: AbortSignal = new AbortController().signal,
): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of provider.stream(asked, signal)) events.push(event);
  return events;
}

export function textOf(events: ProviderEvent[], type: 'text' | 'reasoning' = 'text'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

/** The last event, which must be `completed`. */
export function completed(events: ProviderEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'completed') throw new Error(`not completed: ${JSON.stringify(last)}`);
  return last;
}

/** The error of the last event, which must be `failed`. */
export function failure(events: ProviderEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'failed') throw new Error(`not failed: ${JSON.stringify(last)}`);
  return last.error;
}
