import { expect, test } from '@jest/globals';
import { askedWaitMs, decideRetry } from '../../../src/provider/retry.js';

const nowMs = Date.UTC(2026, 10, 30, 12, 0, 0);
const rules = { maxRetries: 3, maxWaitMs: 60_000, nowMs, random: 0 };
const limited = { error: { code: 'rate-limit', message: 'too many requests' }, retryable: true } as const;

test('seconds and dates are both understood', () => {
  expect(askedWaitMs({ retryAfter: '2' }, nowMs)).toBe(2000);
  expect(askedWaitMs({ retryAfter: 'Mon, 30 Nov 2026 12:00:03 GMT' }, nowMs)).toBe(3000);
  expect(askedWaitMs({ retryAfterMs: '150', retryAfter: '2' }, nowMs)).toBe(150);
});

test.each(['soon', '-5', '', '0', 'Mon, 30 Nov 2020 12:00:03 GMT'])(
  'Retry-After "%s" asks for nothing',
  (retryAfter) => {
    expect(askedWaitMs({ retryAfter }, nowMs)).toBeUndefined();
  },
);

test('back-off grows and jitter only lengthens it', () => {
  const delays = [1, 2, 3].map((attempt) => decideRetry(limited, attempt, rules));
  expect(delays.map((d) => d.again && d.delayMs)).toEqual([500, 1000, 2000]);
  expect(decideRetry(limited, 1, { ...rules, random: 1 })).toEqual({ again: true, delayMs: 625 });
});

test('after the last retry the failure stands', () => {
  expect(decideRetry(limited, 4, rules)).toEqual({ again: false, failure: limited });
});

test('PS-15: a wait of a day is not waited for; the message says how long and until when', () => {
  const decision = decideRetry({ ...limited, retryAfter: '86400' }, 1, rules);
  expect(decision.again === false && decision.failure.error.message).toBe(
    'too many requests; the server asks to wait 24 h, until 2026-12-01 12:00 UTC',
  );
});

test('what is not retryable is not tried again', () => {
  expect(decideRetry({ ...limited, retryable: false }, 1, rules).again).toBe(false);
});
