// What can be gone back to, as lines that say what to type.
import { cleanOneLine } from '../view/clean.js';
import { formatElapsed } from '../view/format.js';
import { pastTurns } from '../view/turns.js';
import type { View } from '../view/view-model.js';

/** `now`: ms since 1970. */
export function turnsText(view: View, now: number): string {
  const turns = pastTurns(view);
  if (turns.length === 0) return 'There is no turn yet.\n';
  return turns
    .map(({ turnsBack, text, at }) => {
      const first = cleanOneLine(text.trim().split('\n')[0] ?? '');
      return `${first} (${formatElapsed(now - at)} ago): /rewind ${turnsBack}\n`;
    })
    .join('');
}
