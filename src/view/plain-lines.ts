// Lines without any look: for pipes, for the transcript that stays in the terminal after the full screen is left.
import { isParted, linesOfBlock } from './block-lines.js';
import { defaultLineOptions, type LineOptions } from './line-options.js';
import type { Line } from './span.js';
import type { View } from './view-model.js';

/** The text of one line, without blanks at its end. */
export function lineToText(line: Line): string {
  return line
    .map((span) => span.text)
    .join('')
    .trimEnd();
}

/** The lines as text, each ended by a newline. */
export function linesToText(lines: Line[]): string {
  return lines.map((line) => `${lineToText(line)}\n`).join('');
}

/** The whole conversation as lines. */
export function conversationLines(view: View, options: Partial<LineOptions>): Line[] {
  const all = { ...defaultLineOptions, expandHint: '', ...options };
  return view.blocks.flatMap((block, at) => linesFrom(view, at, all, block));
}

/** The newest `maxLines` lines of the conversation; only those blocks are laid out. */
export function transcriptTail(view: View, maxLines: number, options: Partial<LineOptions>): Line[] {
  const all = { ...defaultLineOptions, expandHint: '', ...options };
  const parts: Line[][] = [];
  let count = 0;
  for (let at = view.blocks.length - 1; at >= 0 && count < maxLines; at--) {
    const lines = linesFrom(view, at, all, view.blocks[at]!);
    parts.unshift(lines);
    count += lines.length;
  }
  const lines = parts.flat();
  return maxLines <= 0 ? [] : lines.slice(-maxLines);
}

function linesFrom(view: View, at: number, options: LineOptions, block: View['blocks'][number]): Line[] {
  const lines = linesOfBlock(block, options);
  return isParted(view.blocks[at - 1], block) ? [[], ...lines] : lines;
}
