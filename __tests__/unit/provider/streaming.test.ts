// What the OpenAI-compatible provider makes of the streams that servers really send.
import { afterEach, expect, test } from '@jest/globals';
import {
  data,
  done,
  finish,
  frame,
  type ModelServer,
  type ServerReply,
  startModelServer,
} from '../../support/model-server.js';
import { collect, completed, failure, plainProfile, providerFor, request, textOf } from './support.js';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(...replies: ServerReply[]) {
  server = await startModelServer(replies);
  return collect(providerFor(server, { maxRetries: 0 }));
}

const readFile = (id: string, path: string) => ({
  id,
  type: 'function',
  function: { name: 'read_file', arguments: JSON.stringify({ path }) },
});

test('PS-01: two calls without index come out as two', async () => {
  const body = frame({ tool_calls: [readFile('a1', 'one.txt')] }) + frame({ tool_calls: [readFile('b2', 'two.txt')] });
  const { calls } = completed(await ask({ body: body + finish('tool_calls') + done }));
  expect(calls.map((call) => [call.callId, call.arguments])).toEqual([
    ['a1', '{"path":"one.txt"}'],
    ['b2', '{"path":"two.txt"}'],
  ]);
});

test.each([
  ['stop', finish('stop') + done, 'stop'],
  ['no finish reason', done, 'none'],
  ['an empty one', finish('') + done, 'none'],
  ['function_call', finish('function_call') + done, 'tool_calls'],
  ['neither finish reason nor end mark', '', 'none'],
])('PS-07: a call before %s is a call', async (_title, end, finishReason) => {
  const last = completed(await ask({ body: frame({ tool_calls: [{ index: 0, ...readFile('t1', 'a.txt') }] }) + end }));
  expect(last.calls.map((call) => call.callId)).toEqual(['t1']);
  expect(last.finishReason).toBe(finishReason);
});

test('PS-07: an empty list of calls is no call', async () => {
  expect(completed(await ask({ body: frame({ tool_calls: [] }) + finish('tool_calls') + done })).calls).toEqual([]);
});

const usage = { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 };
test.each([
  ['empty', { choices: [], usage }],
  ['null', { choices: null, usage }],
  ['absent', { usage }],
])('PS-09: usage in a last chunk with %s choices is read', async (_title, last) => {
  const early = data({ choices: [{ delta: { content: 'ok' } }], usage: null });
  const events = await ask({ body: early + finish('stop') + data(last) + done });
  expect(textOf(events)).toBe('ok');
  expect(completed(events).usage).toMatchObject({ input: 11, output: 3, estimated: false });
});

test('PS-09: without usage there is none', async () => {
  expect(completed(await ask({ body: frame({ content: 'ok' }) + finish('stop') + done })).usage).toBeUndefined();
});

const framing =
  ': OPENROUTER PROCESSING\r\n\r\nevent: message\r\nid: 7\r\nretry: 3000\r\ndata:{"choices":[{"delta":{"content":"A"}}]}\r\n\r\n' +
  ': ping\n\ndata: {"choices":[{"delta":\ndata: {"content":"B"}}]}\n\ndata: {"choices":[{"delta":{"content":"C"},"finish_reason":"stop"}]}';
test.each(['whole', 'bytes'] as const)('PS-10: every lawful framing is read, delivered %s', async (delivery) => {
  const events = await ask({ body: framing, delivery });
  expect(textOf(events)).toBe('ABC');
  expect(completed(events).finishReason).toBe('stop');
});

test('two frames without a blank line between them are two', async () => {
  const events = await ask({ body: `${frame({ content: 'A' }).trimEnd()}\n${finish('stop').trimEnd()}\ndata: [DONE]` });
  expect(textOf(events)).toBe('A');
  expect(completed(events).finishReason).toBe('stop');
});

