// The audit log: one JSON line for every decision and execution. Owns the file; what is written is cleaned of secrets here.
import type { Clock } from '../base/clock.js';
import { PaiError } from '../base/error.js';
import { createBoundedLog } from '../storage/bounded-log.js';
import { redact, redactArguments } from './redact.js';

export interface AuditEntry {
  threadId: string;
  turnId?: string;
  tool: string;
  /** JSON text as the model wrote it. */
  arguments: string;
  /** JSON text that stood in its place: the person changed the call. */
  changedTo?: string;
  /** Only some hunks of the change were taken. */
  hunks?: { taken: number; of: number };
  decision: 'allow' | 'deny';
  /** Who decided: the policy, a rule of the person's, the person, or the engine because the turn ended before an answer. */
  by: 'policy' | 'rule' | 'user' | 'engine';
  reasons?: string[];
  outcome: string;
  durationMs: number;
}

export interface AuditLog {
  /** Appends one line; it is with the system when this returns. Throws PaiError `storage`. */
  append(entry: AuditEntry): void;
}

/** Some ten thousand calls; older files beside it are told by their number. */
const auditBounds = { maxBytes: 5_000_000, files: 4 };

/** A log in `filePath`; the file (0600) and its folder (0700) are made with the first line. */
export function createAuditLog(filePath: string, clock: Clock, bounds = auditBounds): AuditLog {
  const log = createBoundedLog(filePath, bounds);
  return {
    append({ arguments: args, changedTo, threadId, turnId, tool, ...rest }) {
      const at = new Date(clock.now()).toISOString();
      const changed = changedTo === undefined ? {} : { changedTo: redactArguments(changedTo) };
      const call = { arguments: redactArguments(args), ...changed };
      const cleaned = { at, threadId, turnId, tool, ...call, ...(redact(rest) as object) };
      try {
        log.append(JSON.stringify(cleaned));
      } catch (cause) {
        const message = `The audit log ${filePath} could not be written: ${(cause as Error).message}`;
        throw new PaiError('storage', message, 'Check the disk and the rights of that folder.', cause);
      }
    },
  };
}
