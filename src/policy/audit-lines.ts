// The audit log as it is read again: newest first, lines that were cut by a crash left out.
import type { AuditedCall } from '../protocol/query.js';
import { readNewestLines } from '../storage/bounded-log.js';

/** Throws when a file of the log is there and cannot be read. */
export async function readAuditLog(file: string, limit: number): Promise<AuditedCall[]> {
  return (await readNewestLines(file, limit)).flatMap(callOf);
}

function callOf(line: string): AuditedCall[] {
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(line);
  } catch {
    return []; // cut by a crash
  }
  const { at, threadId, tool, arguments: args, changedTo, decision, by, reasons, outcome, durationMs } = row;
  const time = Date.parse(String(at));
  if (Number.isNaN(time) || typeof tool !== 'string') return [];
  return [
    {
      at: time,
      threadId: String(threadId),
      tool,
      what: wordsOf(changedTo ?? args),
      decision: decision === 'deny' ? 'deny' : 'allow',
      by: by === 'user' || by === 'rule' || by === 'engine' ? by : 'policy',
      reasons: Array.isArray(reasons) ? reasons.map(String) : [],
      outcome: String(outcome),
      durationMs: Number(durationMs) || 0,
    },
  ];
}

/** A single argument stands for itself, e.g. the command. */
function wordsOf(args: unknown): string {
  if (typeof args !== 'object' || args === null) return String(args ?? '');
  const values = Object.values(args);
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(args);
}
