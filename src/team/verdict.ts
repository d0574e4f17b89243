// The reviewer's word on a task, read from what it wrote: the last JSON object that says approved, with prose around it passed by. Pure.
import { findJson } from '../plan/find-json.js';

export interface Verdict {
  approved: boolean;
  /** What is wrong, or what was checked. */
  reasons: string[];
}

/** Undefined when the reply has no verdict: only a boolean counts, and of several the last. */
export function readVerdict(reply: string): Verdict | undefined {
  const verdicts = findJson(reply).flatMap((found) => {
    const value = found.kind === 'value' ? (found.value as Record<string, unknown> | null) : null;
    if (value === null || typeof value !== 'object' || typeof value.approved !== 'boolean') return [];
    return [{ approved: value.approved, reasons: reasonsIn(value.reasons ?? value.comments ?? value.reason) }];
  });
  return verdicts.at(-1);
}

function reasonsIn(given: unknown): string[] {
  const list = Array.isArray(given) ? given : [given];
  return list.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
}
