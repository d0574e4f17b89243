// What a dialog is: lines in a frame over everything, and all keys while it is open. The app owns the stack and the place.
import type { Line } from '../../view/span.js';
import type { InputEvent } from '../input/keys.js';
import type { PaneFrame } from '../pane-frame.js';

export interface DialogSize {
  width: number;
  height: number;
}

/** Cells that a dialog's frame and the blanks beside its content take. */
export const dialogEdges = { width: 4, height: 2 } as const;

/** What leaves a page that only shows something. */
export const closingKeys: readonly string[] = ['escape', 'q', 'enter', 'ctrl+c'];

export interface Dialog {
  /** Cells it wants, frame among them, on a screen of this size. It is placed at the bottom, or in the middle. */
  wants(screen: DialogSize): DialogSize & { at: 'bottom' | 'middle' };
  /** Asked after `lines`. */
  frame(): PaneFrame;
  lines(width: number, height: number): Line[];
  caret?(): { x: number; y: number } | null;
  /** Every key, text and paste while it is on top; false: it had no use for it. */
  onInput(event: InputEvent): boolean;
  /** The wheel was turned over the screen, rows down or (negative) up; it must answer nothing. */
  onWheel?(rows: number): void;
  /** Called after each frame while it is on top; `visible` is false when the window is too small to show it. */
  onPainted?(visible: boolean): void;
}
