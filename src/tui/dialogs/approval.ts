// The inbox of the agent's questions: shows the one in front and sees to it that only a key pressed after it was seen answers it. What a question looks like is its box's.
import type { ApprovalDecision } from '../../protocol/approval.js';
import { questionTitle } from '../../view/approval-lines.js';
import type { PendingApproval } from '../../view/view-model.js';
import { createArming } from './arming.js';
import { createAskBox } from './ask-box.js';
import { createCallBox } from './call-box.js';
import { type Dialog, dialogEdges } from './dialog.js';
import type { BoxOptions, QuestionBox } from './question-box.js';

export interface ApprovalDialogOptions extends Pick<BoxOptions, 'ascii' | 'editorCommandFor' | 'unanswerable'> {
  /** The questions that wait, oldest first; the box shows the first. */
  waiting(): readonly PendingApproval[];
  answer(approvalId: string, decision: ApprovalDecision): void;
  /** ms of a clock that does not jump. */
  now(): number;
  redraw(): void;
}

export interface ApprovalDialog extends Dialog {
  /** A question waits for its answer. */
  isOpen(): boolean;
}

/** Share of the screen the box may take, so that the conversation stays in sight. */
const screenShare = 0.65;
const leastHeight = 7;
/** The message and the status line: a smaller box would leave an edge of them that says nothing. */
const coveredHeight = 5;

export function createApprovalDialog(options: ApprovalDialogOptions): ApprovalDialog {
  const { ascii } = options;
  const arming = createArming(options.now);
  /** Answers on their way to the engine: until it confirms, the question is still in the view. */
  const answered = new Set<string>();
  let shown: { approval: PendingApproval; box: QuestionBox } | undefined;

  const open = () => options.waiting().filter(({ request }) => !answered.has(request.approvalId));

  /** The question in front; one that has just come there must be seen before it can be answered. */
  const front = () => {
    const [approval] = open();
    if (approval?.request.approvalId !== shown?.approval.request.approvalId) {
      arming.reset();
      shown = approval && { approval, box: boxOf(approval) };
    }
    return shown;
  };

  function boxOf(approval: PendingApproval): QuestionBox {
    const { approvalId, subject } = approval.request;
    const create = subject === 'question' ? createAskBox : createCallBox;
    return create({
      ...options,
      approval,
      answer(decision) {
        answered.add(approvalId);
        options.answer(approvalId, decision);
      },
      rearm: arming.reset,
    });
  }

  return {
    isOpen: () => open().length > 0,
    wants(screen) {
      const box = front()?.box;
      if (!box || box.isFullScreen()) return { ...screen, at: 'bottom' };
      const rows = box.rows(screen.width - dialogEdges.width) + dialogEdges.height;
      const most = Math.max(leastHeight, Math.floor(screen.height * screenShare));
      return {
        width: screen.width,
        height: Math.min(Math.max(rows, coveredHeight), most, screen.height),
        at: 'bottom',
      };
    },
    frame() {
      const question = front();
      const count = open().length;
      const label = question?.box.label();
      return {
        role: 'warning',
        title: question ? (question.box.title?.() ?? questionTitle(question.approval, ascii)) : '',
        ...(count > 1 ? { rightTitle: `1 of ${count}` } : {}),
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines: (width, height) => front()?.box.lines(width, height) ?? [],
    caret: () => shown?.box.caret() ?? null,
    onInput(event) {
      const box = front()?.box;
      if (!box) return false;
      const taken = box.onInput(event, arming.allows);
      if (taken) options.redraw();
      return taken;
    },
    onWheel: (rows) => front()?.box.onWheel(rows),
    onPainted(visible) {
      if (front() && visible) arming.painted();
      else arming.reset();
    },
  };
}
