// What every provider must keep to, run over each of them with the same replies.
import { afterEach, describe, expect, test } from '@jest/globals';
import { findModel } from '../../src/provider/catalog.js';
import { createOpenAiCompatibleProvider } from '../../src/provider/openai-compatible.js';
import type { ModelRequest, Provider, ProviderEvent } from '../../src/provider/provider.js';
import type { Reply } from '../../src/provider/script.js';
import { createScriptedProvider } from '../../src/provider/scripted.js';
import { startModelServer, streamOf } from '../support/model-server.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A reply and, for real servers, how it reaches the client. */
type Make = (reply: Reply) => Promise<Provider>;

const scripted: Make = async (reply) => createScriptedProvider({ script: { replies: [reply] }, strict: true });

const overHttp: Make = async (reply) => {
  const body = streamOf(reply);
  const cutAfter =
    reply.cutAfter === undefined ? undefined : body.split('\n\n').slice(0, reply.cutAfter).join('\n\n').length + 2;
  const error =
    reply.error &&
    `${streamOf({ text: reply.text ?? '' }).split('\n\n')[0]}\n\ndata: {"error":{"message":"broken"}}\n\n`;
  const server = await startModelServer([{ body: error ?? body, ...(cutAfter === undefined ? {} : { cutAfter }) }]);
  closers.push(() => server.close());
  return createOpenAiCompatibleProvider({ baseUrl: server.url, profile: findModel('custom', 'm'), maxRetries: 0 });
};

const request: ModelRequest = { model: 'm', messages: [{ role: 'user', text: 'hi' }], tools: [] };

async function collect(provider: Provider, signal = new AbortController().signal): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of provider.stream(request, signal)) events.push(event);
  return events;
}

describe.each([
  ['scripted', scripted],
  ['openai-compatible', overHttp],
])('%s', (_name, make) => {
  test('streams reasoning and text in pieces, then completes with usage', async () => {
    const provider = await make({ reasoning: ['hm'], text: ['a', 'b'], usage: { input: 5, output: 2 } });
    expect(await collect(provider)).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      {
        type: 'completed',
        finishReason: 'stop',
        calls: [],
        usage: { input: 5, output: 2, cached: 0, reasoning: 0, estimated: false },
      },
    ]);
  });

  test('hands over calls complete and in order', async () => {
    const provider = await make({
      calls: [
        { id: 'a', name: 'f', arguments: { x: 1 } },
        { id: 'b', name: 'g', arguments: '' },
      ],
    });
    expect((await collect(provider)).at(-1)).toEqual({
      type: 'completed',
      finishReason: 'tool_calls',
      calls: [
        { callId: 'a', name: 'f', arguments: '{"x":1}' },
        { callId: 'b', name: 'g', arguments: '{}' },
      ],
    });
  });

  test('keeps the text of a cut reply and ends it as network', async () => {
    const events = await collect(await make({ text: ['a', 'b', 'c'], cutAfter: 2 }));
    expect(events.map((event) => (event.type === 'failed' ? event.error.code : event.type))).toEqual([
      'text',
      'text',
      'network',
    ]);
  });

  test('ends a reply that fails with the error', async () => {
    const events = await collect(await make({ text: ['a'], error: { code: 'model', message: 'broken' } }));
    expect(events.map((event) => (event.type === 'failed' ? event.error.code : event.type))).toEqual(['text', 'model']);
  });

  test('ends as cancelled when the signal fires inside a reply', async () => {
    const abort = new AbortController();
    const events: string[] = [];
    for await (const event of (await make({ text: ['a', 'b'], pauseMs: 5 })).stream(request, abort.signal)) {
      events.push(event.type === 'failed' ? event.error.code : event.type);
      abort.abort();
    }
    expect(events.at(-1)).toBe('cancelled');
    expect(events.filter((type) => type === 'cancelled')).toHaveLength(1);
  });

  test('ends as cancelled when the signal had fired before', async () => {
    expect(await collect(await make({ text: 'a' }), AbortSignal.abort())).toEqual([
      { type: 'failed', error: { code: 'cancelled', message: 'cancelled' } },
    ]);
  });

  test('may be read no further at any time', async () => {
    for await (const event of (await make({ text: ['a', 'b'] })).stream(request, new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
  });
});
