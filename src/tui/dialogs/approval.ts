// The question box: shows everything that will happen and takes one explicit key for an answer.

import { cellWidth } from '../../base/width.js';
import type { ApprovalDecision } from '../../protocol/approval.js';
import { linesOfQuestion, questionTitle } from '../../view/approval-lines.js';
import type { Line } from '../../view/span.js';
import type { PendingApproval } from '../../view/view-model.js';
import { type InputEvent, keyNames } from '../input/keys.js';
import { createArming } from './arming.js';
import type { Dialog } from './dialog.js';
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
}

const reasonPrompt = 'Deny, because: ';

export function createApprovalDialog(options: ApprovalDialogOptions): Dialog {
  const arming = createArming(options.now);
  let scroll = createScroll();
  let shownId = '';
  let fullScreen = false;
  let reason: TextLine | undefined;
  let reasonRow = 0;

  /** The question in front; one that has just come there must be seen before it can be answered. */
  const front = (): PendingApproval | undefined => {
    const [approval] = options.waiting();
    const id = approval?.request.approvalId ?? '';
    if (id !== shownId) {
      shownId = id;
      arming.reset();
      scroll = createScroll();
      reason = undefined;
      fullScreen = false;
    }
    return approval;
  };

  /** Looking around needs no arming; answering does. */
  function onKey(approval: PendingApproval, key: string): void {
    if (key === 'f') fullScreen = !fullScreen;
    else if (!scroll.onKey(key) && arming.allows()) onAnswerKey(approval, key);
    options.redraw();
  }

  function onAnswerKey(approval: PendingApproval, key: string): void {
    const answer = (decision: ApprovalDecision) => options.answer(approval.request.approvalId, decision);
    if (key === 'y') answer({ kind: 'once' });
    else if (key === 'a' && approval.request.threadRule !== undefined) answer({ kind: 'thread' });
    else if (key === 'n' || key === 'escape' || key === 'ctrl+c') answer({ kind: 'deny' });
    else if (key === 'tab') reason = createTextLine();
  }

  function onReason(approval: PendingApproval, line: TextLine, event: InputEvent): void {
    const what = line.onInput(event);
    const text = line.text().trim();
    if (what === 'done')
      options.answer(approval.request.approvalId, { kind: 'deny', ...(text ? { reason: text } : {}) });
    if (what === 'left') reason = undefined;
    options.redraw();
  }

  const bottomLines = (approval: PendingApproval): Line[] =>
    reason === undefined
      ? [offers(approval, fullScreen)]
      : [
          [
            { text: reasonPrompt, role: 'warning' },
            { text: reason.text(), role: 'text' },
          ],
          [{ text: 'Enter deny   Esc back', role: 'dim' }],
        ];

  return {
    wants(screen) {
      const approval = front();
      if (fullScreen) return { ...screen, at: 'bottom' };
      const content = approval ? linesOfQuestion(approval, screen.width - 4, options.ascii).length : 1;
      const most = Math.max(7, Math.floor(screen.height * 0.6));
      return { width: screen.width, height: Math.min(content + 3, most, screen.height), at: 'bottom' };
    },
    frame() {
      const approval = front();
      const count = options.waiting().length;
      const label = scroll.label();
      return {
        role: 'warning',
        title: approval ? questionTitle(approval) : '',
        ...(count > 1 ? { rightTitle: `1 of ${count}` } : {}),
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines(width, height) {
      const approval = front();
      if (!approval) return [];
      const bottom = bottomLines(approval);
      const body = scroll.window(linesOfQuestion(approval, width, options.ascii), Math.max(1, height - bottom.length));
      reasonRow = body.length;
      return [...body, ...bottom];
    },
    caret: () => (reason === undefined ? null : { x: cellWidth(reasonPrompt + reason.text()), y: reasonRow }),
    onInput(event) {
      const approval = front();
      if (!approval) return;
      if (reason !== undefined) {
        onReason(approval, reason, event);
        return;
      }
      // Pastes, clicks and focus changes are no answer; neither is text that came in a run.
      const names = event.type === 'key' || event.type === 'text' ? keyNames(event) : [];
      if (names.length === 1) onKey(approval, names[0] ?? '');
      else if (names.length > 1) arming.allows();
    },
    onPainted() {
      if (front()) arming.painted();
    },
  };
}

function offers(approval: PendingApproval, fullScreen: boolean): Line {
  const rule = approval.request.threadRule;
  const keys: [string, string][] = [
    ['y', 'once'],
    ...(rule === undefined ? [] : [['a', `this thread: ${rule}`] as [string, string]]),
    ['n', 'deny'],
    ['Tab', 'deny+why'],
    ['f', fullScreen ? 'smaller' : 'full screen'],
  ];
  return keys.flatMap(([key, does], i) => [
    { text: `${i === 0 ? '' : '   '}${key}`, role: 'accent' as const },
    { text: ` ${does}`, role: 'dim' as const },
  ]);
}
