// Switching to plan mode: for good by the mode, for one message by /plan.
import type { Mode } from '../protocol/event.js';
import type { ActionScope } from './actions.js';

const modes: readonly Mode[] = ['react', 'plan', 'team'];

/** The next mode; one that this version has not is passed by. */
export function cycleMode({ view, carryOut, redraw, ui }: ActionScope): void {
  const current = view.engine?.mode ?? 'react';
  ui.planNext = false;
  const tryMode = (at: number): void => {
    const mode = modes[at % modes.length] as Mode;
    if (mode === current) return;
    carryOut({ type: 'settings.change', mode }).catch(() => {
      // The engine has said why; the first of all modes is always there.
      tryMode(at + 1);
      redraw();
    });
  };
  tryMode(modes.indexOf(current) + 1);
}

/** `/plan GOAL` is sent at once; alone it takes the next message for the goal. */
export function planNextMessage({ ui }: Pick<ActionScope, 'ui'>): void {
  ui.planNext = true;
  ui.hint = 'The next message is the goal of a plan; Esc takes it back';
}
