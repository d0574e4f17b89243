// Work on one call while its clocks run: preparing and running count, waiting for a person does not.
import type { ToolCall } from '../protocol/message.js';
import { type Ending, endingOf } from './call-ending.js';
import type { ExecutorDeps, ExecutorLimits } from './executor.js';
import type { ParsedCall } from './parse-call.js';
import { type Attempt, attempt, type WorkClock } from './time-limits.js';
import type { PreparedCall, ToolContext, ToolResult } from './tool.js';

export interface CallRun {
  /** As the model made it. */
  call: ToolCall;
  parsed: ParsedCall;
  limitMs: number;
  /** Of the batch. */
  clock: WorkClock;
  context: ToolContext;
  limits: ExecutorLimits;
  deps: ExecutorDeps;
  /** What the call has used of its own time. */
  timer: { usedMs: number };
}

/** What one call may take. */
export function callLimitMs(parsed: ParsedCall, { toolMs, maxToolMs }: ExecutorLimits): number {
  if ('problem' in parsed) return toolMs;
  return Math.min(parsed.tool.timeoutMs?.(parsed.args) ?? toolMs, maxToolMs);
}

/** Does a piece of the call's work while its clocks run. */
export async function work<T>(run: CallRun, piece: (signal: AbortSignal) => Promise<T>): Promise<Attempt<T>> {
  const { timer, clock, limits, context } = run;
  const limitMs = Math.min(run.limitMs - timer.usedMs, clock.remainingMs());
  if (limitMs <= 0) return { kind: 'timed-out' };
  const end = clock.begin();
  const startedAt = performance.now();
  const result = await attempt({ limitMs, signal: context.signal, graceMs: limits.graceMs }, piece);
  timer.usedMs += performance.now() - startedAt;
  end();
  return result;
}

/** How a piece of work ended that was not the last, or was. */
export function workEnding(run: CallRun, attempted: Attempt<ToolResult | PreparedCall>): Ending {
  return endingOf(attempted, timeOutReason(run));
}

function timeOutReason({ limitMs, clock }: CallRun): string {
  if (clock.remainingMs() <= 0) return 'the time for all calls of this reply was used up.';
  return `the call did not end within ${Math.round(limitMs / 1000)} s.`;
}
