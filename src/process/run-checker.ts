// Runs a program that reads a text from its standard input and says what is wrong with it: bounded in time and output, no shell, no secrets.
import { spawn } from 'node:child_process';
import { PaiError } from '../base/error.js';
import { childEnv } from './child-env.js';
import { markerVariable, newMarker } from './kill-tree.js';

export interface CheckerRun {
  file: string;
  args: readonly string[];
  input: string;
  cwd: string;
  /** Added to the neutral environment. */
  env?: Readonly<Record<string, string>>;
  timeoutMs: number;
}

export interface CheckerOutput {
  stdout: string;
  stderr: string;
  /** Null when it was ended, e.g. at the time limit. */
  exitCode: number | null;
}

const maxBytes = 256 * 1024;

/** Throws PaiError when it cannot be started. */
export function runChecker({ file, args, input, cwd, env, timeoutMs }: CheckerRun): Promise<CheckerOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: childEnv(process.env, { ...env, [markerVariable]: newMarker() }),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const collect = (stream: typeof child.stdout) => {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) child.kill('SIGKILL');
        else chunks.push(chunk);
      });
      return () => Buffer.concat(chunks).toString('utf8');
    };
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', (cause) =>
      reject(new PaiError('tool', `${file} could not be started: ${cause.message}`, undefined, cause)),
    );
    child.once('close', (exitCode) => resolve({ stdout: stdout(), stderr: stderr(), exitCode }));
  });
}
