// The keys of a replay: they come before those of the panels, because nothing can be written or answered in it.
import type { View } from '../view/view-model.js';
import type { Dialogs } from './dialogs/dialogs.js';
import { type InputEvent, keyNames } from './input/keys.js';
import type { InputRouter } from './input-router.js';
import type { PanelEntry } from './panel-entry.js';
import type { ReplayControls, ReplayStatus } from './replay-player.js';
import type { UiState } from './ui-state.js';

export interface ReplayInputOptions {
  controls: ReplayControls;
  /** Takes what is no key of the replay. */
  router: InputRouter;
  dialogs: Dialogs;
  view: View;
  /** Lines in panels that take what is typed while they are open. */
  entries: readonly Pick<PanelEntry, 'isOpen'>[];
  ui: UiState;
  quit(): void;
}

/** For the box at the bottom. */
export const replayKeys = (state: ReplayStatus['state']): [keys: string, does: string][] => [
  ['Space', { playing: 'pause', paused: 'go on', ended: 'again' }[state]],
  ['. →', 'step'],
  ['[ ←', 'a turn back'],
  [']', 'next turn'],
  ['+ -', 'speed'],
  ['q', 'quit'],
];

/** Keys that reach a recorded question: those that scroll it. */
const reading: ReadonlySet<string> = new Set(['up', 'down', 'pageup', 'pagedown', 'home', 'end', 'ctrl+l', 'ctrl+z']);

export function createReplayInput(options: ReplayInputOptions): InputRouter {
  const { controls, router, dialogs, view, entries, ui, quit } = options;
  /** A recorded question is on the screen, in a dialog that nobody can answer. */
  const asks = () => view.approvals.length > 0;
  const keys: Record<string, () => void> = {
    space: controls.toggle,
    '.': controls.step,
    right: controls.step,
    left: controls.backTurn,
    '[': controls.backTurn,
    ']': controls.nextTurn,
    '+': controls.faster,
    '=': controls.faster,
    '-': controls.slower,
    q: quit,
    'ctrl+c': quit,
    'ctrl+d': quit,
  };

  function onKeys(event: InputEvent): void {
    const names = keyNames(event);
    // A key that is held down comes as a run.
    if (names.length > 0 && names.every((name) => Object.hasOwn(keys, name))) {
      ui.hint = undefined;
      for (const name of names) keys[name]?.();
    } else if (!asks() || reading.has(names[0] ?? '')) router.onInput(event);
  }

  return {
    onInput(event) {
      // A dialog that the person opened, such as the help, or a search in a panel.
      if (!asks() && (dialogs.top() !== undefined || entries.some((entry) => entry.isOpen()))) router.onInput(event);
      else if (event.type !== 'paste') onKeys(event);
      // There is no message to be written.
      if (ui.focus === 'message') ui.focus = 'conversation';
    },
  };
}
