// What only the screen knows: where the focus is and what is open. Facts of the conversation are in the view.
import type { PanelName } from './layout.js';

export interface UiState {
  focus: FocusName;
  /** The user's wish; where there is no room beside the conversation the files cover it. */
  filesOpen: boolean;
  /** Set once the user opened or closed the files; until then a wide screen shows them and a narrow one does not. */
  filesChosen: boolean;
  /** Said in the message box's title until the next key. */
  hint: string | undefined;
  /** When Ctrl+C last found nothing to stop or clear; ms since 1970. */
  interruptedAt: number;
}

export type FocusName = Exclude<PanelName, 'status'>;

export function createUiState(): UiState {
  return { focus: 'message', filesOpen: true, filesChosen: false, hint: undefined, interruptedAt: 0 };
}
