// Turns whatever a request threw into our error data: a code, a sentence with the place, and what to do. Decides what may be tried again.
import { type ErrorData, PaiError, toErrorData } from '../base/error.js';
import { describeConnectionError } from './connection-error.js';
import { isContextOverflow } from './context-overflow.js';
import { createRedactor } from './redact.js';

export interface ErrorContext {
  baseUrl: string;
  model: string;
  /** Environment variable that holds the key; absent for servers without one. */
  keyVariable?: string;
  /** Texts that must never be shown, the key above all. */
  secrets: string[];
}

export interface Failure {
  error: ErrorData;
  retryable: boolean;
  /** What the server said in `retry-after-ms` or `retry-after`. */
  retryAfterMs?: string;
  retryAfter?: string;
}

/** What the openai package's errors and the errors inside a stream have in common. */
interface ServerError {
  status: number | undefined;
  code: string;
  text: string;
}

/** Never throws. Unknown errors are faults of our own (`crash`). */
export function describeFailure(error: unknown, context: ErrorContext): Failure {
  const failure = describe(error, context);
  const redact = createRedactor(context.secrets);
  const { code, message, hint } = failure.error;
  return {
    ...failure,
    error: { code, message: redact(message), ...(hint ? { hint: redact(hint) } : {}) },
    ...retryHeaders(error),
  };
}

function describe(error: unknown, context: ErrorContext): Failure {
  if (error instanceof PaiError) return { error: toErrorData(error), retryable: error.code === 'network' };
  const server = serverError(error);
  if (server) return describeServerError(server, context);
  return describeConnectionError(error, context.baseUrl) ?? { error: toErrorData(error), retryable: false };
}

function serverError(error: unknown): ServerError | undefined {
  if (error === null || typeof error !== 'object') return undefined;
  const { status, error: body, message } = error as { status?: unknown; error?: unknown; message?: unknown };
  if (typeof status !== 'number' && body === undefined) return undefined;
  const fields = (body !== null && typeof body === 'object' ? body : {}) as Record<string, unknown>;
  const said = typeof body === 'string' ? body : (fields.message ?? fields.detail ?? fields.msg);
  const code = [fields.code, fields.type].find((value) => typeof value === 'string' || typeof value === 'number');
  const streamedStatus = Number(fields.code ?? fields.status);
  return {
    status:
      typeof status === 'number' ? status : streamedStatus >= 400 && streamedStatus < 600 ? streamedStatus : undefined,
    code: String(code ?? ''),
    text:
      typeof said === 'string'
        ? said
        : said
          ? JSON.stringify(said)
          : typeof message === 'string'
            ? plainMessage(message)
            : '',
  };
}

/** The openai package puts the status in front and makes a sentence of an empty body. */
function plainMessage(message: string): string {
  return message.replace(/^\d{3} (status code \(no body\))?/, '');
}

function describeServerError(server: ServerError, context: ErrorContext): Failure {
  const { status, code, text } = server;
  const said = text ? `: ${text}` : '';
  const fail = (errorCode: ErrorData['code'], message: string, hint: string, retryable = false): Failure => ({
    error: { code: errorCode, message, ...(hint ? { hint } : {}) },
    retryable,
  });
  if (isContextOverflow(status, code, text)) {
    return fail(
      'context-overflow',
      `the conversation is too long for ${context.model}${said}`,
      'Start a new thread, or choose a model with a larger window.',
    );
  }
  if (status === 401 || status === 403 || code === 'invalid_api_key')
    return fail('auth', `the model's server refused the key (${status ?? code})${said}`, keyHint(context));
  if (isOutOfMoney(server))
    return fail(
      'rate-limit',
      `the account has no quota or balance left${said}`,
      'Check plan and billing at the provider, or switch the model.',
    );
  if (status === 429 || code === 'rate_limit_exceeded')
    return fail('rate-limit', `too many requests (429)${said}`, 'Wait a little, or switch the model.', true);
  if (status === 404)
    return fail(
      'model',
      `${context.baseUrl} does not know the model ${context.model} (404)${said}`,
      notFoundHint(context),
    );
  if (status !== undefined && status >= 300 && status < 400)
    return fail(
      'config',
      `${context.baseUrl} points elsewhere (${status})`,
      'Set the base URL to the final address, usually https and ending in /v1.',
    );
  if (status === 408) return fail('network', `the server gave up waiting (408)${said}`, '', true);
  if (status !== undefined && status >= 500)
    return fail(
      'model',
      `the model's server failed (${status})${said}`,
      'It is the server; try again later or switch the model.',
      true,
    );
  return fail('model', `the model's server refused the request${status ? ` (${status})` : ''}${said}`, '');
}

function isOutOfMoney({ status, code, text }: ServerError): boolean {
  if (status === 402 || code === 'insufficient_quota' || code === 'insufficient_balance') return true;
  return status === 429 && (code === '1113' || /insufficient (balance|quota|credit|funds)|余额不足/i.test(text));
}

function keyHint({ keyVariable, baseUrl }: ErrorContext): string {
  return keyVariable ? `Check ${keyVariable}: the key must belong to ${baseUrl}.` : `Check the key for ${baseUrl}.`;
}

function notFoundHint({ baseUrl }: ErrorContext): string {
  const path = /\/v\d/.test(baseUrl) ? '' : ' The base URL usually ends in /v1.';
  return `Check the model's name (/model lists those known); a local server must have loaded it.${path}`;
}

function retryHeaders(error: unknown): Pick<Failure, 'retryAfter' | 'retryAfterMs'> {
  const headers = (error as { headers?: { get?: (name: string) => string | null } } | null)?.headers;
  if (typeof headers?.get !== 'function') return {};
  const retryAfterMs = headers.get('retry-after-ms');
  const retryAfter = headers.get('retry-after');
  return { ...(retryAfterMs ? { retryAfterMs } : {}), ...(retryAfter ? { retryAfter } : {}) };
}
