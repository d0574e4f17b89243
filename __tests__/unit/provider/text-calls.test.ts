import { afterEach, expect, test } from '@jest/globals';
import { findModel } from '../../../src/provider/catalog.js';
import { createOpenAiCompatibleProvider } from '../../../src/provider/openai-compatible.js';
import type { ProviderEvent } from '../../../src/provider/provider.js';
import { callsInText } from '../../../src/provider/text-calls.js';
import { type ModelServer, startModelServer } from '../../support/model-server.js';

const call = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>';
const read = { callId: '', name: 'read_file', arguments: '{"path":"a.txt"}' };

test.each<[string, string, object[]]>([
  ['a call alone', call, [read]],
  ['a call behind words', `I look.\n${call}`, [read]],
  ['two calls', `${call}\n${call}`, [read, read]],
  [
    'arguments as text',
    '<tool_call>{"name":"f","arguments":"{\\"a\\":1}"}</tool_call>',
    [{ callId: '', name: 'f', arguments: '{"a":1}' }],
  ],
  ['no arguments', '<tool_call>{"name":"f"}</tool_call>', [{ callId: '', name: 'f', arguments: '{}' }]],
  ['words behind the call', `${call}\nDone.`, []],
  ['a call in a fence', `Write it so:\n\`\`\`\n${call}\n\`\`\``, []],
  ['broken JSON', '<tool_call>{"name": "f", </tool_call>', []],
  ['a call without an end', '<tool_call>{"name":"f"}', []],
  ['one good and one broken', `${call}<tool_call>{"x":1}</tool_call>`, []],
  ['no call', 'Plain words about a tool_call.', []],
])('%s', (_what, text, expected) => {
  expect(callsInText(text)).toEqual(expected);
});

let server: ModelServer | undefined;
afterEach(() => server?.close());

async function lastEvent(textCalls: boolean): Promise<ProviderEvent | undefined> {
  server = await startModelServer([{ reply: { text: `Sure.\n${call}` } }]);
  const profile = { ...findModel('custom', 'm'), textCalls };
  const provider = createOpenAiCompatibleProvider({ baseUrl: server.url, profile });
  let last: ProviderEvent | undefined;
  const request = { model: 'm', messages: [{ role: 'user' as const, text: 'hi' }], tools: [] };
  for await (const event of provider.stream(request, new AbortController().signal)) last = event;
  return last;
}

test('a model known for it has its written calls taken as calls', async () => {
  expect(await lastEvent(true)).toMatchObject({ type: 'completed', calls: [read] });
});

test('from every other model text that looks like a call stays text', async () => {
  expect(await lastEvent(false)).toMatchObject({ type: 'completed', calls: [] });
});
