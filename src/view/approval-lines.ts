// Questions and decisions as lines. Owns what a question says; the dialog owns its frame and keys.
import type { ApprovalBlock } from './block.js';
import { diffTitle } from './diff-lines.js';
import { displayLines } from './display-lines.js';
import { callTitle, glyphs } from './glyphs.js';
import type { Highlighter } from './highlighter.js';
import { defaultLineOptions, type LineOptions, textLines } from './line-options.js';
import type { Line, StyleRole } from './span.js';
import type { PendingApproval } from './view-model.js';
import { breakLine, wrapLine } from './wrap.js';

/**
 * The whole question: everything that will happen, nothing folded or clipped, and why it is asked. With a highlighter
 * draw it again when that has a new version.
 */
export function linesOfQuestion(
  approval: PendingApproval,
  width: number,
  ascii = false,
  highlighter?: Highlighter,
): Line[] {
  const { reasons, preview } = approval.request;
  const look = highlighter === undefined ? {} : { highlighter };
  const options: LineOptions = { ...defaultLineOptions, ...look, width, ascii, expanded: true, expandHint: '' };
  const why = reasons.length === 0 ? [] : textLines(`asks because: ${reasons.join(', ')}`, 'warning', width, 2);
  return [...preview.flatMap((display) => previewLines(display, options)), ...why];
}

function previewLines(display: PendingApproval['request']['preview'][number], options: LineOptions): Line[] {
  switch (display.kind) {
    case 'command':
      return breakLine([{ text: display.command, role: 'code' }], options.width);
    case 'diff':
      return [...wrapLine(diffTitle(display, options.ascii), options.width), ...displayLines(display, options, false)];
    case 'file':
      return [
        ...breakLine([{ text: display.path, role: 'strong' }], options.width),
        ...displayLines(display, options, false),
      ];
    default:
      return displayLines(display, options, true);
  }
}

/** The heading of a question: `Approve?  execute_command npm test · worker-2 · task_3`. */
export function questionTitle(approval: PendingApproval, ascii = false): string {
  const { request, agentId, taskId } = approval;
  const title = callTitle(request.title, ascii);
  const parts = [title, agentId, taskId].filter((part) => part !== undefined && part !== '');
  return `${request.subject === 'limit' ? 'Go on?' : 'Approve?'}  ${parts.join(ascii ? ' - ' : ' · ')}`;
}

/** The record of a decision, one line or as many as its reason needs. */
export function decisionLines(block: ApprovalBlock, options: LineOptions): Line[] {
  const signs = glyphs(options.ascii);
  const denied = block.decision.kind === 'deny';
  const role: StyleRole = denied ? 'error' : 'success';
  return wrapLine(
    [
      { text: `${denied ? signs.failed : signs.ok} ${decisionText(block)} `, role },
      { text: callTitle(block.title, options.ascii), role: 'dim' },
    ],
    options.width,
    2,
  );
}

function decisionText(block: ApprovalBlock): string {
  const { decision, by } = block;
  if (decision.kind === 'deny') {
    const reason = decision.reason === undefined || decision.reason === '' ? '' : ` (${decision.reason})`;
    return `${by === 'user' ? 'denied' : by === 'rule' ? 'denied by your rule' : 'not approved'}${reason}:`;
  }
  if (by === 'rule') return 'allowed by your rule:';
  if (decision.kind === 'once') return 'allowed once:';
  return `allowed in this thread${block.threadRule === undefined ? '' : ` (${block.threadRule})`}:`;
}
