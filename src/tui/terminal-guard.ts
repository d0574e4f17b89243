// Takes the terminal over and gives it back on every way out: exit, crash, signal, suspension, a terminal that is gone.
import { enterCodes, leaveCodes, type ModeOptions, mouseCodes } from './terminal-modes.js';
import { isTerminalGone, writeNow } from './write-now.js';

/** What the guard uses of process.stdin. */
export interface GuardedInput {
  setRawMode(on: boolean): unknown;
  on(event: 'end' | 'close' | 'error', listener: (error?: Error) => void): unknown;
  removeListener(event: 'end' | 'close' | 'error', listener: (error?: Error) => void): unknown;
}

/** What the guard uses of process.stdout. */
export interface GuardedOutput {
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

export interface GuardOptions {
  input: GuardedInput;
  output: GuardedOutput;
  modes: ModeOptions;
  /** Writes at once, without the event loop; the terminal by default. */
  write?(text: string): void;
  /** Where the text of a crash goes after the terminal is given back; standard error by default. */
  writeError?(text: string): void;
  /** Gets the last word before the process ends; at most `exitGraceMs` are waited. */
  beforeExit?(): Promise<void>;
  exitGraceMs?: number;
  /** Just before a suspension: a frame that is due would come onto the shell's screen when the process is continued. */
  onSuspend?(): void;
  /** After a suspension, when the terminal is ours again: draw everything. */
  onResume(): void;
}

export interface TerminalGuard {
  enter(): void;
  /** Gives the terminal back; harmless when it already was. */
  leave(): void;
  /** Back to the shell; `onResume` is called when the process is continued. */
  suspend(): void;
  /** Gives the terminal to another program, whose signals from the keyboard are not ours. */
  lend(): void;
  /** Takes it over again; nothing when it was not lent. */
  takeBack(): void;
  setMouse(on: boolean): void;
  /** Gives the terminal back and takes all handlers off. */
  dispose(): void;
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
type ExitSignal = keyof typeof exitCodes;

export function createTerminalGuard(options: GuardOptions): TerminalGuard {
  const guard = new Guard(options);
  guard.install();
  return guard;
}

class Guard implements TerminalGuard {
  private readonly options: GuardOptions;
  private readonly modes: ModeOptions;
  private entered = false;
  private suspended = false;
  private lent = false;
  private ending = false;
  private readonly removers: (() => void)[] = [];

  constructor(options: GuardOptions) {
    this.options = options;
    this.modes = { ...options.modes };
  }

  install(): void {
    for (const signal of Object.keys(exitCodes) as ExitSignal[]) this.listen(signal, () => this.onSignal(signal));
    this.listen('exit', () => this.leave());
    this.listen('uncaughtException', (error) => this.crash(error));
    this.listen('unhandledRejection', (error) => this.crash(error));
    if (process.platform !== 'win32') {
      this.listen('SIGTSTP', () => this.suspend());
      this.listen('SIGCONT', () => this.resume());
    }
    this.watchTerminal();
  }

  enter(): void {
    if (this.entered) return;
    this.entered = true;
    this.options.input.setRawMode(true);
    this.write(enterCodes(this.modes));
  }

  leave(): void {
    if (!this.entered) return;
    this.entered = false;
    this.write(leaveCodes(this.modes));
    try {
      this.options.input.setRawMode(false);
    } catch (error) {
      // A terminal that is gone has no mode to restore; anything else is a fault of ours.
      if (!isTerminalGone(error)) throw error;
    }
  }

  lend(): void {
    this.leave();
    this.lent = true;
  }

  takeBack(): void {
    if (!this.lent) return;
    this.lent = false;
    this.enter();
  }

  suspend(): void {
    // The program that has the terminal stopped itself; the shell waits for us too.
    if (this.lent && process.platform !== 'win32') process.kill(process.pid, 'SIGSTOP');
    if (!this.entered || process.platform === 'win32') return;
    this.suspended = true;
    this.options.onSuspend?.();
    this.leave();
    // The whole job stops, as Ctrl+Z does it: the shell would go on waiting for a parent that runs. Our own SIGTSTP would
    // only call this again, and is dropped in an orphaned group; SIGSTOP never is.
    process.kill(0, 'SIGTSTP');
    process.kill(process.pid, 'SIGSTOP');
  }

  setMouse(on: boolean): void {
    if (this.modes.mouse === on) return;
    this.modes.mouse = on;
    if (this.entered) this.write(mouseCodes(on));
  }

  dispose(): void {
    this.leave();
    for (const remove of this.removers.splice(0)) remove();
  }

  private resume(): void {
    if (!this.suspended && !this.entered) return;
    // After a stop from outside the shell has had the terminal, and Node believes it is still raw: take it anew.
    this.leave();
    this.suspended = false;
    this.enter();
    this.options.onResume();
  }

  private onSignal(signal: ExitSignal): void {
    // Ctrl+C and Ctrl+\ are meant for the program that has the terminal.
    if (this.lent && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
    this.end(exitCodes[signal]);
  }

  private end(code: number): void {
    this.leave();
    // A window that is closed is told twice, by the end of the input and by a signal; a person who asks again does not want to wait.
    if (this.ending && code === exitCodes.SIGHUP) return;
    if (this.ending) process.exit(code);
    this.ending = true;
    const grace = setTimeout(() => process.exit(code), this.options.exitGraceMs ?? 1000);
    const done = (): void => {
      clearTimeout(grace);
      process.exit(code);
    };
    (this.options.beforeExit?.() ?? Promise.resolve()).then(done, (error: unknown) => {
      this.writeError(describe(error));
      done();
    });
  }

  private crash(error: unknown): void {
    this.leave();
    this.writeError(describe(error));
    this.end(1);
  }

  /** The window was closed: reads end, writes fail. */
  private watchTerminal(): void {
    const { input, output } = this.options;
    const gone = (): void => this.end(exitCodes.SIGHUP);
    const failed = (error?: Error): void => (isTerminalGone(error) ? gone() : this.crash(error));
    input.on('end', gone);
    input.on('error', failed);
    output.on('error', failed);
    this.removers.push(() => {
      input.removeListener('end', gone);
      input.removeListener('error', failed);
      output.removeListener('error', failed);
    });
  }

  private listen(
    event: ExitSignal | 'SIGTSTP' | 'SIGCONT' | 'exit' | 'uncaughtException' | 'unhandledRejection',
    listener: (value: unknown) => void,
  ): void {
    process.on(event as 'exit', listener as (code: number) => void);
    this.removers.push(() => process.removeListener(event, listener));
  }

  private write(text: string): void {
    if (this.options.write !== undefined) this.options.write(text);
    else writeNow(1, text);
  }

  private writeError(text: string): void {
    if (this.options.writeError !== undefined) this.options.writeError(text);
    else writeNow(2, text);
  }
}

function describe(error: unknown): string {
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}
