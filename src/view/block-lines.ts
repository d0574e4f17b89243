// A block of the conversation as lines: the table of which file draws what, and the blocks that are plain text.
import { decisionLines } from './approval-lines.js';
import type { AssistantBlock, Block, UserBlock } from './block.js';
import { foldedHead } from './display-lines.js';
import { glyphs } from './glyphs.js';
import { indented, type LineOptions, textLines } from './line-options.js';
import { markdownLines } from './markdown.js';
import type { MarkdownLayout } from './markdown-layout.js';
import { noticeLines, turnEndLines } from './notice-lines.js';
import { planLines, taskLines } from './plan-lines.js';
import type { Line } from './span.js';
import { teamLines } from './team-lines.js';
import { type ShownBlock, toolGroupLine } from './tool-group.js';
import { toolLines } from './tool-lines.js';
import { clipLine } from './wrap.js';

const groupIndent = 2;
const foldedUserLines = 20;
const foldedNudgeLines = 2;

/** Lines of one block, none wider than `options.width`. `layout` makes a growing message cheap; it belongs to this block. */
export function linesOfBlock(block: Block, options: LineOptions, layout?: MarkdownLayout): Line[] {
  switch (block.kind) {
    case 'user':
      return userLines(block, options);
    case 'assistant':
      return assistantLines(block, options, layout);
    case 'tool':
      return toolLines(block, options);
    case 'approval':
      return decisionLines(block, options);
    case 'notice':
      return noticeLines(block, options);
    case 'turn-end':
      return turnEndLines(block, options);
    case 'plan':
      return planLines(block, options);
    case 'task':
      return taskLines(block, options, linesInTask);
    case 'team':
      return teamLines(block, options);
  }
}

/** A block inside a task. */
function linesInTask(block: Block, before: Block | undefined, options: LineOptions): Line[] {
  const lines = linesOfBlock(block, options);
  return isParted(before, block) && lines.length > 0 ? [[], ...lines] : lines;
}

/** Lines of a block where it stands in the conversation: `inGroup`, a call under the line of its group, is moved right. */
export function linesOfShown(
  block: ShownBlock,
  options: LineOptions,
  inGroup: boolean,
  layout?: MarkdownLayout,
): Line[] {
  if (block.kind === 'tool-group') return [toolGroupLine(block, options)];
  if (!inGroup || options.width <= 20) return linesOfBlock(block, options, layout);
  return indented(linesOfBlock(block, { ...options, width: options.width - groupIndent }, layout), groupIndent);
}

/** Whether a blank line parts two blocks: tools and their decisions stand together, and so do notices, and the tasks of a plan. */
export function isParted(before: ShownBlock | undefined, block: ShownBlock): boolean {
  return before !== undefined && kinOf(before) !== (kinOf(block) ?? 'none');
}

function kinOf({ kind }: ShownBlock): string | undefined {
  if (kind === 'tool' || kind === 'tool-group' || kind === 'approval') return 'work';
  if (kind === 'plan' || kind === 'task') return 'plan';
  return kind === 'notice' ? 'notice' : undefined;
}

function userLines(block: UserBlock, options: LineOptions): Line[] {
  if (block.from === 'engine') {
    const text = `${glyphs(options.ascii).info} told the model: ${block.text}`;
    return foldedHead(text, 'dim', foldedNudgeLines, options);
  }
  const sign = `${glyphs(options.ascii).prompt} `;
  if (options.width <= sign.length + 2) return textLines(sign + block.text, 'user', options.width);
  const room = { ...options, width: options.width - sign.length };
  const lines = foldedHead(block.text, 'user', foldedUserLines, room);
  const [first = [], ...rest] = lines;
  return [[{ text: sign, role: 'accent' }, ...first], ...indented(rest, sign.length)];
}

function assistantLines(block: AssistantBlock, options: LineOptions, layout: MarkdownLayout | undefined): Line[] {
  const { width, ascii, highlighter } = options;
  const colours = { highlighter, growing: block.streaming };
  const text =
    layout?.lines(block.text, width, ascii, colours) ?? markdownLines(block.text, { width, ascii, ...colours });
  const thoughts = reasoningLines(block, options);
  const lines = thoughts.length > 0 && text.length > 0 ? [...thoughts, [], ...text] : thoughts.concat(text);
  if (!block.partial) return lines;
  return [...lines, clipLine([{ text: '(cut off here)', role: 'dim' }], width)];
}

function reasoningLines(block: AssistantBlock, options: LineOptions): Line[] {
  if (block.reasoning.trim() === '') return [];
  const { width } = options;
  const ellipsis = glyphs(options.ascii).ellipsis;
  if (!options.expanded) {
    const isThinking = block.streaming && block.text === '';
    const hint = options.expandHint === '' ? '' : `  ${options.expandHint}`;
    const text = isThinking ? `thinking${ellipsis}` : `thought${hint}`;
    return [clipLine([{ text, role: 'dim' }], width, ellipsis)];
  }
  const room = width > 20 ? width - 2 : width;
  const title: Line = clipLine([{ text: 'thinking:', role: 'dim' }], width, ellipsis);
  return [title, ...indented(textLines(block.reasoning.trim(), 'dim', room), width - room)];
}
