// Roles on the wire where a template is strict about them.
import { expect, test } from '@jest/globals';
import type { ChatMessage } from '../../../src/protocol/message.js';
import { plainRules } from '../../../src/provider/catalog-data.js';
import type { ServerRules } from '../../../src/provider/model-profile.js';
import { historyProblems } from '../../../src/provider/strict-history.js';
import { toWireMessages } from '../../../src/provider/wire.js';

const user = (text: string): ChatMessage => ({ role: 'user', text });
const said = (text: string, ...callIds: string[]): ChatMessage => ({
  role: 'assistant',
  text,
  reasoning: 'because',
  calls: callIds.map((callId) => ({ callId, name: 'f', arguments: '{}' })),
});
const result = (callId: string): ChatMessage => ({ role: 'tool', callId, name: 'f', text: `r-${callId}` });
const system: ChatMessage = { role: 'system', text: 's' };

const history = [system, user('a'), user('b'), said('one'), said('two', 'x', 'y'), result('x'), result('y'), user('c')];
const wire = (messages: ChatMessage[], rules: Partial<ServerRules>) =>
  toWireMessages(messages, { ...plainRules, ...rules });
const roles = (messages: ChatMessage[], rules: Partial<ServerRules>) => wire(messages, rules).map(({ role }) => role);

test('neighbours of one role become one message where the server wants that', () => {
  expect(roles(history, { turns: 'merged' })).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
  expect(wire(history, { turns: 'merged' })[1]?.content).toBe('a\n\nb');
  expect(wire(history, { turns: 'merged' })[2]).toMatchObject({
    content: 'one\n\ntwo',
    tool_calls: [{ id: 'x' }, { id: 'y' }],
  });
  expect(roles(history, {})).toHaveLength(history.length);
});

test('a strict server gets an answer between a tool result and a user message', () => {
  expect(roles(history, { turns: 'strict' })).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'tool',
    'assistant',
    'user',
  ]);
});

test('the instructions are sent in the role that the server knows', () => {
  expect(roles(history, { systemRole: 'developer' })[0]).toBe('developer');
  expect(wire(history, { systemRole: 'user' }).slice(0, 2)).toEqual([
    { role: 'user', content: 's\n\na' },
    { role: 'user', content: 'b' },
  ]);
  expect(roles([system, said('hi')], { systemRole: 'user' })).toEqual(['user', 'assistant']);
  expect(roles([system], { systemRole: 'user' })).toEqual(['user']);
});

test('several calls become one call a message where the server takes no more, each with its result behind it', () => {
  const split = wire(history, { parallelCalls: false, replayReasoning: true });
  expect(split.slice(4)).toMatchObject([
    { role: 'assistant', content: 'two', reasoning_content: 'because', tool_calls: [{ id: 'x' }] },
    { role: 'tool', tool_call_id: 'x' },
    { role: 'assistant', content: null, reasoning_content: '', tool_calls: [{ id: 'y' }] },
    { role: 'tool', tool_call_id: 'y' },
    { role: 'user' },
  ]);
  expect(split[4]).toMatchObject({ tool_calls: { length: 1 } });
});

const all: Partial<ServerRules>[] = (['system', 'developer', 'user'] as const).flatMap((systemRole) =>
  (['free', 'merged', 'strict'] as const).flatMap((turns) =>
    [true, false].map((parallelCalls) => ({ systemRole, turns, parallelCalls })),
  ),
);

test.each(all)('with %j a strict server takes every beginning of the history', (rules) => {
  for (const length of [2, 3, 4, 7, 8])
    expect(historyProblems({ messages: wire(history.slice(0, length), rules) })).toEqual([]);
});

test.each(all)('with %j messages without text are left out', (rules) => {
  const messages = wire([system, user('a'), said(' '), said(''), user('b')], rules);
  expect(messages.filter(({ role }) => role === 'assistant')).toEqual([]);
});
