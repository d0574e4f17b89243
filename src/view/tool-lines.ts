// A tool call as lines: one line that says what and how it ended, and under it what it shows.
import type { ToolBlock, ToolState } from './block.js';
import { displayLines, foldedHead, outputLines } from './display-lines.js';
import { formatDuration, formatElapsed } from './format.js';
import { callTitle, type Glyphs, glyphs } from './glyphs.js';
import { indented, type LineOptions } from './line-options.js';
import type { Line, StyleRole } from './span.js';
import { pushSpan, spread } from './wrap.js';

const indent = 2;
const foldedFailureLines = 4;

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
  return [titleLine(block, options), ...indented(bodyLines(block, { ...options, width: room }), options.width - room)];
}

function titleLine(block: ToolBlock, options: LineOptions): Line {
  const look = looks[block.state];
  const left: Line = [];
  pushSpan(left, `${glyphs(options.ascii)[look.glyph]} `, look.role);
  pushSpan(left, block.name, 'strong');
  pushSpan(left, block.title === '' ? '' : ` ${callTitle(block.title, options.ascii)}`, 'text');
  pushSpan(left, look.word === '' ? '' : `  ${look.word}`, look.role);
  const ellipsis = glyphs(options.ascii).ellipsis;
  return spread(left, [{ text: timeOf(block, options.now, ellipsis), role: 'dim' }], options.width, ellipsis);
}

function timeOf(block: ToolBlock, now: number, ellipsis: string): string {
  if (block.state === 'running') return `${formatElapsed(now - block.startedAt)} ${ellipsis}`;
  return block.durationMs === undefined || notRun.has(block.state) ? '' : formatDuration(block.durationMs);
}

function bodyLines(block: ToolBlock, options: LineOptions): Line[] {
  if (block.state === 'running' || block.state === 'waiting') return outputLines(block.progress.join('\n'), options);
  // Said in the line above, with its reason.
  if (block.state === 'denied' && block.deniedAbove && !options.expanded) return [];
  if (block.display.length > 0) {
    const titled = block.display.length > 1;
    return block.display.flatMap((display) => displayLines(display, options, titled));
  }
  if (block.state === 'ok' || block.state === 'skipped' || block.text === '') {
    return options.expanded ? foldedHead(block.text, 'dim', 0, options) : [];
  }
  return foldedHead(block.text, block.state === 'failed' ? 'error' : 'dim', foldedFailureLines, options);
}
