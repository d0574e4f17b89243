// How the OpenAI-compatible provider behaves around its requests: tries, waits, aborts, silence, connections.

import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { systemDelay } from '../../../src/provider/delay.js';
import { frame, type ModelServer, type ServerReply, startModelServer } from '../../support/model-server.js';
import { collect, completed, failure, providerFor, recordedDelay, request, textOf } from './support.js';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(...replies: ServerReply[]): Promise<ModelServer> {
  server = await startModelServer(replies);
  return server;
}

const good: ServerReply = { reply: { text: 'ok' } };
const json = { 'content-type': 'application/json' };

function refusal(
  status: number,
  error: unknown = { message: 'no' },
  headers: Record<string, string> = {},
): ServerReply {
  return { status, headers: { ...json, ...headers }, body: JSON.stringify({ error }) };
}

test('PS-15: waits as asked in seconds and by date, then by back-off, and succeeds at the fourth request', async () => {
  const now = Date.UTC(2026, 10, 30, 12, 0, 0, 400);
  const model = await start(
    refusal(429, undefined, { 'retry-after': '2' }),
    refusal(429, undefined, { 'retry-after': 'Mon, 30 Nov 2026 12:00:04 GMT' }),
    refusal(503),
    good,
  );
  const { waits, delay } = recordedDelay();
  const events = await collect(providerFor(model, { delay, random: () => 0, clock: { now: () => now } }));
  expect(waits).toEqual([2000, 3600, 2000]);
  expect(events.filter((event) => event.type === 'retry').map((event) => [event.attempt, event.delayMs])).toEqual([
    [1, 2000],
    [2, 3600],
    [3, 2000],
  ]);
  expect(textOf(events)).toBe('ok');
  expect(model.requests).toHaveLength(4);
});

test.each([
  ['a wait of a day', refusal(429, { message: 'slow down' }, { 'retry-after': '86400' }), 'rate-limit', '24 h'],
  ['no quota', refusal(429, { message: 'pay', code: 'insufficient_quota' }), 'rate-limit', 'quota'],
  ['a refused key', refusal(401, { message: 'bad key' }), 'auth', 'bad key'],
  ['an unknown model', refusal(404, { message: 'no such model' }), 'model', 'm (404)'],
  ['a bad request', refusal(400, { message: 'nonsense' }), 'model', 'nonsense'],
  ['too long a conversation', refusal(400, { code: 'context_length_exceeded' }), 'context-overflow', 'too long'],
])('PS-15: %s is not tried again', async (_title, reply, code, part) => {
  const model = await start(reply, good);
  const error = failure(await collect(providerFor(model)));
  expect(error).toMatchObject({ code, message: expect.stringContaining(part) });
  expect(model.requests).toHaveLength(1);
});

