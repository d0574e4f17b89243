// The one error class of the product. Owns the codes; turning an error into data and back is done here and nowhere else.

/** What went wrong, as a stable word that programs may test. */
export type ErrorCode =
  | 'usage' // wrong flag or argument
  | 'config' // a setting that cannot be used
  | 'auth' // the model's server refused the key
  | 'rate-limit'
  | 'network' // the server could not be reached, or the connection broke
  | 'stall' // the stream went quiet
  | 'context-overflow'
  | 'model' // the server answered with an error, or with something that is no answer
  | 'storage' // database, disk
  | 'cancelled'
  | 'limit' // a guard ended the turn
  | 'tool'
  | 'denied'
  | 'not-found'
  | 'conflict'
  | 'in-use' // another process writes to it
  | 'crash' // a fault of our own
  | 'terminal';

/** An error as plain data: what crosses the port, is logged and is shown. */
export interface ErrorData {
  code: ErrorCode;
  /** What happened and where, one sentence a person can read. */
  message: string;
  /** What to do about it, if there is something to do. */
  hint?: string;
}

/** Thrown inside a floor; `code` and `hint` survive the way to the screen. */
export class PaiError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  constructor(code: ErrorCode, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PaiError';
    this.code = code;
    this.hint = hint;
  }
}

/** Any thrown value as data. Unknown errors become `crash`, aborts become `cancelled`. */
export function toErrorData(error: unknown): ErrorData {
  if (isPaiError(error))
    return { code: error.code, message: error.message, ...(error.hint ? { hint: error.hint } : {}) };
  if (error instanceof Error) {
    if (error.name === 'AbortError') return { code: 'cancelled', message: 'cancelled' };
    return { code: 'crash', message: error.message || error.name };
  }
  return { code: 'crash', message: String(error) };
}

/** The engine's bundle has this class a second time, so that its errors are known by name here. */
function isPaiError(error: unknown): error is PaiError {
  return error instanceof PaiError || (error instanceof Error && error.name === 'PaiError');
}

/** The way back: an error object for data that came over the port. */
export function fromErrorData(data: ErrorData): PaiError {
  return new PaiError(data.code, data.message, data.hint);
}
