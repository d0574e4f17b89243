// The built program in a real pseudo-terminal, seen through a terminal emulator as a person would see it. Asserts nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, jest } from '@jest/globals';
import pty, { type IPty } from '@lydell/node-pty';
import unicode11 from '@xterm/addon-unicode11';
import headless, { type Terminal } from '@xterm/headless';
import type { Script } from '../../src/provider/script.js';
import { environment, type Files, makePlace, type Place, programFile } from './pty-place.js';
import { modesAfter, type Picture, pictureOf, textOf } from './pty-screen.js';

export interface StartOptions {
  /** After `paicli tui`. */
  args?: string[];
  /** What the model says; without it the program's settings decide. */
  script?: Script;
  /** A fresh one when absent. */
  place?: Place;
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  /** Start an interactive shell in place of the program; `$PAICLI` holds the way to start it there. */
  shell?: boolean;
}

type Condition = string | RegExp | ((program: PtyProgram) => boolean);

const sequences: Record<string, string> = {
  enter: '\r',
  escape: '\x1b',
  tab: '\t',
  up: '\x1b[A',
  down: '\x1b[B',
  pageup: '\x1b[5~',
  end: '\x1b[F',
  f1: '\x1bOP',
  backspace: '\x7f',
};

/** What `y` and its like need before they count: the question must have stood there for a moment without a key. */
const armedAfterMs = 300;
const quietMs = 400;
const limitMs = 15_000;

/** Notes the terminal's settings and the program's process id around the program, and hands its exit code on. */
const wrapper = `stty -g > "$1/before"
bash -c 'echo $$ > "$0/pid"; exec "$@"' "$1" "\${@:2}"
code=$?
stty -g > "$1/after"
exit $code`;

/** Call once at the top of a test file; what it returns starts programs, which are ended after each test. */
export function ptyPrograms(): { start(options?: StartOptions): PtyProgram; place(files?: Files): Place } {
  jest.setTimeout(60_000);
  const running: PtyProgram[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((program) => program.end()));
  });
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  const place = (files: Files = {}): Place => {
    const made = makePlace(files);
    folders.push(made.folder);
    return made;
  };
  return {
    place,
    start(options = {}) {
      const program = new PtyProgram(options.place ?? place(), options);
      running.push(program);
      return program;
    },
  };
}

export class PtyProgram {
  readonly place: Place;
  readonly terminal: Terminal;
  /** Resolves with the exit code; a shell adds 128 for a signal. */
  readonly exited: Promise<number>;
  private readonly pty: IPty;
  private readonly notes: string;
  private readonly waiting = new Set<() => void>();
  private log = '';
  private ended = false;

  constructor(place: Place, options: StartOptions) {
    const { columns: cols = 80, rows = 24 } = options;
    this.place = place;
    this.notes = mkdtempSync(join(place.home, 'notes-'));
    this.terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
    this.terminal.loadAddon(new unicode11.Unicode11Addon() as unknown as Parameters<Terminal['loadAddon']>[0]);
    this.terminal.unicode.activeVersion = '11';
    const [file, args] = this.commandLine(options);
    this.pty = pty.spawn(file, args, { cols, rows, cwd: place.project, env: environment(place, options.env) });
    this.pty.onData((data) => {
      this.log += data;
      this.terminal.write(data, () => this.check());
    });
    this.terminal.onData((answer) => this.type(answer));
    this.exited = new Promise((resolve) =>
      this.pty.onExit(({ exitCode }) => {
        this.ended = true;
        this.terminal.write('', () => {
          this.check();
          resolve(exitCode);
        });
      }),
    );
  }

  private commandLine({ args = [], script, shell }: StartOptions): [string, string[]] {
    if (shell) return ['bash', ['--norc', '--noprofile', '-i']];
    const scriptFile = join(this.notes, 'script.json');
    if (script) writeFileSync(scriptFile, JSON.stringify(script));
    const scripted = script ? ['--script', scriptFile] : [];
    return ['bash', ['-c', wrapper, 'paicli', this.notes, process.execPath, programFile, 'tui', ...scripted, ...args]];
  }

  /** Bytes as a keyboard or a paste would send them. */
  type(text: string): void {
    if (!this.ended) this.pty.write(text);
  }

  /** One key by its name, e.g. `ctrl+c`. */
  press(key: string): void {
    const control = /^ctrl\+([a-z\\])$/.exec(key)?.[1];
    const sequence = control === undefined ? sequences[key] : String.fromCharCode(control.charCodeAt(0) & 31);
    if (sequence === undefined && key.length !== 1) throw new Error(`no key ${key}`);
    this.type(sequence ?? key);
  }

  paste(text: string): void {
    this.type(`\x1b[200~${text}\x1b[201~`);
  }

