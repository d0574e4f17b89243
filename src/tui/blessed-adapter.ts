// The one module that makes a blessed screen. Blessed keeps elements, order and geometry; it neither reads keys nor writes a byte.
import { defaultAttr } from './attributes.js';
import type { BlessedModule, BlessedRow, BlessedScreen } from './blessed-internals.js';
import { mutePut, muteTerminal, SilentOutput, silentInput, withoutTmux } from './blessed-setup.js';
import { attachCellPane, type CellPane, type PaneSpec } from './cell-pane.js';
import { FramePainter, type Point } from './draw.js';
import { linksWanted } from './links.js';
import type { FrameCost, PaintSurface, TerminalOutput } from './paint-surface.js';
import type { Theme } from './theme.js';

export interface ScreenOptions {
  output: TerminalOutput;
  theme: Theme;
  /** Links of the text are sent to the terminal; by default when its name does not speak against it. */
  links?: boolean;
  /** Quiet time after which a resize is acted upon. */
  resizeTimeoutMs?: number;
}

/** Opens a screen of panes on a terminal. Sends nothing until the first `paint`; taking the terminal over is the guard's. */
export async function openSurface(options: ScreenOptions): Promise<PaintSurface> {
  const blessed = (await import('blessed')).default as unknown as BlessedModule;
  blessed.program.prototype.setupTput = function () {
    this.tput = muteTerminal;
    this.put = mutePut;
  };
  const output = new SilentOutput(options.output);
  const screen = withoutTmux(() =>
    blessed.screen({
      input: silentInput(),
      output,
      fullUnicode: true,
      forceUnicode: true,
      resizeTimeout: options.resizeTimeoutMs ?? 40,
    }),
  );
  return new BlessedSurface(blessed, screen, output, options);
}

class BlessedSurface implements PaintSurface {
  private readonly blessed: BlessedModule;
  private readonly screen: BlessedScreen;
  private readonly output: SilentOutput;
  private readonly painter: FramePainter;
  private readonly resizeListeners: (() => void)[] = [];
  private theme: Theme;
  private caret: Point | null = null;
  private claimedCaret: Point | null = null;
  private cost: FrameCost = { bytes: 0, writeMs: 0, backedUp: false };
  private destroyed = false;

  constructor(blessed: BlessedModule, screen: BlessedScreen, output: SilentOutput, options: ScreenOptions) {
    this.blessed = blessed;
    this.screen = screen;
    this.output = output;
    this.theme = options.theme;
    this.painter = new FramePainter({ links: options.links ?? linksWanted(process.env) });
    screen.draw = () => this.draw();
    // Blessed would render at once, with the old layout and past the scheduler.
    screen.program.removeAllListeners('resize');
    screen.program.on('resize', () => this.resized());
  }

  get cols(): number {
    return this.screen.cols;
  }

  get rows(): number {
    return this.screen.rows;
  }

  createPane(spec: PaneSpec): CellPane {
    const { x, y, width, height } = spec.rect ?? { x: 0, y: 0, width: this.cols, height: this.rows };
    const box = this.blessed.box({
      parent: this.screen,
      left: x,
      top: y,
      width,
      height,
      tags: false,
      content: '',
      hidden: spec.hidden ?? false,
    });
    return attachCellPane(box, spec, {
      rows: () => this.screen.lines,
      theme: () => this.theme,
      claimCaret: (at) => {
        this.claimedCaret = at;
      },
    });
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
  }

  setCaret(at: Point | null): void {
    this.caret = at;
  }

  paint(): FrameCost {
    const backedUp = this.output.target.writableNeedDrain ?? false;
    // What a terminal cannot take yet would only pile up, and be old when it comes.
    this.cost = { bytes: 0, writeMs: 0, backedUp, ...(backedUp ? { postponed: true } : {}) };
    if (this.destroyed || backedUp) return this.cost;
    this.claimedCaret = null;
    for (const row of this.screen.lines) blankRow(row);
    this.screen.render();
    return this.cost;
  }

  forget(): void {
    this.painter.forget();
  }

  onResize(listener: () => void): void {
    this.resizeListeners.push(listener);
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    clearTimeout(this.screen.program._resizeTimer);
    this.output.close();
    this.screen.destroy();
  }

  private draw(): void {
    const bytes = this.painter.frame(this.screen.lines, this.claimedCaret ?? this.caret);
    if (bytes === '') return;
    const start = performance.now();
    this.output.target.write(bytes);
    this.cost = {
      bytes: bytes.length,
      writeMs: performance.now() - start,
      backedUp: this.output.target.writableNeedDrain ?? false,
    };
  }

  private resized(): void {
    if (this.destroyed) return;
    this.screen.alloc();
    this.painter.forget();
    for (const listener of this.resizeListeners) listener();
  }
}

function blankRow(row: BlessedRow): void {
  for (const cell of row) {
    cell[0] = defaultAttr;
    cell[1] = ' ';
  }
}
