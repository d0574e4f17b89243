import { expect, test } from '@jest/globals';
import { historyProblems } from '../../../src/provider/strict-history.js';

const user = { role: 'user', content: 'hi' };
const call = (id: string, name = 'f', args = '{}') => ({ id, type: 'function', function: { name, arguments: args } });
const calls = (...list: unknown[]) => ({ role: 'assistant', content: null, tool_calls: list });
const tool = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'r' });

function rules(messages: unknown[], tools: unknown[] = []): string[] {
  return historyProblems({ messages, tools }).map((problem) => problem.slice(0, 6));
}

test('a whole history has no problems', () => {
  expect(
    rules([{ role: 'system', content: 's' }, user, calls(call('a'), call('b')), tool('b'), tool('a'), user]),
  ).toEqual([]);
});

test.each([
  ['a result that answers no call directly before it', [calls(call('a')), tool('a'), user, tool('a')], ['rule 1']],
  ['a call without a result before the next message', [calls(call('a'), call('b')), tool('a'), user], ['rule 2']],
  ['a call without a result at the end', [user, calls(call('a'))], ['rule 2']],
  ['an empty assistant message', [user, { role: 'assistant', content: ' ' }], ['rule 3']],
  [
    'a second system message',
    [
      { role: 'system', content: 'a' },
      { role: 'system', content: 'b' },
    ],
    ['rule 4'],
  ],
  ['an id used twice', [calls(call('a')), tool('a'), calls(call('a')), tool('a')], ['rule 5']],
  ['an empty id', [calls(call('')), tool('')], ['rule 5']],
  ['arguments that are a list', [calls(call('a', 'f', '[]')), tool('a')], ['rule 6']],
  ['a name with a blank', [calls(call('a', 'f g')), tool('a')], ['rule 7']],
  ['an image', [{ role: 'user', content: [{ type: 'image_url' }] }], ['rule 8']],
])('%s is refused', (_title, messages, expected) => {
  expect(rules(messages)).toEqual(expected);
});

test('an offered tool with an unlawful name is refused', () => {
  expect(rules([user], [{ function: { name: 'mcp.x' } }])).toEqual(['rule 7']);
});

test('an image is taken where the model has eyes', () => {
  const messages = [{ role: 'user', content: [{ type: 'image_url' }] }];
  expect(historyProblems({ messages }, { images: true })).toEqual([]);
});
