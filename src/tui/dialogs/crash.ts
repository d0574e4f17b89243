// What to do when the engine is dead: asked once for each death, and again when something is to be sent.
import type { ErrorData } from '../../base/error.js';
import type { View } from '../../view/view-model.js';
import { createArming } from './arming.js';
import { createChoiceDialog } from './choice.js';
import type { Dialog } from './dialog.js';

export interface CrashOptions {
  view: View;
  /** ms of a clock that does not jump. */
  now(): number;
  restartEngine(): void;
  quit(): void;
  redraw(): void;
  ascii: boolean;
}

export interface CrashQuestion {
  /** The question while it is open. */
  dialog(): Dialog | undefined;
  /** Opens it again if the engine is dead; false when it lives or is on its way back. */
  ask(): boolean;
}

export function createCrashQuestion(options: CrashOptions): CrashQuestion {
  const { view } = options;
  /** The newest death: each one is an object of its own in the view. */
  let death: { error: ErrorData; dialog: Dialog; state: 'asking' | 'put off' | 'restarting' } | undefined;

  const newest = () => {
    const { crashed } = view;
    if (!crashed) death = undefined;
    else if (death?.error !== crashed) death = { error: crashed, dialog: dialogFor(crashed), state: 'asking' };
    return death;
  };
  const become = (state: 'put off' | 'restarting') => {
    if (death) death.state = state;
    options.redraw();
  };

  function dialogFor({ message, hint }: ErrorData): Dialog {
    return createChoiceDialog({
      title: 'The engine stopped',
      intro: [[{ text: message, role: 'error' }], ...(hint ? [[{ text: hint, role: 'text' as const }]] : []), []],
      items: [
        {
          value: () => {
            become('restarting');
            options.restartEngine();
          },
          label: 'Restart the engine and go on',
        },
        { value: options.quit, label: 'Quit' },
      ],
      onChoice: (act) => act(),
      // To read the conversation; sending asks again.
      onCancel: () => become('put off'),
      redraw: options.redraw,
      ascii: options.ascii,
      arming: createArming(options.now),
    });
  }

  return {
    dialog: () => (newest()?.state === 'asking' ? death?.dialog : undefined),
    ask() {
      const current = newest();
      if (!current || current.state === 'restarting') return false;
      current.state = 'asking';
      options.redraw();
      return true;
    },
  };
}