  /** Types into an empty draft, each letter when the one before is seen; how long each took, ms. */
  async typeWatched(text: string): Promise<number[]> {
    const times: number[] = [];
    for (let length = 1; length <= text.length; length++) {
      const typedAt = performance.now();
      this.type(text.charAt(length - 1));
      await this.waitFor(`│ ${text.slice(0, length)}`);
      times.push(performance.now() - typedAt);
    }
    return times;
  }

  /** A line and Enter. */
  send(line: string): void {
    this.type(`${line}\r`);
  }

  /** Answers the question whose box has this title, as soon as a key may answer it. */
  async answer(key: string, title = 'Approve?'): Promise<void> {
    const corner = `╭ ${title}`;
    await this.waitFor(corner);
    const row = this.rowWith(corner);
    for (let tries = 0; tries < 5; tries++) {
      await delay(armedAfterMs);
      this.press(key);
      if (await this.comes((program) => program.rowWith(corner) !== row, 2000)) return;
    }
    throw new Error(`the question was not answered by ${key}:\n${this.text()}`);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  /** The screen's rows; cells at their ends that were never written are left out. */
  text(): string {
    return textOf(this.terminal);
  }

  /** The first row with this text. */
  private rowWith(text: string): string | undefined {
    return this.text()
      .split('\n')
      .find((row) => row.includes(text));
  }

  /** Every byte written so far. */
  bytes(): string {
    return this.log;
  }

  /** The private modes of the terminal that were ever switched, as they stand: on or off. */
  modes(): Map<string, boolean> {
    return modesAfter(this.log);
  }

  /** Waits until the screen shows it; fails with what the screen shows. */
  async waitFor(condition: Condition, timeoutMs = limitMs): Promise<void> {
    if (await this.comes(condition, timeoutMs)) return;
    throw new Error(`${String(condition)} never came${this.ended ? ' (the program ended)' : ''}:\n${this.text()}`);
  }

  /** Resolves to false when the time is up or the program has ended. */
  private comes(condition: Condition, timeoutMs: number): Promise<boolean> {
    const holds = () => {
      if (typeof condition === 'function') return condition(this);
      return typeof condition === 'string' ? this.text().includes(condition) : condition.test(this.text());
    };
    return new Promise((resolve) => {
      const settle = (result: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(result);
      };
      const look = () => (holds() ? settle(true) : this.ended && settle(false));
      const timer = setTimeout(() => settle(holds()), timeoutMs);
      this.waiting.add(look);
      this.terminal.write('', look);
    });
  }

  /** Waits until the program has written nothing for a moment. */
  async quiet(): Promise<void> {
    const deadline = Date.now() + limitMs;
    for (let seen = -1; seen !== this.log.length; ) {
      if (Date.now() > deadline) throw new Error(`the program went on writing:\n${this.text()}`);
      seen = this.log.length;
      await delay(quietMs);
    }
    await this.drained();
  }

  /** Has everything drawn anew; what the screen looked like before and after. */
  async redrawn(): Promise<{ before: Picture; after: Picture }> {
    await this.quiet();
    const before = pictureOf(this.terminal);
    const mark = this.log.length;
    this.press('ctrl+l');
    await this.waitFor(() => /\x1b\[2J[\s\S]*\x1b\[\?2026l/.test(this.log.slice(mark)));
    await this.drained();
    return { before, after: pictureOf(this.terminal) };
  }

  /** The emulator has taken in all that was written. */
  private drained(): Promise<void> {
    return new Promise((resolve) => this.terminal.write('', resolve));
  }

  /** The program's own process id (not the shell's around it). */
  pid(): number {
    return Number(readFileSync(join(this.notes, 'pid'), 'utf8'));
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid(), name);
  }

  /** The terminal's settings before the program and, once it has ended, after it. */
  settings(): { before: string; after: string } {
    const read = (name: string) => readFileSync(join(this.notes, name), 'utf8').trim();
    return { before: read('before'), after: read('after') };
  }

  /** The terminal's window goes away. */
  closeWindow(): void {
    (this.pty as IPty & { destroy(): void }).destroy();
  }

  /** Ends whatever still runs in the terminal. */
  async end(): Promise<void> {
    if (!this.ended) {
      // Everything of this terminal is one session; the shell leads it.
      for (const id of [-this.pty.pid, this.pty.pid]) killIfThere(id);
      this.pty.kill('SIGKILL');
      await this.exited;
    }
    this.terminal.dispose();
  }

  private check(): void {
    for (const look of [...this.waiting]) look();
  }
}

function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for something outside the screen, e.g. a file. */
export async function until(condition: () => boolean, timeoutMs = limitMs): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !condition(); await delay(10))
    if (Date.now() > deadline) throw new Error(`${String(condition)} never held`);
}
