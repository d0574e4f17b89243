// The openai package, loaded at the first request, talking through our own fetch. Owns what is sent besides the body.
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { toErrorBody } from './error-body.js';
import { createHttpFetch, type HttpFetch, type HttpResponse } from './http-fetch.js';
import type { WireRequest } from './wire.js';

/** Posts one chat completion and resolves at the answer's headers. Throws the package's errors, ours nowhere. */
export type PostCompletion = (body: WireRequest, signal: AbortSignal) => Promise<HttpResponse>;

export interface ClientOptions {
  baseUrl: string;
  /** Absent or empty: no authorization header is sent. */
  apiKey?: string;
  http?: HttpFetch;
}

export async function openClient(options: ClientOptions): Promise<PostCompletion> {
  const { OpenAI } = await import('openai');
  const isOpenAi = /(?:^|\.)openai\.com$/.test(new URL(options.baseUrl).hostname);
  const client = new OpenAI({
    baseURL: options.baseUrl,
    // The package insists on a key; the null header below takes it back.
    apiKey: options.apiKey || 'none',
    adminAPIKey: null,
    // Read from the environment by default: not for other people's servers.
    ...(isOpenAi ? {} : { organization: null, project: null }),
    maxRetries: 0,
    // How long to wait is the watchdog's business.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    defaultHeaders: { 'User-Agent': 'paicli', ...(options.apiKey ? {} : { Authorization: null }) },
    fetch: keepingErrorBodies(options.http ?? createHttpFetch()) as unknown as typeof globalThis.fetch,
  });
  return async (body, signal) => {
    const params = body as unknown as ChatCompletionCreateParamsStreaming;
    // The raw answer: the package's own stream ends silently on an abort and loses frames (see sse.ts).
    return (await client.chat.completions.create(params, { signal }).asResponse()) as unknown as HttpResponse;
  };
}

function keepingErrorBodies(http: HttpFetch): HttpFetch {
  return async (url, init) => {
    const response = await http(url, init);
    return response.ok ? response : { ...response, text: async () => toErrorBody(await response.text()) };
  };
}
