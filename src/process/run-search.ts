// Runs ripgrep: finds its binary and collects what it prints. Knows nothing of what is searched or why.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { PaiError } from '../base/error.js';
import { childEnv } from './child-env.js';
import { markerVariable, newMarker } from './kill-tree.js';

export interface SearchRun {
  args: readonly string[];
  cwd: string;
  /** Ends it at once. */
  signal: AbortSignal;
  /** More output than this ends it too. */
  maxBytes: number;
}

export interface SearchOutput {
  bytes: Buffer;
  /** It reached `maxBytes`, or the signal ended it: there was more. */
  cut: boolean;
  /** 0 found, 1 nothing found, 2 some error; null when it was ended. */
  exitCode: number | null;
}

/** Starts ripgrep and waits for its end. Throws PaiError when it cannot be started. */
export type Ripgrep = (run: SearchRun) => Promise<SearchOutput>;

let found: { ripgrep: Ripgrep | undefined } | undefined;

/** Undefined where no binary was installed for this platform. Looked for once. */
export function findRipgrep(): Ripgrep | undefined {
  found ??= { ripgrep: locate() };
  return found.ripgrep;
}

/** Through the package that brings it, since package managers may hide the platform's own package from everybody else. */
function locate(): Ripgrep | undefined {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  try {
    const outer = createRequire(import.meta.url).resolve('@vscode/ripgrep');
    return ripgrepAt(createRequire(outer).resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

/** The program at a path; whether it is there shows with its first run. */
export function ripgrepAt(file: string): Ripgrep {
  return (run) =>
    new Promise((resolve, reject) => {
      const { signal, cwd, maxBytes } = run;
      // A configuration file of the person's would change what is found.
      const child = spawn(file, ['--no-config', ...run.args], {
        cwd,
        env: childEnv(process.env, { [markerVariable]: newMarker() }),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const chunks: Buffer[] = [];
      let size = 0;
      let cut = false;
      const end = () => {
        cut = true;
        child.kill('SIGKILL');
      };
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      child.stdout.on('data', (chunk: Buffer) => {
        if (cut) return;
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) end();
      });
      child.once('error', (cause) => {
        signal.removeEventListener('abort', end);
        reject(new PaiError('tool', `ripgrep could not be started: ${cause.message}`, undefined, cause));
      });
      child.once('close', (exitCode) => {
        signal.removeEventListener('abort', end);
        resolve({ bytes: Buffer.concat(chunks), cut, exitCode });
      });
    });
}
