// A small shell that waits for the end of this process. When that comes without a farewell (a kill that cannot be caught, a
// crash), it ends the commands that are still there. Knows them by their marker; where there is no /proc it finds none.
import { spawn } from 'node:child_process';

/** Twice, because a process may fork while the first pass runs. */
const script = `read -r _
for pass in 1 2; do
  grep -l "$1" /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r _ _ pid _; do kill -9 "$pid"; done
done`;

/** `mark`: what stands in the environment of each command. Returns the farewell: then nothing is ended. */
export function startGuard(mark: string): () => void {
  const guard = spawn('/bin/sh', ['-c', script, 'paicli-guard', mark], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    // Of its own session, so that what ends ours does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it commands outlive a kill; that is no reason not to run them.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  (guard.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return () => void guard.kill('SIGKILL');
}
