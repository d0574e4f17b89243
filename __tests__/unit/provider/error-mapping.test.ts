import { expect, test } from '@jest/globals';
import { toErrorBody } from '../../../src/provider/error-body.js';
import { describeFailure } from '../../../src/provider/error-mapping.js';
import { createRedactor } from '../../../src/provider/redact.js';

const context = { baseUrl: 'http://host/v1', model: 'm1', keyVariable: 'X_API_KEY', secrets: ['secret-key-1'] };

function describe(error: unknown) {
  const { error: data, retryable } = describeFailure(error, context);
  return [data.code, retryable];
}

const status = (code: number, body: unknown = { message: 'said' }) => ({ status: code, error: body });

test.each([
  [401, 'auth', false],
  [403, 'auth', false],
  [402, 'rate-limit', false],
  [404, 'model', false],
  [308, 'config', false],
  [408, 'network', true],
  [413, 'context-overflow', false],
  [429, 'rate-limit', true],
  [400, 'model', false],
  [500, 'model', true],
  [503, 'model', true],
])('status %i is %s, tried again: %s', (code, expected, retryable) => {
  expect(describe(status(code))).toEqual([expected, retryable]);
});

test.each([
  "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
  'the request exceeds the available context size, try increasing it',
  'Invalid request: Your request exceeded model token limit: 262144',
  'prompt is too long: 210000 tokens > 200000 maximum',
  'Range of input length should be [1, 98304]',
  'Please reduce the length of the messages or completion.',
  'The input is too long for this model',
])('"%s" is an overflow of the context', (message) => {
  expect(describe(status(400, { message }))).toEqual(['context-overflow', false]);
});

test('too many tokens a minute is no overflow of the context', () => {
  expect(describe(status(429, { message: 'Too many tokens per minute, please slow down' }))).toEqual([
    'rate-limit',
    true,
  ]);
});

test('a 429 for want of money is not tried again', () => {
  expect(describe(status(429, { code: 'insufficient_quota', message: 'x' }))).toEqual(['rate-limit', false]);
  expect(describe(status(429, { code: '1113', message: '余额不足' }))).toEqual(['rate-limit', false]);
});

test('an error in a stream that carries a status is judged by it', () => {
  expect(describe({ error: { code: 502, message: 'upstream' } })).toEqual(['model', true]);
});

test.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['ECONNRESET', true],
  ['CERT_HAS_EXPIRED', false],
])('a connection error %s under two causes is network, tried again: %s', (code, retryable) => {
  const inner = Object.assign(new Error('x'), { code });
  expect(describe(new Error('Connection error.', { cause: new Error('y', { cause: inner }) }))).toEqual([
    'network',
    retryable,
  ]);
});

test('a fault of our own is a crash, not the network', () => {
  expect(describe(new TypeError('x is not a function'))).toEqual(['crash', false]);
  expect(describe(Object.assign(new TypeError('bad'), { code: 'ERR_INVALID_ARG_TYPE' }))).toEqual(['crash', false]);
});

test('a refused key names the variable and keeps the key to itself', () => {
  const { error } = describeFailure(status(401, { message: 'bad key secret-key-1' }), context);
  expect(error).toEqual({
    code: 'auth',
    message: "the model's server refused the key (401): bad key ***",
    hint: 'Check X_API_KEY: the key must belong to http://host/v1.',
  });
});

test('messages are one line of bounded length without keys or passwords', () => {
  const clean = createRedactor([])(`a\n b sk-abcdefgh Bearer abcdefghi http://u:p@host ${'x'.repeat(900)}`);
  expect(clean.startsWith('a b *** Bearer *** http://***@host x')).toBe(true);
  expect(clean.length).toBe(400);
});

test.each([
  ['OpenAI', '{"error":{"message":"m"}}', '{"error":{"message":"m"}}'],
  ['vLLM', '{"object":"error","message":"m"}', '{"error":{"object":"error","message":"m"}}'],
  ['FastAPI', '{"detail":"m"}', '{"error":{"detail":"m"}}'],
  ['Gemini', '[{"error":{"message":"m"}}]', '{"error":{"message":"m"}}'],
  ['Ollama', '{"error":"m"}', '{"error":"m"}'],
  ['plain text', 'm', 'm'],
  ['a web page', '<html>m</html>', ''],
])('the error body of %s is kept', (_title, body, expected) => {
  expect(toErrorBody(body)).toBe(expected);
});
