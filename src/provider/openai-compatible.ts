// A model behind any OpenAI-compatible chat-completions endpoint, asked through the openai package. The tries are endpoint.ts's.
import { createEndpoint, type EndpointOptions } from './endpoint.js';
import type { HttpFetch } from './http-fetch.js';
import { openClient } from './openai-client.js';
import type { Provider } from './provider.js';

export interface OpenAiCompatibleOptions extends EndpointOptions {
  http?: HttpFetch;
}

/** A provider for one endpoint; connections are kept between its requests. */
export function createOpenAiCompatibleProvider(options: OpenAiCompatibleOptions): Provider {
  return createEndpoint(options, () => openClient(options));
}
