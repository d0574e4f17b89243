// A real HTTP server that answers chat completions from a list of replies and refuses what strict servers refuse.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach } from '@jest/globals';
import type { Reply } from '../../src/provider/script.js';
import { historyProblems } from '../../src/provider/strict-history.js';
import type { WireRequest } from '../../src/provider/wire.js';

export interface ServerReply {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** The exact body. */
  body?: string | Buffer;
  /** The body as a chat-completions stream of this reply. */
  reply?: Reply;
  /** How the body is written: at once, byte by byte, or cut in two at a byte. Default at once. */
  delivery?: 'whole' | 'bytes' | { splitAt: number };
  /** Wait before the headers, ms. */
  delayMs?: number;
  /** Send this many bytes of the body, then break the connection. */
  cutAfter?: number;
  /** Send this many bytes of the body, then say nothing more. */
  hangAfter?: number;
  /** Read the request and never answer. */
  silent?: boolean;
  /** Answer 400 with this text when it returns one. */
  refuse?: (body: WireRequest) => string | undefined;
}

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: WireRequest;
  /** The body's exact text. */
  text: string;
  /** True once the client broke off. */
  closedEarly: boolean;
  /** Tells connections apart. */
  clientPort: number;
}

export interface ModelServer {
  /** Base URL, ending in /v1. */
  url: string;
  requests: RecordedRequest[];
  /** Rules broken by requests so far. */
  problems: string[];
  /** Adds replies, answered in order; a request without one gets a 400. */
  push(...replies: ServerReply[]): void;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /** Check every request's history. Default true. */
  strict?: boolean;
  /** The model takes images. Default false. */
  images?: boolean;
  /** Answers what no listed reply is left for. */
  respond?: (body: WireRequest) => ServerReply;
}

/** Call it once a file: what is started is closed after the test. */
export function modelServers(): typeof startModelServer {
  const open: ModelServer[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });
  return async (...given) => {
    const server = await startModelServer(...given);
    open.push(server);
    return server;
  };
}

export async function startModelServer(
  replies: ServerReply[] = [],
  { strict = true, images = false, respond }: ModelServerOptions = {},
): Promise<ModelServer> {
  const waiting = [...replies];
  const requests: RecordedRequest[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    response.socket?.setNoDelay(true);
    answer(request, response).catch((error: unknown) => {
      problems.push(String(error));
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const record = await readRequest(request);
    requests.push(record);
    response.on('close', () => {
      record.closedEarly = !response.writableFinished;
    });
    const broken = strict ? historyProblems(record.body, { images }) : [];
    problems.push(...broken);
    const reply = waiting.shift() ?? respond?.(record.body);
    const refusal = broken[0] ?? (reply ? reply.refuse?.(record.body) : 'the test server has no reply left');
    await (refusal === undefined ? send(response, reply ?? {}) : sendRefusal(response, refusal));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    problems,
    push: (...more) => {
      waiting.push(...more);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: JSON.parse(text || '{}') as WireRequest,
    text,
    closedEarly: false,
    clientPort: request.socket.remotePort ?? 0,
  };
}

async function sendRefusal(response: ServerResponse, reason: string): Promise<void> {
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: reason, type: 'invalid_request_error' } }));
}

async function send(response: ServerResponse, reply: ServerReply): Promise<void> {
  if (reply.silent) return;
  if (reply.delayMs) await sleep(reply.delayMs);
  const body = Buffer.from(reply.body ?? (reply.reply ? streamOf(reply.reply) : ''));
  response.writeHead(reply.status ?? 200, { 'content-type': 'text/event-stream', ...reply.headers });
  response.flushHeaders();
  const upTo = reply.cutAfter ?? reply.hangAfter ?? body.length;
  for (const part of partsOf(body.subarray(0, upTo), reply.delivery ?? 'whole')) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(part, () => setImmediate(resolve)));
  }
  if (reply.hangAfter !== undefined) return;
  if (reply.cutAfter !== undefined) response.destroy();
  else response.end();
}

function partsOf(body: Buffer, delivery: NonNullable<ServerReply['delivery']>): Buffer[] {
  if (body.length === 0) return [];
  if (delivery === 'whole') return [body];
  if (delivery === 'bytes') return Array.from(body, (byte) => Buffer.from([byte]));
  return [body.subarray(0, delivery.splitAt), body.subarray(delivery.splitAt)];
}

/** One frame with a delta. */
export function frame(delta: unknown, finishReason: string | null = null): string {
  return data({
    id: 'x',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
}

/** The frame that ends a reply. */
export function finish(reason: string): string {
  return frame({}, reason);
}

/** One frame with any payload. */
export function data(payload: unknown): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}

export const done = 'data: [DONE]\n\n';

/** A whole stream for a structured reply. */
export function streamOf(reply: Reply): string {
  const pieces = (text: string | string[] | undefined) => (text === undefined ? [] : [text].flat());
  const calls = reply.calls ?? [];
  return [
    ...pieces(reply.reasoning).map((text) => frame({ reasoning_content: text })),
    ...pieces(reply.text).map((text) => frame({ content: text })),
    ...calls.map(({ id, name, arguments: args }, index) => {
      const text = typeof args === 'string' ? args : JSON.stringify(args);
      return frame({
        tool_calls: [{ index, id: id ?? `call_${index}`, type: 'function', function: { name, arguments: text } }],
      });
    }),
    finish(reply.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    ...(reply.usage
      ? [data({ choices: [], usage: { prompt_tokens: reply.usage.input, completion_tokens: reply.usage.output } })]
      : []),
    done,
  ].join('');
}
