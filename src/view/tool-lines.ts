// A tool call as lines: one line that says what and how it ended, and under it what it shows.
import { cellWidth } from '../base/width.js';
import type { ToolBlock, ToolState } from './block.js';
import { denialReason, wordOfDecision } from './decision-word.js';
import { displayLines, foldedHead, outputLines } from './display-lines.js';
import { formatDuration, formatElapsed } from './format.js';
import { callTitle, type Glyphs, glyphs } from './glyphs.js';
import { indented, type LineOptions, textLines } from './line-options.js';
import type { Line, StyleRole } from './span.js';
import { clipLine, lineWidth, pushSpan, spread } from './wrap.js';

const indent = 2;
const foldedFailureLines = 4;
/** With fewer cells for the call itself, what became of it is cut too. */
const leastCallCells = 18;

const looks: Record<ToolState, { glyph: keyof Glyphs; role: StyleRole; word: string }> = {
  running: { glyph: 'running', role: 'accent', word: '' },
  waiting: { glyph: 'waiting', role: 'warning', word: 'waiting for approval' },
  ok: { glyph: 'ok', role: 'success', word: '' },
  failed: { glyph: 'failed', role: 'error', word: '' },
  denied: { glyph: 'failed', role: 'error', word: 'denied' },
  'timed-out': { glyph: 'failed', role: 'error', word: 'timed out' },
  stopped: { glyph: 'stopped', role: 'warning', word: 'stopped' },
  skipped: { glyph: 'skipped', role: 'dim', word: 'skipped' },
  interrupted: { glyph: 'stopped', role: 'warning', word: 'interrupted' },
};

/** What never ran took no time. */
const notRun: ReadonlySet<ToolState> = new Set<ToolState>(['skipped', 'denied']);

export function toolLines(block: ToolBlock, options: LineOptions): Line[] {
  const room = options.width > 20 ? options.width - indent : options.width;
  const { ellipsis } = glyphs(options.ascii);
  const time: Line = [{ text: timeOf(block, options.now, ellipsis), role: 'dim' }];
  const title = titleOf(block, options, options.width - (lineWidth(time) === 0 ? 0 : lineWidth(time) + 1));
  const reason = denialReason(block);
  const fits = lineWidth(title) + 2 + cellWidth(reason) <= options.width;
  if (reason !== '' && fits) pushSpan(title, `: ${reason}`, looks.denied.role);
  const body = bodyLines(block, { ...options, width: room }, fits ? '' : reason);
  return [spread(title, time, options.width, ellipsis), ...indented(body, options.width - room)];
}

/** What does not fit is cut from the call: what became of it stays readable. */
function titleOf(block: ToolBlock, { ascii }: LineOptions, width: number): Line {
  const call = callOf(block, ascii);
  const states = [wordOfDecision(block), wordOfDecision(block, false)].map((word) => stateOf(block, word, ascii));
  const state = states.find((it) => lineWidth(call) + lineWidth(it) <= width) ?? states[1]!;
  const room = width - lineWidth(state);
  return [...(room < leastCallCells ? call : clipLine(call, room, glyphs(ascii).ellipsis)), ...state];
}

function callOf(block: ToolBlock, ascii: boolean): Line {
  const look = looks[block.state];
  const line: Line = [];
  pushSpan(line, `${glyphs(ascii)[look.glyph]} `, look.role);
  pushSpan(line, block.name, 'strong');
  pushSpan(line, block.title === '' ? '' : ` ${callTitle(block.title, ascii)}`, 'text');
  return line;
}

/** `decided`: what a person or a rule said to it, empty where nobody was asked. */
function stateOf(block: ToolBlock, decided: string, ascii: boolean): Line {
  const look = looks[block.state];
  const line: Line = [];
  // Who denied it says more than that it was.
  const isSaid = block.state === 'denied' && decided !== '';
  const word = block.state === 'waiting' && block.asks === 'question' ? 'waiting for your answer' : look.word;
  pushSpan(line, word === '' || isSaid ? '' : `  ${word}`, look.role);
  pushSpan(line, decided === '' ? '' : ` ${glyphs(ascii).separator} ${decided}`, isSaid ? look.role : 'dim');
  return line;
}

function timeOf(block: ToolBlock, now: number, ellipsis: string): string {
  if (block.state === 'running') return `${formatElapsed(now - block.startedAt)} ${ellipsis}`;
  return block.durationMs === undefined || notRun.has(block.state) ? '' : formatDuration(block.durationMs);
}

/** `reason`: of a denial, where it did not fit behind the call. */
function bodyLines(block: ToolBlock, options: LineOptions, reason: string): Line[] {
  if (block.state === 'running' || block.state === 'waiting') return outputLines(block.progress.join('\n'), options);
  if (block.state === 'denied' && block.decided && !options.expanded) return textLines(reason, 'error', options.width);
  if (block.display.length > 0) {
    const titled = block.display.length > 1;
    return block.display.flatMap((display) => displayLines(display, options, titled));
  }
  if (block.state === 'ok' || block.state === 'skipped' || block.text === '') {
    return options.expanded ? foldedHead(block.text, 'dim', 0, options) : [];
  }
  return foldedHead(block.text, block.state === 'failed' ? 'error' : 'dim', foldedFailureLines, options);
}
