// Errors below HTTP: no server, no name, no trust, a broken connection.
import type { Failure } from './error-mapping.js';

/** Describes a connection error found in the error or its causes; undefined when it is none. */
export function describeConnectionError(error: unknown, baseUrl: string): Failure | undefined {
  const cause = deepestWithCode(error);
  const code = cause?.code ?? '';
  if (code === '' && !/socket hang up|terminated|connection error/i.test(messageOf(error))) return undefined;
  const make = (message: string, hint: string, retryable = true): Failure => ({
    error: { code: 'network', message, hint },
    retryable,
  });
  if (code === 'ERR_INVALID_URL') {
    const hint = 'Set it to an address such as http://127.0.0.1:11434/v1.';
    return { error: { code: 'config', message: `the base URL ${baseUrl} is no address`, hint }, retryable: false };
  }
  if (code === 'ECONNREFUSED') return make(`no server answers at ${baseUrl}`, `Is the server running at ${baseUrl}?`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return make(`the name in ${baseUrl} was not found`, 'Check the base URL and the network connection.');
  }
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) {
    return make(
      `no secure connection to ${baseUrl}: ${messageOf(cause)}`,
      'Check the address (http or https); for a private certificate set NODE_EXTRA_CA_CERTS.',
      false,
    );
  }
  return make(
    `the connection to ${baseUrl} broke (${code || messageOf(error)})`,
    'Check the network, then send the message again.',
  );
}

/** System, TLS and HTTP parser codes; Node's other `ERR_` codes are faults of the program. */
const connectionCode = /^(E[A-Z_]+|HPE_\w+|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+)$/;
const ownCode = /^ERR_(?!TLS|SSL|INVALID_URL|STREAM_PREMATURE_CLOSE|HTTP)/;

interface CodedError {
  code: string;
  message?: unknown;
}

/** The innermost error of the cause chain that carries a system code. */
function deepestWithCode(error: unknown): CodedError | undefined {
  let found: CodedError | undefined;
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current !== null && typeof current === 'object'; depth++) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && connectionCode.test(code) && !ownCode.test(code)) found = current as CodedError;
    current = (current as { cause?: unknown }).cause;
  }
  return found;
}

function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : '';
}
