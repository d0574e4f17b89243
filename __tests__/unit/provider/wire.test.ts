import { expect, test } from '@jest/globals';
import type { ChatMessage } from '../../../src/protocol/message.js';
import { plainRules } from '../../../src/provider/catalog-data.js';
import { historyProblems } from '../../../src/provider/strict-history.js';
import { toWireMessages, toWireRequest } from '../../../src/provider/wire.js';
import { plainProfile } from './support.js';

const rules = plainRules;

function assistant(text: string, ...calls: [string, string, string?][]): ChatMessage {
  return {
    role: 'assistant',
    text,
    reasoning: 'because',
    calls: calls.map(([callId, name, args]) => ({ callId, name, arguments: args ?? '{}' })),
  };
}

function result(callId: string, text: string): ChatMessage {
  return { role: 'tool', callId, name: 'f', text };
}

test('system texts become one message at the front', () => {
  const wire = toWireMessages(
    [
      { role: 'user', text: 'a' },
      { role: 'system', text: 'one' },
      { role: 'user', text: 'b' },
      { role: 'system', text: 'two' },
    ],
    rules,
  );
  expect(wire).toEqual([
    { role: 'system', content: 'one\n\ntwo' },
    { role: 'user', content: 'a' },
    { role: 'user', content: 'b' },
  ]);
});

test('an assistant message with calls and no text has null content', () => {
  expect(toWireMessages([assistant(' ', ['a', 'f'])], rules)[0]).toEqual({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
  });
});

test('MH-07: an assistant message of reasoning alone is left out', () => {
  expect(toWireMessages([assistant(''), { role: 'user', text: 'continue' }], rules)).toEqual([
    { role: 'user', content: 'continue' },
  ]);
});

test('PS-17: reasoning goes back only where the profile demands it', () => {
  const messages = [assistant('', ['a', 'f']), result('a', 'r')];
  expect(JSON.stringify(toWireMessages(messages, rules))).not.toContain('reasoning');
  expect(toWireMessages(messages, { ...rules, replayReasoning: true })[0]).toMatchObject({
    reasoning_content: 'because',
  });
});

test('PS-19: arguments that are no JSON object are sent as an empty one', () => {
  const texts = ['{"path":"a","new":"He said "hi""}', '[1]', 'null', '', '{"q"'];
  const wire = toWireMessages(
    [assistant('', ...texts.map((t, i): [string, string, string] => [`c${i}`, 'f', t]))],
    rules,
  );
  const sent = wire.flatMap((m) => ('tool_calls' in m ? (m.tool_calls ?? []) : [])).map((c) => c.function.arguments);
  expect(sent).toEqual(['{}', '{}', '{}', '{}', '{}']);
});

test('arguments that parse keep their bytes', () => {
  const wire = toWireMessages([assistant('', ['a', 'f', '{ "x" : 1 }'])], rules);
  expect(wire[0]).toMatchObject({ tool_calls: [{ function: { arguments: '{ "x" : 1 }' } }] });
});

test('results follow their calls in call order, before a user message that came between', () => {
  const wire = toWireMessages(
    [assistant('', ['a', 'f'], ['b', 'f']), { role: 'user', text: 'wait' }, result('b', 'B'), result('a', 'A')],
    rules,
  );
  expect(wire.slice(1)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'A' },
    { role: 'tool', tool_call_id: 'b', content: 'B' },
    { role: 'user', content: 'wait' },
  ]);
});

test('MH-05: an id used in several turns is made unique for call and result alike', () => {
  const turn = (text: string): ChatMessage[] => [
    { role: 'user', text },
    assistant('', ['read_file:0', 'read_file']),
    result('read_file:0', text),
  ];
  const messages = [...turn('one'), ...turn('two'), ...turn('three')];
  const wire = toWireMessages(messages, rules);
  expect(historyProblems({ messages: wire })).toEqual([]);
  const results = wire.flatMap((m) => (m.role === 'tool' ? [[m.tool_call_id, m.content]] : []));
  expect(results).toEqual([
    ['read_file:0', 'one'],
    ['read_file:0_2', 'two'],
    ['read_file:0_3', 'three'],
  ]);
});

test('empty ids in one message are told apart in order', () => {
  const wire = toWireMessages([assistant('', ['', 'f'], ['', 'g']), result('', 'F'), result('', 'G')], rules);
  expect(historyProblems({ messages: wire })).toEqual([]);
  expect(wire.slice(1).map((m) => m.content)).toEqual(['F', 'G']);
});

test('a name the API refuses is made lawful', () => {
  const wire = toWireMessages([assistant('', ['a', 'read file!'], ['b', '']), result('a', ''), result('b', '')], rules);
  expect(historyProblems({ messages: wire })).toEqual([]);
});

test('ids are nine letters and digits where the server wants that, and at most forty long elsewhere', () => {
  const ids = (style: 'free' | 'nine') =>
    toWireMessages([assistant('', ['functions.read:0', 'f'], ['x'.repeat(64), 'f'], ['abcDEF123', 'f'])], {
      ...rules,
      callIds: style,
    }).flatMap((m) => ('tool_calls' in m ? (m.tool_calls ?? []) : []).map((call) => call.id));
  for (const id of ids('nine')) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
  expect(ids('nine')[2]).toBe('abcDEF123');
  for (const id of ids('free')) expect(id.length).toBeLessThanOrEqual(40);
});

test('a longer history begins with the bytes of the shorter one', () => {
  const history: ChatMessage[] = [
    { role: 'system', text: 's' },
    { role: 'user', text: 'a' },
    assistant('x', ['c', 'f'], ['c', 'f']),
    result('c', '1'),
    result('c', '2'),
  ];
  const short = JSON.stringify(toWireMessages(history, rules));
  const long = JSON.stringify(toWireMessages([...history, assistant('', ['c', 'f']), result('c', '3')], rules));
  expect(long.startsWith(short.slice(0, -1))).toBe(true);
});

test('tools are left out when there are none, and the output limit is spelled as the profile says', () => {
  const asked = { model: 'm', messages: [], tools: [], maxOutputTokens: 9 };
  const wire = toWireRequest(asked, { ...plainProfile, maxTokensField: 'max_completion_tokens', streamUsage: false });
  expect(wire).toEqual({ model: 'm', messages: [], stream: true, max_completion_tokens: 9 });
});
