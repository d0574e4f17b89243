// The question box: shows everything that will happen and takes one explicit key for an answer.

import { cellWidth } from '../../base/width.js';
import type { ApprovalDecision } from '../../protocol/approval.js';
import { questionTitle } from '../../view/approval-lines.js';
import type { Line } from '../../view/span.js';
import type { PendingApproval } from '../../view/view-model.js';
import { wrapLine } from '../../view/wrap.js';
import { type InputEvent, keyNames } from '../input/keys.js';
import { createArming } from './arming.js';
import { type Dialog, dialogEdges } from './dialog.js';
import { createQuestionLines } from './question-lines.js';
import { createScroll } from './scroll.js';
import { createTextLine, type TextLine } from './text-line.js';

export interface ApprovalDialogOptions {
  /** The questions that wait, oldest first; the box shows the first. */
  waiting(): readonly PendingApproval[];
  answer(approvalId: string, decision: ApprovalDecision): void;
  /** ms of a clock that does not jump. */
  now(): number;
  redraw(): void;
  ascii: boolean;
  /** Said in place of the keys that answer, where nobody can. */
  unanswerable?: ((width: number) => Line[]) | undefined;
}

export interface ApprovalDialog extends Dialog {
  /** A question waits for its answer. */
  isOpen(): boolean;
}

const reasonPrompt = 'Deny, because: ';
/** Share of the screen the box may take, so that the conversation stays in sight. */
const screenShare = 0.65;
const leastHeight = 7;

export function createApprovalDialog(options: ApprovalDialogOptions): ApprovalDialog {
  const { ascii } = options;
  const arming = createArming(options.now);
  const question = createQuestionLines(ascii);
  /** Answers on their way to the engine: until it confirms, the question is still in the view. */
  const answered = new Set<string>();
  let scroll = createScroll(ascii);
  let shownId = '';
  let fullScreen = false;
  let reason: TextLine | undefined;
  let caret: { x: number; y: number } | null = null;

  const open = () => options.waiting().filter(({ request }) => !answered.has(request.approvalId));

  /** The question in front; one that has just come there must be seen before it can be answered. */
  const front = (): PendingApproval | undefined => {
    const [approval] = open();
    const id = approval?.request.approvalId ?? '';
    if (id !== shownId) {
      shownId = id;
      arming.reset();
      scroll = createScroll(ascii);
      reason = undefined;
      fullScreen = false;
    }
    return approval;
  };

  const answer = ({ request }: PendingApproval, decision: ApprovalDecision) => {
    answered.add(request.approvalId);
    options.answer(request.approvalId, decision);
  };

  /** Looking around needs no arming; answering does. */
  function onKey(approval: PendingApproval, key: string): boolean {
    const mayAnswer = arming.allows();
    const isAnswer = Object.hasOwn(answers, key);
    if (key === 'f') fullScreen = !fullScreen;
    else if (isAnswer && mayAnswer) answers[key]?.(approval);
    else if (!isAnswer && !scroll.onKey(key)) return false;
    options.redraw();
    return true;
  }

  const deny = (approval: PendingApproval) => answer(approval, { kind: 'deny' });
  const answers: Record<string, (approval: PendingApproval) => void> = {
    y: (approval) => answer(approval, { kind: 'once' }),
    a: (approval) => {
      if (approval.request.threadRule !== undefined) answer(approval, { kind: 'thread' });
    },
    n: deny,
    escape: deny,
    'ctrl+c': deny,
    tab: () => {
      reason = createTextLine();
    },
  };

  function onReason(approval: PendingApproval, line: TextLine, event: InputEvent): boolean {
    const what = line.onInput(event);
    const text = line.text().trim();
    if (what === 'done') answer(approval, { kind: 'deny', ...(text ? { reason: text } : {}) });
    else if (what === 'left') reason = undefined;
    else if (event.type === 'key' && event.key === 'ctrl+c') deny(approval);
    else if (what === 'ignored') return false;
    options.redraw();
    return true;
  }

  function bottomLines(approval: PendingApproval, width: number): Line[] {
    if (options.unanswerable) return options.unanswerable(width);
    if (reason === undefined) return offerLines(approval, fullScreen, width);
    const text = reason.visible(width - reasonPrompt.length - 1);
    return [
      [
        { text: reasonPrompt, role: 'warning' },
        { text, role: 'text' },
      ],
      wrapLine(
        keysLine([
          ['Enter', 'deny'],
          ['Esc', 'back'],
        ]),
        width,
      )[0] ?? [],
    ];
  }

  return {
    isOpen: () => open().length > 0,
    wants(screen) {
      const approval = front();
      if (fullScreen || !approval) return { ...screen, at: 'bottom' };
      const width = screen.width - dialogEdges.width;
      const rows = question.lines(approval, width).length + bottomLines(approval, width).length + dialogEdges.height;
      const most = Math.max(leastHeight, Math.floor(screen.height * screenShare));
      return { width: screen.width, height: Math.min(rows, most, screen.height), at: 'bottom' };
    },
    frame() {
      const approval = front();
      const count = open().length;
      const label = scroll.label();
      const title = approval ? questionTitle(approval, ascii) : '';
      return {
        role: 'warning',
        title,
        ...(count > 1 ? { rightTitle: `1 of ${count}` } : {}),
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines(width, height) {
      const approval = front();
      if (!approval) return [];
      const bottom = bottomLines(approval, width).slice(0, Math.max(1, height - 1));
      const body = scroll.window(question.lines(approval, width), Math.max(1, height - bottom.length));
      const textEnd = cellWidth(reasonPrompt + (reason?.visible(width - reasonPrompt.length - 1) ?? ''));
      caret = reason === undefined ? null : { x: textEnd, y: body.length };
      return [...body, ...bottom];
    },
    caret: () => caret,
    onInput(event) {
      const approval = front();
      if (!approval) return false;
      if (reason !== undefined) return onReason(approval, reason, event);
      // Pastes are no answer, and neither is text that came in a run; but they are not silence either.
      const [name, ...more] = keyNames(event);
      if (name !== undefined && more.length === 0) return onKey(approval, name);
      arming.allows();
      return true;
    },
    onPainted(visible) {
      const approval = front();
      if (approval && visible) arming.painted();
      else arming.reset();
    },
  };
}

/** The keys that answer; in a narrow box without what they do. */
function offerLines({ request }: PendingApproval, fullScreen: boolean, width: number): Line[] {
  const isLimit = request.subject === 'limit';
  const keys: [key: string, does: string][] = [
    ['y', isLimit ? 'go on' : 'once'],
    ...(request.threadRule === undefined ? [] : ([['a', 'this thread']] as [string, string][])),
    ['n', isLimit ? 'end the turn' : 'deny'],
    ['Tab', isLimit ? 'end+why' : 'deny+why'],
    ['f', fullScreen ? 'smaller' : 'full screen'],
  ];
  const lines = wrapLine(keysLine(keys), width);
  return lines.length <= 2 ? lines : [[{ text: keys.map(([key]) => key).join(' '), role: 'accent' }]];
}

function keysLine(keys: [key: string, does: string][]): Line {
  return keys.flatMap(([key, does], i) => [
    { text: `${i === 0 ? '' : '   '}${key}`, role: 'accent' as const },
    { text: ` ${does}`, role: 'dim' as const },
  ]);
}
