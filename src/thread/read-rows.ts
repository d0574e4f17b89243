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

/** Rows that lie one behind the other, as one text: far cheaper than row by row. */
export interface RowChunk {
  rows: number;
  last: number;
  /** Rows that hold no text. */
  odd: number;
  /** Their envelopes, separated by commas. */
  text: string;
}

/** The envelopes behind `from`, or undefined when one of them may be damaged: row by row it is found out which. */
export function readChunk(from: number, { rows, last, odd, text }: RowChunk): Envelope<DurableEvent>[] | undefined {
  if (odd > 0 || last !== from + rows) return undefined;
  try {
    const envelopes = JSON.parse(`[${text}]`) as Envelope<DurableEvent>[];
    if (envelopes.length !== rows || !envelopes.every(isWhole)) return undefined;
    for (const [at, envelope] of envelopes.entries()) envelope.seq = from + at + 1;
    return envelopes;
  } catch {
    return undefined;
  }
}

/** `rows` in the order of `seq`, behind the envelopes that were `read` already, which are added to. */
export function readRows(threadId: string, rows: EventRow[], read: Envelope<DurableEvent>[] = []): LoadedThread {
  const envelopes = read;
  const before = read.length;
  for (const row of rows) {
    const expected = envelopes.length + 1;
    const envelope = row.seq === expected ? parseEnvelope(row.envelope) : undefined;
    if (!envelope) {
      const lost = before + rows.length - envelopes.length;
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
    const value: unknown = JSON.parse(text);
    return isWhole(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(value: unknown): value is Envelope<DurableEvent> {
  const envelope = value as Partial<Envelope<DurableEvent>> | null;
  return typeof envelope?.at === 'number' && typeof envelope.event?.type === 'string';
}
