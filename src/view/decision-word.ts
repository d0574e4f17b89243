// What was decided about a call, in a few words to stand behind it.
import type { ToolBlock } from './block.js';

/** Empty where nobody was asked, or where what became of the call says it already. `withRule`: also what was kept for later. */
export function wordOfDecision({ decided, state }: ToolBlock, withRule = true): string {
  if (decided === undefined || state === 'waiting') return '';
  const { decision, by, rule, hunks, changed, subject } = decided;
  const made = changed ? ', changed' : '';
  const kept = rule === undefined || !withRule ? '' : ` (${rule})`;
  switch (decision.kind) {
    case 'deny':
      if (subject === 'question') return 'not answered';
      if (by !== 'user') return by === 'rule' ? 'denied by your rule' : '';
      return 'denied by you';
    case 'once':
      if (decision.hunks !== undefined && hunks !== undefined && decision.hunks.length < hunks)
        return `approved ${decision.hunks.length} of ${hunks} hunks${made}`;
      return `approved once${made}`;
    case 'thread':
      return `approved for this thread${made}${kept}`;
    case 'always':
      return `approved for always${made}${kept}`;
    case 'edit':
      return 'changed by you';
    case 'answer':
      return 'answered';
  }
}

/** Why a person said no; empty without a word of theirs. */
export function denialReason({ decided, state }: ToolBlock): string {
  if (state !== 'denied' || decided?.decision.kind !== 'deny') return '';
  return decided.decision.reason ?? '';
}
