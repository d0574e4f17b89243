// What a panel is: lines in a frame, made anew for each frame from the view. It keeps no facts of its own and knows no other panel.
import type { Line } from '../../view/span.js';
import type { PaneFrame } from '../pane-frame.js';

/** How a panel stands on the screen in this frame. */
export interface PanelLook {
  focused: boolean;
  /** It has a border, and so a place for titles. */
  framed: boolean;
}

export interface Panel {
  /** Border and titles; asked at every frame, after `lines`. */
  frame(focused: boolean): PaneFrame;
  lines(width: number, height: number, look: PanelLook): Line[];
  /** Where the caret stands in the lines, when the panel has the focus. */
  caret?(): { x: number; y: number } | null;
  /** Rows of content it would like to have at this width; for panels whose size follows their content. */
  wantedRows?(width: number, framed: boolean): number;
  /** Called after each frame; false: it was not to be seen. */
  onPainted?(visible: boolean): void;
  /** Empty columns left and right; see PaneSpec. */
  padding?: number;
}
