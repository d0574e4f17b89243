// Notices and the ends of turns as lines.
import type { NoticeBlock, TurnEndBlock } from './block.js';
import { formatCount, formatDuration } from './format.js';
import { glyphs } from './glyphs.js';
import { foldLine, indented, type LineOptions } from './line-options.js';
import { withLinks } from './link-target.js';
import { markdownLines } from './markdown.js';
import type { Line, StyleRole } from './span.js';
import { wrapLine } from './wrap.js';

export function noticeLines(block: NoticeBlock, options: LineOptions): Line[] {
  const signs = glyphs(options.ascii);
  const look = {
    info: { sign: signs.info, role: 'dim' },
    warning: { sign: signs.warning, role: 'warning' },
    error: { sign: signs.failed, role: 'error' },
  } as const;
  const { sign, role } = look[block.level];
  const lines = messageLines(`${sign} `, block.text, block.hint, role, options.width);
  if (block.detail === undefined) return lines;
  if (!options.expanded)
    return [
      ...lines,
      ...indented([foldLine(block.detail.split('\n').length, { ...options, width: options.width - 2 })], 2),
    ];
  const { width, ascii, highlighter } = options;
  return [...lines, ...indented(markdownLines(block.detail, { width: width - 2, ascii, highlighter }), 2)];
}

/** A sign and what it is about, and under it what to do. */
function messageLines(sign: string, text: string, hint: string | undefined, role: StyleRole, width: number): Line[] {
  const lines = wrapLine(withLinks(sign + text, role), width, 2);
  if (hint === undefined || hint === '') return lines;
  return [...lines, ...wrapLine(withLinks(`  ${hint}`, 'dim'), width, 2)];
}

export function turnEndLines(block: TurnEndBlock, options: LineOptions): Line[] {
  const signs = glyphs(options.ascii);
  const spent = `${formatCount(block.steps, 'step')}, ${formatDuration(block.durationMs)}`;
  const { message, hint } = block.error ?? { message: undefined, hint: undefined };
  switch (block.outcome) {
    case 'cancelled':
      return messageLines(`${signs.stopped} `, `stopped (${spent})`, undefined, 'warning', options.width);
    case 'limit':
      return messageLines(
        `${signs.warning} `,
        message ?? `a limit ended the turn (${spent})`,
        hint,
        'warning',
        options.width,
      );
    case 'failed':
      return messageLines(`${signs.failed} `, message ?? `the turn failed (${spent})`, hint, 'error', options.width);
  }
}