test('PS-12: characters cut at any byte arrive whole', async () => {
  const text = '你好👍“é”Ω';
  const path = '目录/файл🚀.txt';
  const call = { index: 0, ...readFile('u1', path) };
  const delta = (fields: object) => data({ choices: [{ delta: fields }] });
  const body = Buffer.from(delta({ content: text }) + delta({ tool_calls: [call] }) + done);
  server = await startModelServer();
  const provider = providerFor(server);
  const splits = Array.from({ length: body.length - 1 }, (_, at) => at + 1);
  server.push(...splits.map((splitAt) => ({ body, delivery: { splitAt } })));
  const wrong: string[] = [];
  const check = async () => {
    const events = await collect(provider);
    const read = `${textOf(events)} ${completed(events).calls[0]?.arguments}`;
    if (read !== `${text} ${JSON.stringify({ path })}`) wrong.push(read);
  };
  while (splits.length > 0) await Promise.all(splits.splice(0, 10).map(check));
  expect(wrong).toEqual([]);
});

test('PS-17: the same reasoning under two names is shown once and never as text', async () => {
  const events = await ask({
    body: frame({ reasoning: 'same', reasoning_content: 'same' }) + frame({ content: 'x' }) + finish('stop') + done,
  });
  expect(textOf(events, 'reasoning')).toBe('same');
  expect(textOf(events)).toBe('x');
});

test.each([true, false])('PS-17: reasoning of a call message is sent back: %s', async (replayReasoning) => {
  server = await startModelServer([{ reply: { text: 'ok' } }]);
  await collect(
    providerFor(server, { profile: { ...plainProfile, replayReasoning } }),
    request(
      { role: 'user', text: 'go' },
      {
        role: 'assistant',
        text: '',
        reasoning: 'plan A',
        calls: [{ callId: 'r1', name: 'read_file', arguments: '{}' }],
      },
      { role: 'tool', callId: 'r1', name: 'read_file', text: 'content' },
    ),
  );
  expect(server.problems).toEqual([]);
  expect(server.requests[0]?.text.includes('"reasoning_content":"plan A"')).toBe(replayReasoning);
});

test('an answer that is one JSON body is read too', async () => {
  const message = { content: 'whole', tool_calls: [readFile('j1', 'a')] };
  const events = await ask({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }], usage }),
  });
  expect(textOf(events)).toBe('whole');
  expect(completed(events)).toMatchObject({ calls: [{ callId: 'j1' }], usage: { input: 11 } });
});

test('reasoning in a list of content parts is told from text', async () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
    { type: 'text', text: 'yes' },
  ];
  const events = await ask({ body: frame({ content }) + finish('stop') + done });
  expect([textOf(events, 'reasoning'), textOf(events)]).toEqual(['hm', 'yes']);
});

test('text that ends with a closed connection and no mark is a whole reply', async () => {
  const events = await ask({ body: frame({ content: 'all of it' }) });
  expect(completed(events).finishReason).toBe('none');
});

test('a call whose arguments are unfinished when the stream ends is a broken reply', async () => {
  const body = frame({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{"x' } }] });
  expect(failure(await ask({ body })).code).toBe('network');
});

test('a cut connection keeps the text and fails as network', async () => {
  const body = frame({ content: 'half' }) + finish('stop') + done;
  const events = await ask({ body, cutAfter: frame({ content: 'half' }).length + 5 });
  expect(textOf(events)).toBe('half');
  expect(failure(events).code).toBe('network');
});

test('a frame cut in the middle by a clean end fails as network', async () => {
  expect(failure(await ask({ body: `${frame({ content: 'a' })}data: {"choices":[{"del` })).code).toBe('network');
});

test('an error object inside a stream fails with what it says', async () => {
  const events = await ask({
    body: frame({ content: 'a' }) + data({ error: { message: 'the GPU is on fire', code: 'oops' } }),
  });
  expect(textOf(events)).toBe('a');
  expect(failure(events)).toMatchObject({ code: 'model', message: expect.stringContaining('the GPU is on fire') });
});

test('a context overflow inside a stream is recognised', async () => {
  const error = { message: 'This model’s maximum context length is 8192 tokens', code: 400 };
  expect(failure(await ask({ body: data({ error }) })).code).toBe('context-overflow');
});

test('a web page in place of an answer points at the base URL', async () => {
  const events = await ask({ headers: { 'content-type': 'text/html' }, body: '<html>' });
  expect(failure(events)).toMatchObject({ code: 'model', hint: expect.stringContaining('base URL') });
});
