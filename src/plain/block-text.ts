// A block of the conversation as text to be heard: words where the screen has signs and colours, no frames. Owns the wording only.
import type { Block, ToolBlock, ToolState } from '../view/block.js';
import { linesOfBlock } from '../view/block-lines.js';
import { denialReason, wordOfDecision } from '../view/decision-word.js';
import { displayLines } from '../view/display-lines.js';
import { formatDuration } from '../view/format.js';
import { callTitle } from '../view/glyphs.js';
import { defaultLineOptions, indented, type LineOptions } from '../view/line-options.js';
import { linesToText } from '../view/plain-lines.js';
import { textOfPlan, textOfTask } from './plan-text.js';

const words: Record<ToolState, string> = {
  running: 'running',
  waiting: 'waiting for approval',
  ok: 'done',
  failed: 'failed',
  denied: 'denied',
  'timed-out': 'timed out',
  stopped: 'stopped',
  skipped: 'not run',
  interrupted: 'interrupted',
};

/** The whole block, each line ended by a newline. What the model said has been read out as it came, see printer.ts. */
export function textOfBlock(block: Block, columns: number): string {
  const options: LineOptions = { ...defaultLineOptions, width: columns, ascii: true, expandHint: '' };
  if (block.kind === 'tool') return toolText(block, options);
  if (block.kind === 'user') return `${block.from === 'engine' ? 'Told the model' : 'You'}: ${block.text}\n`;
  if (block.kind === 'plan') return textOfPlan(block.plan);
  if (block.kind === 'task') return textOfTask(block);
  const text = linesToText(linesOfBlock(block, options));
  const isSerious = block.kind === 'notice' && block.level !== 'info';
  // A word in place of the sign.
  return text.replace(/^\S /, isSerious ? (block.level === 'error' ? 'Error: ' : 'Warning: ') : '');
}

/** What is said when a call begins that does not end at once. */
export function textOfBegin({ name, title }: ToolBlock): string {
  return `running: ${[name, callTitle(title, true)].join(' ').trim()}\n`;
}

function toolText(block: ToolBlock, options: LineOptions): string {
  const { name, title, state, durationMs, display, text } = block;
  const time = durationMs === undefined || state === 'skipped' ? '' : `, ${formatDuration(durationMs)}`;
  const room = { ...options, width: options.width - 2 };
  const shown = display.flatMap((one) => displayLines(one, room, display.length > 1));
  const body = display.length > 0 ? linesToText(indented(shown, 2)) : state === 'ok' ? '' : indentedText(text);
  const decided = wordOfDecision(block);
  const call = [name, callTitle(title, true)].join(' ').trim();
  const head = `${words[state]}: ${call}${decided === '' ? '' : `, ${decided}`}`;
  if (state === 'denied' && decided !== '') {
    const reason = denialReason(block);
    return `${head}${reason === '' ? '' : `: ${reason}`}\n`;
  }
  return `${head}${time}\n${body}`;
}

const indentedText = (text: string) => (text === '' ? '' : `  ${text.trimEnd().replaceAll('\n', '\n  ')}\n`);
