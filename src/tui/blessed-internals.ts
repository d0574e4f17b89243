// The part of blessed this program relies on, as types. Its own typings know nothing of the cell buffers.

/** Attribute number and glyph; the right half of a wide glyph is ''. */
export type BlessedCell = [attr: number, glyph: string];
export type BlessedRow = BlessedCell[] & { dirty?: boolean };

/** Cells from xi up to and without xl, rows likewise. */
export interface BlessedCoords {
  xi: number;
  xl: number;
  yi: number;
  yl: number;
}

export interface BlessedElement {
  hidden: boolean;
  lpos: BlessedCoords | undefined;
  left: number;
  top: number;
  width: number;
  height: number;
  render(): BlessedCoords | undefined;
  _getCoords(get: boolean): BlessedCoords | undefined;
  show(): void;
  hide(): void;
  setFront(): void;
  destroy(): void;
}

export interface BlessedProgram {
  cols: number;
  rows: number;
  on(event: 'resize', listener: () => void): void;
  removeAllListeners(event: 'resize'): void;
  _resizeTimer?: NodeJS.Timeout;
}

export interface BlessedScreen {
  lines: BlessedRow[];
  dattr: number;
  cols: number;
  rows: number;
  program: BlessedProgram;
  alloc(): void;
  render(): void;
  draw(start: number, end: number): void;
  destroy(): void;
}

export interface BlessedModule {
  screen(options: Record<string, unknown>): BlessedScreen;
  box(options: Record<string, unknown>): BlessedElement;
  program: { prototype: { setupTput(this: { tput: object; put: object }): void } };
}
