// The tries at one endpoint: one request after another until one brings output or none may follow. How a request is posted is the caller's.
import { type Clock, systemClock } from '../base/clock.js';
import { PaiError } from '../base/error.js';
import { type Delay, systemDelay } from './delay.js';
import { describeFailure, type ErrorContext } from './error-mapping.js';
import type { ModelProfile } from './model-profile.js';
import type { PostCompletion } from './openai-client.js';
import type { ModelRequest, Provider, ProviderEvent } from './provider.js';
import { readReply } from './read-reply.js';
import { mendedQuirks, type Quirks, quirksOf } from './request-quirks.js';
import { decideRetry } from './retry.js';
import { startWatchdog } from './watchdog.js';
import { toWireRequest } from './wire.js';

export interface EndpointOptions {
  baseUrl: string;
  /** Absent or empty for servers without a key. */
  apiKey?: string;
  profile: ModelProfile;
  /** Environment variable the key came from; named when the server refuses it. */
  keyVariable?: string;
  /** Silence inside a reply that ends it, ms. Default 60 s. */
  stallTimeoutMs?: number;
  /** Silence before the answer's first byte of headers, ms. Default 300 s: local models read long prompts slowly. */
  answerTimeoutMs?: number;
  /** Tries after the first. Default 3. */
  maxRetries?: number;
  /** Longest wait a server may ask for with Retry-After, ms. Default 60 s. */
  maxRetryWaitMs?: number;
  clock?: Clock;
  random?: () => number;
  delay?: Delay;
}

/** More than there are quirks to mend: a server that refuses both spellings of a field must not be asked for ever. */
const maxMends = 2;

/** `open` is called with the first request. */
export function createEndpoint(options: EndpointOptions, open: () => Promise<PostCompletion>): Provider {
  const { profile, clock = systemClock, random = Math.random, delay = systemDelay } = options;
  let client: Promise<PostCompletion> | undefined;
  let quirks: Quirks = quirksOf(profile);

  function openOnce(): Promise<PostCompletion> {
    client ??= open();
    return client;
  }

  async function* tryOnce(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const watchdog = startWatchdog(signal, options.answerTimeoutMs ?? 300_000);
    const stallTimeoutMs = options.stallTimeoutMs ?? 60_000;
    let whole = false;
    try {
      const post = await openOnce();
      const response = await post(toWireRequest(request, { ...profile, ...quirks }), watchdog.signal);
      watchdog.feed(stallTimeoutMs);
      for await (const event of readReply(response, () => watchdog.feed(stallTimeoutMs), profile)) {
        whole = event.type === 'completed';
        yield event;
      }
    } catch (error) {
      if (watchdog.stalled()) throw stallError(options.baseUrl, error);
      throw error;
    } finally {
      watchdog.stop(whole ? 'leave' : 'abort');
    }
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const context = errorContext(options, request.model);
    let attempt = 1;
    let mends = 0;
    for (;;) {
      let output = false;
      try {
        for await (const event of tryOnce(request, signal)) {
          // What was already under way when the user aborted is not shown any more.
          if (signal.aborted) return yield cancelled();
          output = true;
          yield event;
        }
        return;
      } catch (error) {
        if (signal.aborted) return yield cancelled();
        const mended = output || mends >= maxMends ? undefined : mendedQuirks(error, quirks);
        if (mended) {
          quirks = mended;
          mends += 1;
          continue;
        }
        const failure = describeFailure(error, context);
        const rules = {
          maxRetries: options.maxRetries ?? 3,
          maxWaitMs: options.maxRetryWaitMs ?? 60_000,
          nowMs: clock.now(),
          random: random(),
        };
        const decision = output ? { again: false as const, failure } : decideRetry(failure, attempt, rules);
        if (!decision.again) return yield { type: 'failed', error: decision.failure.error };
        yield { type: 'retry', attempt, delayMs: decision.delayMs, error: failure.error };
        attempt += 1;
        if (!(await waited(delay, decision.delayMs, signal))) return yield cancelled();
      }
    }
  }

  return { stream };
}

/** False when the abort came first. */
async function waited(delay: Delay, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

function cancelled(): ProviderEvent {
  return { type: 'failed', error: { code: 'cancelled', message: 'cancelled' } };
}

function stallError(baseUrl: string, cause: unknown): PaiError {
  return new PaiError(
    'stall',
    `nothing came from ${displayUrl(baseUrl)} for too long`,
    'Send the message again; if the model is just slow, raise the time limit in the settings.',
    cause,
  );
}

function errorContext(options: EndpointOptions, model: string): ErrorContext {
  return {
    baseUrl: displayUrl(options.baseUrl),
    model,
    ...(options.keyVariable ? { keyVariable: options.keyVariable } : {}),
    secrets: options.apiKey ? [options.apiKey] : [],
  };
}

/** Without user, password and query: those may hold secrets. */
function displayUrl(baseUrl: string): string {
  try {
    const { origin, pathname } = new URL(baseUrl);
    return `${origin}${pathname.replace(/\/$/, '')}`;
  } catch {
    // An address that cannot be read is shown as it was written.
    return baseUrl;
  }
}
