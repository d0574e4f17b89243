// The built program as a child process with pipes, and a home and environment of its own. Asserts nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';
import { tempFolders } from './temp-folder.js';

export const programFile = join(packageRoot(), 'bin', 'paicli.js');

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface StartOptions {
  args: string[];
  /** Text for standard input; absent: nothing, as from /dev/null. */
  input?: string;
  /** Working folder; an own empty one when absent. */
  cwd?: string;
  env?: Record<string, string>;
  /** Descriptor to write standard output to; absent: a pipe that is read. */
  stdout?: number;
}

export interface Running {
  child: ChildProcess;
  /** Resolves when it has ended and all its output is read. */
  ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
}

export interface Programs {
  /** `~/.paicli` of all programs of this file that are given no other. */
  home(): string;
  start(options: StartOptions): Running;
  run(...args: string[]): Promise<Ended>;
}

/** A program that hangs is ended after this long; its exit code is then null. */
const limitMs = 30_000;

/** Call once at the top of a test file. What still runs after a test is ended. */
export function programs(): Programs {
  const tempFolder = tempFolders();
  const running = new Set<ChildProcess>();
  let user: string | undefined;
  const userHome = () => (user ??= tempFolder());
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  const start = ({ args, input, cwd = tempFolder(), env = {}, stdout }: StartOptions): Running => {
    const child = spawn(process.execPath, [programFile, ...args], {
      cwd,
      env: { ...environment(userHome()), ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', stdout ?? 'pipe', 'pipe'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    running.add(child);
    child.stdin?.on('error', () => undefined).end(input);
    const seen = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      seen.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      seen.stderr += text;
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        running.delete(child);
        resolve({ code, ...seen });
      });
    });
    return { child, ended, stdout: () => seen.stdout, stderr: () => seen.stderr };
  };
  return {
    home: () => join(userHome(), '.paicli'),
    start,
    run: (...args) => start({ args }).ended,
  };
}

function environment(userHome: string): Record<string, string> {
  const temporary = join(userHome, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return {
    PATH: process.env.PATH ?? '',
    HOME: userHome,
    PAICLI_HOME: join(userHome, '.paicli'),
    TMPDIR: temporary,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  };
}

/** Environment that makes the program talk to a server of the test. */
export function servedBy(url: string): Record<string, string> {
  return { PAICLI_BASE_URL: url, PAICLI_MODEL: 'm' };
}
