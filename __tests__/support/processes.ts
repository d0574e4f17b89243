// Whether a process is there, and waiting until it is not.
import { readFileSync } from 'node:fs';

/** A zombie that nobody has collected yet has ended. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // it has just ended
  }
}

/** Resolves once the process has ended; rejects when it does not. */
export async function gone(pid: number, limitMs = 5000): Promise<void> {
  const limit = performance.now() + limitMs;
  while (isAlive(pid)) {
    if (performance.now() > limit) throw new Error(`process ${pid} is still there`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
