// The little of `fetch` that the openai package needs, over node:http. Owns connections; knows nothing of models.
// The global fetch costs a quarter of a second and 40 MB at its first use.

import { addAbortListener } from 'node:events';
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';

/** How long the tail of an answer nobody reads any more may take before its connection is dropped: it holds up the reader's end. */
const drainMs = 50;

export interface HttpResponse {
  status: number;
  ok: boolean;
  url: string;
  headers: ResponseHeaders;
  /** The bytes as they arrive; throws when the connection breaks or the request is aborted. */
  body: AsyncIterable<Uint8Array>;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

export interface ResponseHeaders {
  get(name: string): string | null;
  entries(): IterableIterator<[string, string]>;
}

export interface HttpInit {
  method?: string;
  headers?: Iterable<[string, string]>;
  body?: unknown;
  signal?: AbortSignal | null;
}

export type HttpFetch = (url: string, init?: HttpInit) => Promise<HttpResponse>;

/** A fetch with keep-alive connections of its own; they do not hold the process. */
export function createHttpFetch(): HttpFetch {
  const agents = new Map<string, Agent>();
  return async (url, init = {}) => {
    const target = new URL(url);
    const http = target.protocol === 'https:' ? await import('node:https') : await import('node:http');
    const agent = agents.get(target.protocol) ?? new http.Agent({ keepAlive: true });
    agents.set(target.protocol, agent);
    const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body));
    const options: RequestOptions = {
      agent,
      method: init.method ?? 'GET',
      headers: {
        ...Object.fromEntries(init.headers ?? []),
        'accept-encoding': 'identity',
        ...(body ? { 'content-length': body.length } : {}),
      },
    };
    const exchange = () => send(http.request(target, options), body, init.signal ?? undefined);
    return toResponse(await exchange().catch((error: unknown) => resendIfStale(error, exchange)), url);
  };
}

class StaleConnection extends Error {}

/** A kept connection that the server closed in the meantime says nothing about the server: try on a fresh one. */
function resendIfStale(error: unknown, exchange: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  if (error instanceof StaleConnection) return exchange();
  throw error;
}

function send(request: ClientRequest, body: Buffer | undefined, signal: AbortSignal | undefined) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const abortion = signal && addAbortListener(signal, () => request.destroy());
    request.on('error', (error: NodeJS.ErrnoException) => {
      abortion?.[Symbol.dispose]();
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      // Wrapped, because the openai package rebuilds foreign errors without their code.
      reject(new (stale ? StaleConnection : Error)(error.message, { cause: error }));
    });
    request.on('response', (response) => {
      // Whoever reads the body gets the error from there; an abort after the last read has nobody to tell.
      response.on('error', () => {});
      response.once('close', () => abortion?.[Symbol.dispose]());
      resolve(response);
    });
    request.end(body);
  });
}

function toResponse(message: IncomingMessage, url: string): HttpResponse {
  const status = message.statusCode ?? 0;
  const text = async () => {
    const parts: Uint8Array[] = [];
    for await (const part of bytesOf(message)) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
  };
  return {
    status,
    ok: status >= 200 && status < 300,
    url,
    headers: headersOf(message),
    body: bytesOf(message),
    text,
    json: async () => JSON.parse(await text()) as unknown,
  };
}

/** Reads the body; when the reader stops early the little that is left is drained, so that the connection can be used again. */
async function* bytesOf(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* message.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } finally {
    if (!message.readableEnded && !message.destroyed) await drain(message);
  }
}

function drain(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => message.destroy(), drainMs);
    message.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    message.resume();
  });
}

function headersOf(message: IncomingMessage): ResponseHeaders {
  const pairs = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  const byName = new Map(pairs);
  return { get: (name) => byName.get(name.toLowerCase()) ?? null, entries: () => byName.entries() };
}
