// Tokens and money of a whole thread, from its log.
import type { Envelope } from '../protocol/event.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';

/** The sum over all turns; of a turn that is not closed, over its steps so far. */
export function totalUsage(envelopes: Envelope[]): Usage {
  let closed = noUsage;
  let open = noUsage;
  for (const { event } of envelopes) {
    if (event.type === 'step.completed') open = addUsage(open, event.usage);
    if (event.type !== 'turn.completed' && event.type !== 'turn.failed') continue;
    // The turn's own sum counts: it may hold calls that were no step.
    closed = addUsage(closed, event.usage);
    open = noUsage;
  }
  return addUsage(closed, open);
}
