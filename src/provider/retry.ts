// When a failed try is tried again, and how long to wait first. Pure; the provider does the waiting.
import type { Failure } from './error-mapping.js';

export interface RetryRules {
  /** Tries after the first one. */
  maxRetries: number;
  /** Longest wait a server may ask for, ms. */
  maxWaitMs: number;
  /** Wall time, ms since 1970. */
  nowMs: number;
  /** 0 to 1. */
  random: number;
}

const firstBackoffMs = 500;
const maxBackoffMs = 20_000;

export type RetryDecision = { again: true; delayMs: number } | { again: false; failure: Failure };

/** `attempt` counts the tries made so far, from 1. A wait beyond the bound ends the request at once and says until when. */
export function decideRetry(failure: Failure, attempt: number, rules: RetryRules): RetryDecision {
  if (!failure.retryable) return { again: false, failure };
  const askedMs = askedWaitMs(failure, rules.nowMs);
  if (askedMs !== undefined && askedMs > rules.maxWaitMs)
    return { again: false, failure: tooLong(failure, askedMs, rules) };
  if (attempt > rules.maxRetries) return { again: false, failure };
  const backoffMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
  // Jitter only lengthens: a wait the server asked for is never cut short, and each back-off is longer than the last.
  return { again: true, delayMs: Math.ceil((askedMs ?? backoffMs) + backoffMs * 0.25 * rules.random) };
}

/** The wait the server asked for in ms; undefined when it asked for none or for nonsense. */
export function askedWaitMs(failure: Pick<Failure, 'retryAfter' | 'retryAfterMs'>, nowMs: number): number | undefined {
  const exact = Number(failure.retryAfterMs ?? Number.NaN);
  if (exact > 0) return exact;
  const text = failure.retryAfter?.trim() ?? '';
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}

function tooLong(failure: Failure, askedMs: number, rules: RetryRules): Failure {
  const until = new Date(rules.nowMs + askedMs).toISOString().slice(0, 16).replace('T', ' ');
  const { code, message } = failure.error;
  return {
    retryable: false,
    error: {
      code,
      message: `${message}; the server asks to wait ${inWords(askedMs)}, until ${until} UTC`,
      hint: 'Try again then, or switch the model.',
    },
  };
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 2) return `${Math.round(ms / 1000)} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
