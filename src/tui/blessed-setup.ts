// What blessed is given instead of the real terminal: streams that swallow its bytes, and its own terminal description.
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { PaiError } from '../base/error.js';
import { packageRoot } from '../base/package-root.js';
import type { TerminalOutput } from './paint-surface.js';

/** Takes blessed's own writes and drops them; passes the size on. */
export class SilentOutput extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  readonly target: TerminalOutput;
  private readonly passResize = (): void => {
    this.emit('resize');
  };

  constructor(target: TerminalOutput) {
    super();
    this.target = target;
    target.on('resize', this.passResize);
  }

  get columns(): number {
    return this.target.columns ?? 80;
  }

  get rows(): number {
    return this.target.rows ?? 24;
  }

  write(): boolean {
    return true;
  }

  close(): void {
    this.target.removeListener('resize', this.passResize);
  }
}

export function silentInput(): PassThrough {
  const input = Object.assign(new PassThrough(), { isTTY: true, isRaw: true, setRawMode: () => input });
  return input;
}

/** Blessed asks a `tmux` program for its version, in a blocking child, when it sees this variable; nothing here needs it. */
export function withoutTmux<T>(run: () => T): T {
  const saved = process.env.TMUX;
  if (saved === undefined) return run();
  delete process.env.TMUX;
  try {
    return run();
  } finally {
    process.env.TMUX = saved;
  }
}

/** Blessed's own terminal description: the system's differ, and some print errors. */
export function findTerminfo(): string {
  const root = packageRoot();
  const beside = join(root, 'dist', 'usr', 'xterm-256color');
  if (existsSync(beside)) return beside;
  const require = createRequire(join(root, 'package.json'));
  const inPackage = join(dirname(require.resolve('blessed/package.json')), 'usr', 'xterm-256color');
  if (existsSync(inPackage)) return inPackage;
  throw new PaiError('terminal', `the terminal description is missing at ${beside}`, 'install the package again');
}
