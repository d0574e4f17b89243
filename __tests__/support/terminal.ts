// A terminal in memory: fake tty streams for the program, an emulator that shows what a person would see.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import unicode11 from '@xterm/addon-unicode11';
import headless, { type IBufferCell, type Terminal } from '@xterm/headless';
import { eastAsianWidth } from 'get-east-asian-width';

/** Whose idea of widths the emulator has: Unicode 6 tables, Unicode 11 tables, or grapheme clusters with wide emoji. */
export type WidthModel = '6' | '11' | 'modern';

export interface TestTerminalOptions {
  cols?: number;
  rows?: number;
  widths?: WidthModel;
}

/** Stands in for process.stdout; keeps every write. */
export class FakeOutput extends EventEmitter {
  readonly isTTY = true;
  columns: number;
  rows: number;
  writes: string[] = [];
  writableNeedDrain = false;
  private readonly terminal: Terminal;

  constructor(terminal: Terminal) {
    super();
    this.terminal = terminal;
    this.columns = terminal.cols;
    this.rows = terminal.rows;
  }

  write(text: string): boolean {
    this.writes.push(text);
    this.terminal.write(text);
    return true;
  }
}

/** Stands in for process.stdin. */
export type FakeInput = PassThrough & { isTTY: true; isRaw: boolean; setRawMode(on: boolean): FakeInput };

export interface TestTerminal {
  terminal: Terminal;
  input: FakeInput;
  output: FakeOutput;
  /** Keys and pastes as the terminal would send them. */
  type(sequence: string): void;
  resize(cols: number, rows: number): void;
  /** All rows, right ends trimmed. */
  screenText(): string;
  row(y: number): string;
  cell(x: number, y: number): IBufferCell;
  /** Waits until the emulator has taken in everything that was written. */
  drain(): Promise<void>;
  /** Waits for a condition of the screen; fails with the screen's text. */
  waitFor(predicate: (terminal: TestTerminal) => boolean, timeoutMs?: number): Promise<void>;
  /** Writes so far, joined, and forgets them. */
  takeOutput(): string;
  dispose(): void;
}

export function createTestTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const terminal = new headless.Terminal({
    cols: options.cols ?? 80,
    rows: options.rows ?? 24,
    scrollback: 0,
    allowProposedApi: true,
  });
  useWidths(terminal, options.widths ?? '11');
  const output = new FakeOutput(terminal);
  const input = createInput();
  terminal.onData((data) => input.write(data));
  const self: TestTerminal = {
    terminal,
    input,
    output,
    type: (sequence) => void input.write(sequence),
    resize(cols, rows) {
      terminal.resize(cols, rows);
      output.columns = cols;
      output.rows = rows;
      output.emit('resize');
    },
    screenText: () => Array.from({ length: terminal.rows }, (_, y) => self.row(y)).join('\n'),
    row: (y) => terminal.buffer.active.getLine(y)?.translateToString(true) ?? '',
    cell(x, y) {
      const cell = terminal.buffer.active.getLine(y)?.getCell(x);
      if (cell === undefined) throw new Error(`no cell at ${x},${y}`);
      return cell;
    },
    drain: () => new Promise((resolve) => terminal.write('', resolve)),
    async waitFor(predicate, timeoutMs = 3000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        await self.drain();
        if (predicate(self)) return;
        if (Date.now() > deadline) throw new Error(`the screen never came:\n${self.screenText()}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    takeOutput() {
      const text = output.writes.join('');
      output.writes = [];
      return text;
    },
    dispose: () => terminal.dispose(),
  };
  return self;
}

function createInput(): FakeInput {
  const input: FakeInput = Object.assign(new PassThrough(), {
    isTTY: true as const,
    isRaw: false,
    setRawMode(on: boolean): FakeInput {
      input.isRaw = on;
      return input;
    },
  });
  return input;
}

function useWidths(terminal: Terminal, model: WidthModel): void {
  if (model === '6') return;
  terminal.loadAddon(new unicode11.Unicode11Addon() as unknown as Parameters<Terminal['loadAddon']>[0]);
  terminal.unicode.activeVersion = '11';
  if (model === '11') return;
  terminal.unicode.register(clusterWidths());
  terminal.unicode.activeVersion = 'modern';
}

/** Widths of kitty-like terminals: emoji presentation is wide, joined sequences take the cells of one glyph. */
function clusterWidths(): Parameters<Terminal['unicode']['register']>[0] {
  const zero = /\p{Mn}|\p{Me}|\u200d/u;
  const wcwidth = (code: number): 0 | 1 | 2 => {
    const text = String.fromCodePoint(code);
    return zero.test(text) ? 0 : eastAsianWidth(code);
  };
  // A property is state << 3 | width << 1 | join, as the emulator packs it; state 1 means a joiner came last.
  const pack = (state: number, width: number, join: boolean): number => (state << 3) | (width << 1) | (join ? 1 : 0);
  return {
    version: 'modern',
    wcwidth,
    charProperties(code: number, preceding: number) {
      const width = wcwidth(code);
      const precedingWidth = (preceding >> 1) & 3;
      if (code === 0xfe0f && precedingWidth > 0) return pack(0, 2, true) as never;
      if (code === 0x200d) return pack(1, precedingWidth, true) as never;
      const skinTone = code >= 0x1f3fb && code <= 0x1f3ff;
      if ((preceding >> 3 === 1 || skinTone) && precedingWidth > 0) return pack(0, precedingWidth, true) as never;
      if (width === 0 && precedingWidth > 0) return pack(0, precedingWidth, true) as never;
      return pack(0, width, false) as never;
    },
  } as Parameters<Terminal['unicode']['register']>[0];
}
