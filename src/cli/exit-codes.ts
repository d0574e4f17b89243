// What the shell is told; documented in README and docs/run.md.
import type { ErrorCode, ErrorData } from '../base/error.js';

export const exitCodes = {
  answered: 0,
  failed: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** A plan ended with tasks that failed, or that were skipped because of them. */
  planFailed: 3,
  /** A limit was reached: steps, cost or time. */
  limit: 4,
  /** The terminal was closed. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** Faults of what was typed or set; a script or thread that is not there was named wrongly. */
const usageFaults: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['usage', 'config', 'terminal', 'not-found']);

export function exitCodeOfError({ code }: ErrorData): number {
  return usageFaults.has(code) ? exitCodes.usage : exitCodes.failed;
}
