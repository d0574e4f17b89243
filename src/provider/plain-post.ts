// Requests to a model's server without the openai package, which is too heavy for the screen's thread and for one small question.
import { toErrorBody } from './error-body.js';
import { createHttpFetch, type HttpFetch, type HttpResponse } from './http-fetch.js';
import type { PostCompletion } from './openai-client.js';

export interface ServerAddress {
  baseUrl: string;
  /** Absent or empty: no authorization header is sent. */
  apiKey?: string;
  http?: HttpFetch;
}

/** Posts one chat completion; what a server refuses is thrown in the shape that error-mapping.ts reads. */
export function openPlainPost({ baseUrl, apiKey, http = createHttpFetch() }: ServerAddress): PostCompletion {
  return async (body, signal) => {
    const headers: [string, string][] = [['content-type', 'application/json'], ...commonHeaders(apiKey)];
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
    return accepted(await http(`${baseUrl}/chat/completions`, init));
  };
}

/** Gets a JSON document below the base URL. */
export async function getJson(
  { baseUrl, apiKey, http = createHttpFetch() }: ServerAddress,
  path: string,
  signal: AbortSignal,
) {
  const response = await accepted(await http(`${baseUrl}${path}`, { headers: commonHeaders(apiKey), signal }));
  return (await response.json()) as unknown;
}

function commonHeaders(apiKey: string | undefined): [string, string][] {
  return [['user-agent', 'paicli'], ...(apiKey ? [['authorization', `Bearer ${apiKey}`] as [string, string]] : [])];
}

async function accepted(response: HttpResponse): Promise<HttpResponse> {
  if (response.ok) return response;
  const { status, headers } = response;
  const text = toErrorBody(await response.text());
  throw Object.assign(new Error(`${status} ${text}`), { status, headers, error: errorOf(text) });
}

function errorOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { error?: unknown }).error ?? text;
  } catch {
    // Plain text is a lawful error body.
    return text;
  }
}
