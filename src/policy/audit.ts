// The audit log: one JSON line for every decision and execution. Owns the file; what is written is cleaned of secrets here.
import { appendFile, chmod, mkdir } from 'node:fs/promises';
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
  /** Who decided: the policy, a rule made in the thread, the person, or the engine because the turn ended. */
  by: 'policy' | 'rule' | 'user' | 'engine';
  reasons?: string[];
  outcome: string;
  durationMs: number;
}

export interface AuditLog {
  /** Appends one line; resolves when it is on disk. Throws PaiError `storage`. */
  append(entry: AuditEntry): Promise<void>;
}

/** A log in `filePath`; the file (0600) and its folder (0700) are made with the first line. */
export function createAuditLog(filePath: string, clock: Clock): AuditLog {
  let ready: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const prepare = async () => {
    await mkdir(dirname(filePath), { recursive: true, mode: 0o700 });
    await appendFile(filePath, '', { mode: 0o600 });
    await chmod(filePath, 0o600); // it may be an old one with wider rights
  };
  const write = async (line: string): Promise<void> => {
    try {
      ready ??= prepare();
      await ready;
      await appendFile(filePath, line);
    } catch (cause) {
      ready = undefined;
      const message = `The audit log ${filePath} could not be written: ${(cause as Error).message}`;
      throw new PaiError('storage', message, 'Check the disk and the rights of that folder.', cause);
    }
  };
  return {
    append(entry) {
      const { arguments: args, threadId, turnId, tool, ...rest } = entry;
      const at = new Date(clock.now()).toISOString();
      const line = JSON.stringify({
        at,
        threadId,
        turnId,
        tool,
        arguments: redactArguments(args),
        ...(redact(rest) as object),
      });
      // One after another, whether or not the line before could be written.
      const written = last.then(() => write(`${line}\n`));
      last = written.catch(() => undefined);
      return written;
    },
  };
}
