import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatMessage } from '../../../src/protocol/message.js';
import { loadScript } from '../../../src/provider/script.js';
import { createScriptedProvider } from '../../../src/provider/scripted.js';
import { collect, completed, failure, recordedDelay, request, textOf } from './support.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paicli-script-'));
});
afterAll(() => rm(folder, { recursive: true }));

const user: ChatMessage = { role: 'user', text: 'hi' };
const said: ChatMessage = { role: 'assistant', text: 'x', calls: [] };

test('one text comes word by word and loses nothing', async () => {
  const text = ' two  words\n';
  const events = await collect(createScriptedProvider({ script: { replies: [{ text }] } }));
  expect(textOf(events)).toBe(text);
  expect(events.filter((event) => event.type === 'text')).toHaveLength(3);
});

test('arguments come out the same however many fragments they arrive in', async () => {
  for (const fragments of [1, 2, 7, 100]) {
    const script = { replies: [{ calls: [{ name: 'f', arguments: { path: 'a.txt' }, fragments }] }] };
    expect(completed(await collect(createScriptedProvider({ script }))).calls).toEqual([
      { callId: 'call_1_1', name: 'f', arguments: '{"path":"a.txt"}' },
    ]);
  }
});

test('a pause comes before each piece', async () => {
  const { waits, delay } = recordedDelay();
  const script = { replies: [{ text: ['a', 'b'], calls: [{ name: 'f', arguments: {} }], pauseMs: 7 }] };
  await collect(createScriptedProvider({ script, delay }));
  expect(waits).toEqual([7, 7, 7]);
});

test('a repeated text comes as often as asked', async () => {
  const script = { replies: [{ repeatText: { piece: 'x', times: 500, perSecond: 50_000 } }] };
  expect(textOf(await collect(createScriptedProvider({ script })))).toBe('x'.repeat(500));
});

test('replies come in order, and one too many is refused', async () => {
  const provider = createScriptedProvider({ script: { replies: [{ text: 'a' }, { text: 'b' }] } });
  expect([textOf(await collect(provider)), textOf(await collect(provider))]).toEqual(['a', 'b']);
  provider.assertFinished();
  expect(failure(await collect(provider)).code).toBe('model');
  expect(() => provider.assertFinished()).toThrow('one more');
});

test('replies nobody asked for are reported', () => {
  const provider = createScriptedProvider({ script: { replies: [{ text: 'a' }] } });
  expect(() => provider.assertFinished()).toThrow('1 scripted replies');
});

test('a looping script begins again', async () => {
  const provider = createScriptedProvider({ script: { replies: [{ text: 'a' }], loop: true } });
  expect([textOf(await collect(provider)), textOf(await collect(provider))]).toEqual(['a', 'a']);
});

test('with an afterwards the history tells which reply comes', async () => {
  const script = { replies: [{ text: 'first' }, { text: 'second' }], afterwards: { text: 'later' } };
  const ask = async (...messages: ChatMessage[]) =>
    textOf(await collect(createScriptedProvider({ script }), request(...messages)));
  expect(await ask(user)).toBe('first');
  expect(await ask(user, said)).toBe('second');
  expect(await ask(user, said, said)).toBe('later');
  expect(await ask(user, said, user)).toBe('later');
});

test('what the engine notes behind a result begins no later turn', async () => {
  const stop = { text: 'stop' };
  const second = { text: 'second', instead: { ifResultMatches: 'denied', reply: stop } };
  const script = { replies: [{ text: 'first' }, second], afterwards: { text: 'later' } };
  const ask = async (...messages: ChatMessage[]) =>
    textOf(await collect(createScriptedProvider({ script }), request(...messages)));
  const result: ChatMessage = { role: 'tool', callId: 'a', name: 'f', text: 'fine' };
  const note: ChatMessage = { role: 'user', text: '[Found since: …]' };
  expect(await ask(user, said, result, note)).toBe('second');
  expect(await ask(user, said, { ...result, text: 'denied' }, note)).toBe('stop');
  expect(await ask(user, said, result, user)).toBe('later');
});

test('a reply may be replaced when the newest result says so', async () => {
  const script = {
    replies: [{ text: 'go on', instead: { ifResultMatches: 'denied', reply: { text: 'stop' } } }],
    loop: true,
  };
  const provider = createScriptedProvider({ script });
  const result: ChatMessage = { role: 'tool', callId: 'a', name: 'f', text: 'Denied by the user' };
  expect(textOf(await collect(provider, request(user, said, result)))).toBe('stop');
  expect(textOf(await collect(provider, request(user, said, { ...result, text: 'fine' })))).toBe('go on');
});

test('strict refuses a history whose call has no result, naming the rule', async () => {
  const provider = createScriptedProvider({ script: { replies: [{ text: 'a' }] }, strict: true });
  const called: ChatMessage = { role: 'assistant', text: '', calls: [{ callId: 'c', name: 'f', arguments: '{}' }] };
  const error = failure(await collect(provider, request(user, called, user)));
  expect(error).toMatchObject({ code: 'model', message: expect.stringContaining('rule 2') });
});

test('requests are kept as they were', async () => {
  const provider = createScriptedProvider({ script: { replies: [{ text: 'a' }] } });
  const asked = request(user);
  await collect(provider, asked);
  asked.messages.push(said);
  expect(provider.requests[0]?.messages).toEqual([user]);
});

async function scriptFile(text: string): Promise<string> {
  const path = join(folder, 'script.json');
  await writeFile(path, text);
  return path;
}

test('a script is read from a file', async () => {
  const script = { replies: [{ text: 'a', calls: [{ name: 'f', arguments: {} }] }], loop: true };
  expect(await loadScript(await scriptFile(JSON.stringify(script)))).toEqual(script);
});

test('a missing script is not found', async () => {
  await expect(loadScript(join(folder, 'none.json'))).rejects.toMatchObject({ code: 'not-found' });
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'script must be an object'],
  ['{}', 'script lacks "replies"'],
  ['{"replies":[{"txt":"a"}]}', 'script.replies[0] has no member "txt"'],
  ['{"replies":[{},{"calls":[{"name":"f"}]}]}', 'script.replies[1].calls[0] lacks "arguments"'],
  ['{"replies":[{"pauseMs":-1}]}', 'script.replies[0].pauseMs must be a number'],
  ['{"replies":[{"instead":{"ifResultMatches":"(","reply":{}}}]}', 'is not a regular expression'],
])('the script %s is refused with the place', async (text, part) => {
  await expect(loadScript(await scriptFile(text))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(part),
  });
});
