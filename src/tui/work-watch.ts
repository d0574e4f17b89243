// What begins and ends with work: the ticking clock, the word that it is being stopped, the frame that shows the end at once.
import { isBusy } from '../view/turns.js';
import type { View } from '../view/view-model.js';
import { stoppingHint } from './actions.js';
import type { Frames } from './frames.js';
import { shellRunsHint } from './send-draft.js';
import { createTicker } from './ticker.js';
import type { UiState } from './ui-state.js';

export interface WorkWatch {
  /** After each batch of events. */
  look(): void;
  stop(): void;
}

export function createWorkWatch(view: View, ui: UiState, frames: Pick<Frames, 'request' | 'requestNow'>): WorkWatch {
  const ticker = createTicker(frames.request);
  let wasWorking = false;
  return {
    look() {
      const isWorking = isBusy(view);
      ticker.run(isWorking);
      // The end of a turn is what somebody waits for; nothing follows that it could be painted with.
      if (wasWorking && !isWorking && ui.hint === stoppingHint) ui.hint = undefined;
      if (view.shell === undefined && ui.hint === shellRunsHint) ui.hint = undefined;
      if (wasWorking && !isWorking) frames.requestNow();
      else frames.request();
      wasWorking = isWorking;
    },
    stop: () => ticker.run(false),
  };
}
