// What stays in the terminal's own scrollback when the screen is left: the end of the conversation and the way back to it.
import { linesToText, transcriptTail } from '../view/plain-lines.js';
import type { View } from '../view/view-model.js';

const tailLines = 12;

/** Empty when nothing was said. `now`: ms since 1970. */
export function farewell(view: View, options: { width: number; now: number; ascii: boolean }): string {
  const isSaid = view.blocks.some((block) => block.kind !== 'notice');
  if (!isSaid || view.thread.threadId === '') return '';
  return `${linesToText(transcriptTail(view, tailLines, options))}\npaicli tui --resume ${view.thread.threadId}\n`;
}
