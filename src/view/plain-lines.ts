// Lines without any look: for pipes, for the transcript that stays in the terminal after the full screen is left.
import { isParted, linesOfShown } from './block-lines.js';
import { defaultLineOptions, type LineOptions } from './line-options.js';
import type { Line } from './span.js';
import { type GroupOfCall, type ShownBlock, shownBlocks } from './tool-group.js';
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
  const groups: GroupOfCall = new WeakMap();
  const list = shownBlocks(view.blocks, groups, () => all.expanded);
  return list.flatMap((block, at) => linesFrom(block, list[at - 1], all, groups));
}

/** The newest `maxLines` lines of the conversation; only those blocks are laid out. */
export function transcriptTail(view: View, maxLines: number, options: Partial<LineOptions>): Line[] {
  const all = { ...defaultLineOptions, expandHint: '', ...options };
  const groups: GroupOfCall = new WeakMap();
  const list = shownBlocks(view.blocks, groups, () => all.expanded);
  const parts: Line[][] = [];
  let count = 0;
  for (let at = list.length - 1; at >= 0 && count < maxLines; at--) {
    const lines = linesFrom(list[at]!, list[at - 1], all, groups);
    parts.unshift(lines);
    count += lines.length;
  }
  const lines = parts.flat();
  return maxLines <= 0 ? [] : lines.slice(-maxLines);
}

function linesFrom(
  block: ShownBlock,
  before: ShownBlock | undefined,
  options: LineOptions,
  groups: GroupOfCall,
): Line[] {
  const lines = linesOfShown(block, options, groups.has(block));
  return isParted(before, block) ? [[], ...lines] : lines;
}
