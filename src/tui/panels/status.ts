// The two status lines at the bottom.
import { statusLines } from '../../view/status-lines.js';
import type { View } from '../../view/view-model.js';
import type { UiState } from '../ui-state.js';
import type { Panel } from './panel.js';

export interface StatusOptions {
  view: View;
  ui: Pick<UiState, 'planNext'>;
  now(): number;
  /** The user's home folder, shown as `~`. */
  home: string;
  ascii: boolean;
}

/** With one row only the second line, which says what is going on, is shown. */
export function createStatusPanel({ view, ui, now, home, ascii }: StatusOptions): Panel {
  return {
    frame: () => ({ role: 'border' }),
    lines: (width, height) =>
      statusLines(view, { width, now: now(), home, ascii, planNext: ui.planNext }).slice(-Math.max(1, height)),
  };
}
