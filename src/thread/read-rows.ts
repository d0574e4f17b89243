// Turns rows of the log back into envelopes, up to the first one that is damaged.
import type { DurableEvent, Envelope } from '../protocol/event.js';

export interface EventRow {
  seq: number;
  envelope: unknown;
}

export interface LoadedThread {
  envelopes: Envelope<DurableEvent>[];
  /** Place of the first event that could not be read, or of a gap; nothing from there on is in `envelopes`. */
  damagedFrom?: number;
  /** The same for a person, in a sentence. */
  notice?: string;
}

/** `rows` in the order of `seq`. */
export function readRows(threadId: string, rows: EventRow[]): LoadedThread {
  const envelopes: Envelope<DurableEvent>[] = [];
  for (const row of rows) {
    const expected = envelopes.length + 1;
    const envelope = row.seq === expected ? parseEnvelope(row.envelope) : undefined;
    if (!envelope) {
      const lost = rows.length - envelopes.length;
      const notice = `The log of thread ${threadId} is damaged at event ${expected}: ${lost} event${lost === 1 ? '' : 's'} from there on could not be used.`;
      return { envelopes, damagedFrom: expected, notice };
    }
    envelopes.push({ ...envelope, seq: row.seq });
  }
  return { envelopes };
}

function parseEnvelope(text: unknown): Envelope<DurableEvent> | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value = JSON.parse(text) as Partial<Envelope<DurableEvent>> | null;
    const isWhole = typeof value?.at === 'number' && typeof value.event?.type === 'string';
    return isWhole ? (value as Envelope<DurableEvent>) : undefined;
  } catch {
    return undefined;
  }
}
