// The audit log for what is decided outside of turns; opened with the first entry. That it cannot be written is told, not thrown.
import type { Clock } from '../base/clock.js';
import { toErrorData } from '../base/error.js';
import type { AuditEntry, AuditLog } from '../policy/audit.js';
import type { LiveEvent } from '../protocol/event.js';

export function createLazyAudit(
  file: string,
  clock: Clock,
  tell: (event: LiveEvent) => void,
): (entry: AuditEntry) => Promise<void> {
  let log: AuditLog | undefined;
  return async (entry) => {
    try {
      const { createAuditLog } = await import('../policy/audit.js');
      log ??= createAuditLog(file, clock);
      log.append(entry);
    } catch (error) {
      tell({ type: 'notice.raised', level: 'warning', text: toErrorData(error).message });
    }
  };
}
