// The audit log: one JSON line for every decision and execution. Owns the file; what is written is cleaned of secrets here.
import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../base/clock.js';
import { PaiError } from '../base/error.js';
import { redact, redactArguments } from './redact.js';

export interface AuditEntry {
  threadId: string;
  turnId?: string;
  tool: string;
  /** JSON text as the model wrote it. */
  arguments: string;
  decision: 'allow' | 'deny';
  /** Who decided: the policy, a rule made in the thread, or the person. */
  by: 'policy' | 'rule' | 'user';
  reasons?: string[];
  outcome: string;
  durationMs: number;
}

export interface AuditLog {
  /** Appends one line; it is with the system when this returns. Throws PaiError `storage`. */
  append(entry: AuditEntry): void;
}

/** A log in `filePath`; the file (0600) and its folder (0700) are made with the first line. */
export function createAuditLog(filePath: string, clock: Clock): AuditLog {
  let isReady = false;
  const prepare = () => {
    mkdirSync(dirname(filePath), { recursive: true, mode: 0o700 });
    appendFileSync(filePath, '', { mode: 0o600 });
    chmodSync(filePath, 0o600); // it may be an old one with wider rights
  };
  return {
    append({ arguments: args, threadId, turnId, tool, ...rest }) {
      const at = new Date(clock.now()).toISOString();
      const cleaned = { at, threadId, turnId, tool, arguments: redactArguments(args), ...(redact(rest) as object) };
      try {
        if (!isReady) prepare();
        isReady = true;
        appendFileSync(filePath, `${JSON.stringify(cleaned)}\n`);
      } catch (cause) {
        isReady = false;
        const message = `The audit log ${filePath} could not be written: ${(cause as Error).message}`;
        throw new PaiError('storage', message, 'Check the disk and the rights of that folder.', cause);
      }
    },
  };
}