test('PS-15: an abort ends the wait for the next try at once', async () => {
  const model = await start(refusal(429, undefined, { 'retry-after': '30' }), good);
  const abort = new AbortController();
  const provider = providerFor(model, { delay: systemDelay });
  const startedAt = performance.now();
  const types: string[] = [];
  for await (const event of provider.stream(request(), abort.signal)) {
    types.push(event.type === 'failed' ? event.error.code : event.type);
    if (event.type === 'retry') setImmediate(() => abort.abort());
  }
  expect(types).toEqual(['retry', 'cancelled']);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test('after output has been shown a failure is not tried again', async () => {
  const model = await start({ body: frame({ content: 'half' }), cutAfter: 1000 }, good);
  const events = await collect(providerFor(model));
  expect(failure(events).code).toBe('network');
  expect(model.requests).toHaveLength(1);
});

test('a connection that breaks before any output is tried again', async () => {
  const model = await start({ body: frame({ content: 'half' }), cutAfter: 3 }, good);
  const events = await collect(providerFor(model));
  expect(events.map((event) => event.type)).toEqual(['retry', 'text', 'completed']);
});

test('a server that is not there is named in message and hint', async () => {
  const model = await start();
  const { url } = model;
  await model.close();
  server = undefined;
  const error = failure(await collect(providerFor({ ...model, url }, { maxRetries: 1 })));
  expect(error).toEqual({
    code: 'network',
    message: `no server answers at ${url}`,
    hint: `Is the server running at ${url}?`,
  });
});

test('an address that is none is a matter of configuration', async () => {
  const model = await start();
  expect(failure(await collect(providerFor(model, { baseUrl: 'nonsense' }))).code).toBe('config');
});

test.each(['before the answer', 'inside the answer'])(
  'an abort %s ends the reply and closes the connection',
  async (when) => {
    const inside = when === 'inside the answer';
    const model = await start(inside ? { body: frame({ content: 'a' }), hangAfter: 1000 } : { silent: true });
    const abort = new AbortController();
    const events: string[] = [];
    const reading = (async () => {
      for await (const event of providerFor(model).stream(request(), abort.signal)) {
        events.push(event.type === 'failed' ? event.error.code : event.type);
        if (inside) abort.abort();
      }
    })();
    while (model.requests.length === 0) await new Promise(setImmediate);
    if (!inside) abort.abort();
    await reading;
    expect(events).toEqual(inside ? ['text', 'cancelled'] : ['cancelled']);
    while (!model.requests[0]?.closedEarly) await new Promise(setImmediate);
  },
);

test('a reader that walks away closes the connection', async () => {
  const model = await start({ body: frame({ content: 'a' }), hangAfter: 1000 });
  for await (const _ of providerFor(model).stream(request(), new AbortController().signal)) break;
  while (!model.requests[0]?.closedEarly) await new Promise(setImmediate);
});

test('a signal that is already aborted sends no request', async () => {
  const model = await start(good);
  expect(failure(await collect(providerFor(model), request(), AbortSignal.abort())).code).toBe('cancelled');
  expect(model.requests).toHaveLength(0);
});

test('silence inside a reply ends it as a stall and keeps the text', async () => {
  const model = await start({ body: frame({ content: 'a' }), hangAfter: 1000 });
  const events = await collect(providerFor(model, { stallTimeoutMs: 40 }));
  expect(textOf(events)).toBe('a');
  expect(failure(events).code).toBe('stall');
});

test('a server that never answers ends as a stall', async () => {
  const model = await start({ silent: true });
  expect(failure(await collect(providerFor(model, { answerTimeoutMs: 40 }))).code).toBe('stall');
});

test('comments keep a slow reply alive', async () => {
  const body = `${': wait\n\n'.repeat(20)}${frame({ content: 'slow' }, 'stop')}`;
  const model = await start({ body, delivery: 'bytes' });
  expect(textOf(await collect(providerFor(model, { stallTimeoutMs: 200 })))).toBe('slow');
});

test('requests one after another share a connection', async () => {
  const model = await start(good, good, good);
  const provider = providerFor(model);
  for (let i = 0; i < 3; i++) completed(await collect(provider));
  expect(new Set(model.requests.map((r) => r.clientPort)).size).toBe(1);
});

test('a kept connection that the server dropped is replaced without a word', async () => {
  const sockets: Socket[] = [];
  // This server takes one request a connection and then breaks it at the second.
  const raw = createServer((socket) => {
    let requests = 0;
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      requests += 1;
      if (requests > 1) return socket.destroy();
      const body = frame({ content: 'ok' }, 'stop');
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  const model = await start();
  const baseUrl = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/v1`;
  const provider = providerFor(model, { baseUrl });
  for (let i = 0; i < 2; i++) {
    expect((await collect(provider)).map((event) => event.type)).toEqual(['text', 'completed']);
  }
  raw.close();
  for (const socket of sockets) socket.destroy();
});

test('the key goes into the authorization header, and none without a key', async () => {
  const model = await start(good, good);
  await collect(providerFor(model));
  await collect(providerFor(model, { apiKey: '' }));
  expect(model.requests.map((r) => r.headers.authorization)).toEqual(['Bearer sk-test-123456', undefined]);
});

test('the same history gives the same request bytes', async () => {
  const model = await start(good, good);
  const provider = providerFor(model);
  await collect(provider);
  await collect(provider);
  expect(model.requests[0]?.text).toBe(model.requests[1]?.text);
  expect(model.requests[0]?.path).toBe('/v1/chat/completions');
});

test('a key that a server repeats in its error is not shown', async () => {
  const model = await start(refusal(401, { message: 'Incorrect API key provided: sk-test-123456 and sk-pr***xyz1' }));
  const error = failure(await collect(providerFor(model, { keyVariable: 'X_API_KEY' })));
  expect(error.message).not.toContain('sk-');
  expect(error.hint).toContain('X_API_KEY');
});

test('a server that refuses stream_options is asked again without them, and from then on', async () => {
  const model = await start(refusal(422, { message: 'Extra inputs are not permitted: stream_options' }), good, good);
  const provider = providerFor(model);
  completed(await collect(provider));
  completed(await collect(provider));
  expect(model.requests.map((r) => 'stream_options' in r.body)).toEqual([true, false, false]);
});

test('a field that is refused in both spellings does not ask for ever', async () => {
  const refuse = (field: string) => refusal(400, { message: `Unsupported parameter: ${field}` });
  const model = await start(
    ...['max_tokens', 'max_completion_tokens', 'max_tokens', 'max_completion_tokens'].map(refuse),
  );
  const events = await collect(providerFor(model), { ...request(), maxOutputTokens: 10 });
  expect(failure(events).code).toBe('model');
  expect(model.requests).toHaveLength(3);
});

test('an error body without an error member is still told', async () => {
  const model = await start({ status: 400, headers: json, body: '{"object":"error","message":"vllm says no"}' });
  expect(failure(await collect(providerFor(model))).message).toContain('vllm says no');
});

const twoCalls = request(
  { role: 'system', text: 's' },
  { role: 'user', text: 'a' },
  {
    role: 'assistant',
    text: '',
    reasoning: 'because',
    calls: [
      { callId: 'x', name: 'f', arguments: '{}' },
      { callId: 'y', name: 'f', arguments: '{}' },
    ],
  },
  { role: 'tool', callId: 'x', name: 'f', text: '1' },
  { role: 'tool', callId: 'y', name: 'f', text: '2' },
  { role: 'user', text: 'b' },
);

test.each([
  [
    500,
    'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles',
    'system user assistant tool tool assistant user',
  ],
  [400, "Unexpected role 'user' after role 'tool'", 'system user assistant tool tool assistant user'],
  [400, 'System role not supported', 'user assistant tool tool user'],
  [500, 'This model only supports single tool-calls at once!', 'system user assistant tool assistant tool user'],
])(
  'a template that refuses the shape with %i "%s" is asked again in the shape it takes',
  async (status, message, roles) => {
    const model = await start(refusal(status, { message }), good, good);
    const provider = providerFor(model);
    expect(textOf(await collect(provider, twoCalls))).toBe('ok');
    expect(textOf(await collect(provider, twoCalls))).toBe('ok');
    const sent = model.requests.map(({ body }) => body.messages.map(({ role }) => role).join(' '));
    expect(sent.slice(1)).toEqual([roles, roles]);
  },
);

test('a server that misses the reasoning of call messages gets it', async () => {
  const message = 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2';
  const model = await start(refusal(400, { message }), good);
  await collect(providerFor(model), twoCalls);
  expect(model.requests.map(({ text }) => text.includes('"reasoning_content":"because"'))).toEqual([false, true]);
});
