// A program that runs beside us and talks over its standard input and output, e.g. a language server: no secrets in its
// environment, ended with its whole tree when it is closed and with this program. Knows nothing of what is said.
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { PaiError } from '../base/error.js';
import { childEnv } from './child-env.js';
import { killTree, markerVariable, newMarker } from './kill-tree.js';
import { forgetTree, keepTree } from './own-trees.js';

export interface ServerProcess {
  pid: number;
  input: Writable;
  output: Readable;
  /** Resolves when it has ended, with how. */
  ended: Promise<string>;
  /** Ends it: at once, or after the time it may take to end by itself. */
  close(graceMs: number): Promise<void>;
}

/** Its standard error is not read. Throws PaiError when it cannot be started. */
export async function runServer(command: readonly string[], cwd: string): Promise<ServerProcess> {
  const [file = '', ...args] = command;
  const marker = newMarker();
  const child = spawn(file, args, {
    cwd,
    env: childEnv(process.env, { [markerVariable]: marker }),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // A write after its end; the end itself is told by `ended`.
  child.stdin.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(new PaiError('tool', `${file} could not be started: ${cause.message}`, 'Is it installed?', cause));
    });
  });
  const tree = { pid: child.pid!, marker };
  keepTree(tree);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      forgetTree(tree);
      resolve(signal === null ? `exit code ${code}` : signal);
    });
  });
  return {
    pid: tree.pid,
    input: child.stdin,
    output: child.stdout,
    ended,
    async close(graceMs) {
      const timer = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([ended, timer]);
      await killTree(tree, 200);
      child.stdout.destroy();
    },
  };
}
