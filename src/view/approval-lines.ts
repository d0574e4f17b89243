// Questions and decisions as lines. Owns what a question says; the dialog owns its frame and keys.
import type { ApprovalBlock } from './block.js';
import { diffTitle } from './diff-lines.js';
import { displayLines } from './display-lines.js';
import { callTitle, glyphs, inOneLine } from './glyphs.js';
import type { Highlighter } from './highlighter.js';
import { defaultLineOptions, type LineOptions, textLines } from './line-options.js';
import type { Line, StyleRole } from './span.js';
import type { PendingApproval } from './view-model.js';
import { breakLine, wrapLine } from './wrap.js';

/** Lines that belong together; `hunk`: its number from 0, where hunks can be taken one by one. */
export interface QuestionPart {
  lines: Line[];
  hunk?: number;
}

export interface QuestionLook {
  width: number;
  ascii?: boolean;
  highlighter?: Highlighter | undefined;
  /** Diffs in one column. */
  unified?: boolean;
  /** Cells that stay free beside hunks that can be taken one by one. */
  hunkGutter?: number;
}

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
  const { hunks = 0 } = approval.request;
  return partsOfQuestion(approval, { width, ascii, highlighter }).flatMap(({ lines, hunk }) =>
    hunk === undefined ? lines : [[{ text: `hunk ${hunk + 1} of ${hunks}`, role: 'accent' }], ...lines],
  );
}

/** The same in pieces, for who marks the hunks. */
export function partsOfQuestion({ request }: PendingApproval, look: QuestionLook): QuestionPart[] {
  const { width, ascii = false, unified = false, highlighter } = look;
  const colours = highlighter === undefined ? {} : { highlighter };
  const base: LineOptions = {
    ...defaultLineOptions,
    ...colours,
    width,
    ascii,
    unified,
    expanded: true,
    expandHint: '',
  };
  let hunk = 0;
  const parts: QuestionPart[] = [];
  for (const display of request.preview) {
    if (display.kind !== 'diff' || request.hunks === undefined) {
      parts.push({ lines: previewLines(display, base) });
      continue;
    }
    parts.push({ lines: wrapLine(diffTitle(display, ascii), width) });
    const room = { ...base, width: Math.max(1, width - (look.hunkGutter ?? 0)) };
    for (const one of display.hunks)
      parts.push({ hunk: hunk++, lines: displayLines({ ...display, hunks: [one] }, room, false) });
  }
  // A question without a preview is its title.
  if (request.subject === 'question' && request.preview.length === 0)
    parts.push({ lines: textLines(request.title, 'text', width) });
  const { reasons, notes = [] } = request;
  const why = reasons.length === 0 ? [] : textLines(`asks because: ${reasons.join(', ')}`, 'warning', width, 2);
  const how = notes.flatMap((note) => textLines(note, 'dim', width, 2));
  return [...parts, { lines: [...why, ...how] }];
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
  // A question of the model stands whole in the box.
  const title = request.subject === 'question' ? undefined : callTitle(request.title, ascii);
  const parts = [title, agentId, taskId].filter((part): part is string => part !== undefined && part !== '');
  return [headings[request.subject], ...(parts.length > 0 ? [inOneLine(parts, ascii)] : [])].join('  ');
}

const headings = { tool: 'Approve?', limit: 'Go on?', question: 'The agent asks' } as const;

/** The record of a decision that is about no call, one line or as many as its reason needs. */
export function decisionLines({ decision, by, title }: ApprovalBlock, options: LineOptions): Line[] {
  const signs = glyphs(options.ascii);
  const isDenied = decision.kind === 'deny';
  const reason = isDenied && decision.reason ? ` (${decision.reason})` : '';
  const answer = decision.kind === 'answer' ? `answered "${decision.text}"` : 'approved';
  const word = isDenied ? `${by === 'user' ? 'denied' : 'not approved'}${reason}` : answer;
  const role: StyleRole = isDenied ? 'error' : 'success';
  return wrapLine(
    [
      { text: `${isDenied ? signs.failed : signs.ok} ${word}: `, role },
      { text: callTitle(title, options.ascii), role: 'dim' },
    ],
    options.width,
    2,
  );
}
