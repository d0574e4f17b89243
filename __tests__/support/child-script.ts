// Runs a piece of TypeScript that imports from src/ in a real process of its own, e.g. to kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../src/base/package-root.js';

export interface ChildScript {
  /** The program itself, for those who start it in their own way. */
  file: string;
  start(...args: string[]): ChildProcess;
  /** Resolves with what it printed; rejects when it does not exit with 0. */
  run(...args: string[]): Promise<string>;
  remove(): void;
}

/** `source` is a module; its imports begin with `./src/`. */
export async function childScript(source: string): Promise<ChildScript> {
  // Below node_modules, so that packages are found.
  const cache = join(packageRoot(), 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'paicli-child-'));
  const file = join(folder, 'child.mjs');
  await build({
    stdin: { contents: source, resolveDir: packageRoot(), loader: 'ts' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile: file,
    logLevel: 'silent',
  });
  const start = (...args: string[]) =>
    spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    file,
    start,
    run: (...args) =>
      new Promise((resolve, reject) => {
        const child = start(...args);
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        child.on('error', reject);
        child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`exit code ${code}`))));
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Resolves when the child has printed `text`. */
export function printed(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(text)) resolve();
    });
    child.on('close', () => reject(new Error(`it ended before it printed ${text}`)));
  });
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.on('close', () => resolve());
  });
}
