// What the screen itself has to say about the user's own files, in the conversation as the engine's notices are.
import { applyEvent } from '../view/reduce.js';
import type { View } from '../view/view-model.js';

export type TellUser = (text: string, level?: 'info' | 'warning') => void;

/** `now`: ms since 1970. */
export function createTellUser(view: View, now: () => number, onTold: () => void): TellUser {
  return (text, level = 'warning') => {
    applyEvent(view, { at: now(), threadId: '', event: { type: 'notice.raised', level, text } });
    onTold();
  };
}
