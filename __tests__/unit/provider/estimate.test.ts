import { expect, test } from '@jest/globals';
import { estimateMessages, estimateText, estimateUsage } from '../../../src/provider/estimate.js';

test.each([
  ['', 0, 0],
  ['Please read the file and tell me what it does.', 10, 13],
  ['你好，请阅读这个文件', 6, 10],
  ['const value = map.get(key) ?? 0;', 9, 15],
  ['1234567890', 3, 5],
])('the estimate for %j lies between %i and %i', (text, low, high) => {
  expect(estimateText(text)).toBeGreaterThanOrEqual(low);
  expect(estimateText(text)).toBeLessThanOrEqual(high);
});

test('a long run of one letter is not one token', () => {
  expect(estimateText('a'.repeat(6500))).toBeGreaterThanOrEqual(1000);
});

test('calls and their arguments count', () => {
  const message = (args: string) => ({
    role: 'assistant' as const,
    text: '',
    calls: [{ callId: 'a', name: 'f', arguments: args }],
  });
  expect(estimateMessages([message('x '.repeat(100))])).toBeGreaterThan(estimateMessages([message('{}')]) + 90);
});

test('an estimated usage is above zero and marked', () => {
  const usage = estimateUsage(
    { messages: [{ role: 'user', text: 'hi' }], tools: [] },
    { text: 'ok', reasoning: 'hm', calls: [] },
  );
  expect(usage).toMatchObject({ estimated: true, cached: 0, reasoning: 1 });
  expect(Math.min(usage.input, usage.output)).toBeGreaterThan(0);
});
