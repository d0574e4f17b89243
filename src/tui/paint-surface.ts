// What panels and the app see of the screen: panes, a caret, one paint. No blessed in here.
import type { CellPane, PaneSpec } from './cell-pane.js';
import type { Point } from './draw.js';
import type { Theme } from './theme.js';

/** The terminal to paint on: process.stdout, or a stand-in. */
export interface TerminalOutput {
  columns?: number;
  rows?: number;
  write(text: string): boolean;
  on(event: 'resize', listener: () => void): unknown;
  removeListener(event: 'resize', listener: () => void): unknown;
  readonly writableNeedDrain?: boolean;
}

/** What one frame cost; the scheduler paces itself by it. */
export interface FrameCost {
  /** 0 when nothing had changed. */
  bytes: number;
  /** Time the write blocked. */
  writeMs: number;
  /** The terminal has not taken earlier bytes yet. */
  backedUp: boolean;
  /** Nothing was painted for that reason; the frame is still owed. */
  postponed?: boolean;
}

/** A screen of panes. Nothing is sent to the terminal except by `paint`, in one write. */
export interface PaintSurface {
  readonly cols: number;
  readonly rows: number;
  createPane(spec: PaneSpec): CellPane;
  setTheme(theme: Theme): void;
  /** The real cursor stands here after each frame, unless a pane says otherwise; null hides it. */
  setCaret(at: Point | null): void;
  paint(): FrameCost;
  /** The terminal was drawn over: the next `paint` sends everything. */
  forget(): void;
  /** Called after a resize, before anything is painted in the new size; the caller lays out and asks for a frame. */
  onResize(listener: () => void): void;
  destroy(): void;
}
