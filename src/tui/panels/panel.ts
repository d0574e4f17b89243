// What a panel is: lines in a frame, made anew for each frame from the view. It keeps no facts of its own and knows no other panel.
import type { Line } from '../../view/span.js';
import type { PaneFrame } from '../pane-frame.js';

export interface Panel {
  /** Border and titles; asked at every frame. */
  frame(focused: boolean): PaneFrame;
  lines(width: number, height: number): Line[];
  /** Where the caret stands in the lines, when the panel has the focus. */
  caret?(): { x: number; y: number } | null;
  /** Rows it would like to have, its frame among them; for panels whose size follows their content. */
  wantedRows?(width: number): number;
}
