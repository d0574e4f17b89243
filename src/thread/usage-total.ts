// Tokens and money of a whole thread, from its log.
import type { Envelope } from '../protocol/event.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';

/** The sum over all turns; of a turn that is not closed, over its steps so far. */
export function totalUsage(envelopes: Envelope[]): Usage {
  let closed = noUsage;
  let open = noUsage;
  let inTurn = false;
  for (const { event } of envelopes) {
    if (event.type === 'turn.started') inTurn = true;
    if (event.type === 'context.compacted' && !inTurn) closed = addUsage(closed, event.usage ?? noUsage);
    if (event.type === 'step.completed') open = addUsage(open, event.usage);
    if (event.type !== 'turn.completed' && event.type !== 'turn.failed') continue;
    // The turn's own sum counts: it may hold calls that were no step.
    closed = addUsage(closed, event.usage);
    open = noUsage;
    inTurn = false;
  }
  return addUsage(closed, open);
}
