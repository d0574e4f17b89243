// The events that count: turns that were taken back are left out. Pure; the log itself keeps everything.
import type { Envelope } from '../protocol/event.js';

/**
 * The log as if what was rewound had never been written. `thread.rewound` and `thread.restored` themselves are left out too.
 * Envelopes without `seq` (live ones) are kept where they stand.
 */
export function effectiveLog<E extends Envelope>(envelopes: readonly E[]): E[] {
  let kept: E[] = [];
  /** What each rewind took away, the newest last. */
  let taken: E[][] = [];
  for (const envelope of envelopes) {
    const { event } = envelope;
    if (event.type === 'thread.rewound') {
      const first = kept.findIndex(({ seq }) => seq !== undefined && seq >= event.fromSeq);
      taken.push(first === -1 ? [] : kept.splice(first));
    } else if (event.type === 'thread.restored') kept = kept.concat(taken.pop() ?? []);
    else {
      // A new turn closes the way back.
      if (event.type === 'turn.started') taken = [];
      kept.push(envelope);
    }
  }
  return kept;
}

/** How many rewinds can be undone at the end of this log. */
export function rewindsToUndo(envelopes: readonly Envelope[]): number {
  let count = 0;
  for (const { event } of envelopes) {
    if (event.type === 'thread.rewound') count++;
    else if (event.type === 'thread.restored') count = Math.max(0, count - 1);
    else if (event.type === 'turn.started') count = 0;
  }
  return count;
}
