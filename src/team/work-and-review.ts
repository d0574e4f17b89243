// One task in a team: the worker works, the reviewer judges, the worker mends, at most twice. Who they are is handed in.
import type { TaskEnd } from '../plan/run-plan.js';
import { mostRetries } from '../protocol/team.js';
import { addUsage, type Usage } from '../protocol/usage.js';
import type { Verdict } from './verdict.js';

export interface ReviewedWork {
  /** The first try, or another one after this feedback. */
  work(feedback: string[] | undefined): Promise<TaskEnd>;
  /** No verdict: the reviewer could not be brought to give one. */
  review(result: string): Promise<{ verdict: Verdict | undefined; usage: Usage }>;
  /** Told after each review. */
  reviewed(verdict: Verdict, attempt: number): void;
  signal: AbortSignal;
}

/** The end of the task; its usage counts worker and reviewer. */
export async function workAndReview({ work, review, reviewed, signal }: ReviewedWork): Promise<TaskEnd> {
  let end = await work(undefined);
  for (let attempt = 1; end.kind === 'completed' && !signal.aborted; attempt++) {
    const { verdict, usage } = await review(end.result);
    const spent = addUsage(end.usage, usage);
    if (signal.aborted) return { ...end, usage: spent };
    reviewed(verdict ?? { approved: false, reasons: ['the reviewer gave no verdict'] }, attempt);
    if (verdict?.approved) return { ...end, usage: spent };
    if (verdict === undefined) return { ...end, usage: spent, warning: 'not reviewed: the reviewer gave no verdict' };
    if (attempt > mostRetries)
      return {
        ...end,
        usage: spent,
        warning: `the reviewer did not approve: ${verdict.reasons.join('; ') || 'no reason given'}`,
      };
    const next = await work(verdict.reasons);
    end = { ...next, usage: addUsage(spent, next.usage) };
  }
  return end;
}
