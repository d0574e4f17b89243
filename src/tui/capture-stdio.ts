// While the screen is open nothing else may print on it: console, standard error and warnings go to a sink. Puts all back afterwards.
import { format } from 'node:util';

export type StrayOutput = 'console' | 'stderr' | 'warning';
export type StraySink = (source: StrayOutput, text: string) => void;

const consoleMethods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const;

/** Starts capturing; the returned function ends it. */
export function captureStdio(sink: StraySink): () => void {
  const restorers = [captureConsole(sink), captureStderr(sink), captureWarnings(sink)];
  return () => {
    for (const restore of restorers.splice(0)) restore();
  };
}

function captureConsole(sink: StraySink): () => void {
  const saved = consoleMethods.map((method) => [method, console[method]] as const);
  for (const method of consoleMethods) console[method] = (...values: unknown[]) => sink('console', format(...values));
  return () => {
    for (const [method, original] of saved) console[method] = original as () => void;
  };
}

function captureStderr(sink: StraySink): () => void {
  const { stderr } = process;
  const original = stderr.write;
  const capturing = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    sink('stderr', typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') process.nextTick(callback as () => void);
    return true;
  };
  stderr.write = capturing as typeof stderr.write;
  return () => {
    stderr.write = original;
  };
}

/** Node's own listener prints past process.stderr.write, so it has to step aside. */
function captureWarnings(sink: StraySink): () => void {
  const saved = process.listeners('warning');
  const capturing = (warning: Error): void => sink('warning', `${warning.name}: ${warning.message}`);
  process.removeAllListeners('warning');
  process.on('warning', capturing);
  return () => {
    process.removeListener('warning', capturing);
    for (const listener of saved) process.on('warning', listener);
  };
}
