// What blessed is given instead of the real terminal: streams that swallow its bytes, and a description that says nothing.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
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

/**
 * Stands for blessed's terminal description. Parsing and compiling the real one costs some 50 ms at every start, and its
 * codes would go to an output that swallows them.
 */
export const muteTerminal = {
  unicode: true,
  /** Borders as the characters they are, not as codes of the line-drawing set. */
  brokenACS: true,
  features: {},
  strings: {},
  numbers: {},
  bools: {},
  acscr: {},
};

/** Answers to every capability blessed writes. */
export const mutePut: object = new Proxy(() => true, { get: () => () => true });
