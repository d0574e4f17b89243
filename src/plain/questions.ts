// Questions of the agent, put as lines: everything that will happen, then what may be typed. A line that was begun before the question is no answer.
import type { ApprovalDecision } from '../protocol/approval.js';
import { answerPrompt, readAnswer } from '../view/approval-answer.js';
import { linesOfQuestion, questionTitle } from '../view/approval-lines.js';
import { linesToText } from '../view/plain-lines.js';
import type { PendingApproval, View } from '../view/view-model.js';
import type { Printer } from './printer.js';

/** A line that ends sooner was typed for something else. */
const armingMs = 250;
const columns = 100;

export interface Questions {
  isOpen(): boolean;
  /** Puts the next question when none is open, and takes back one that was answered elsewhere. */
  update(): void;
  /** True when the line belonged to the open question. */
  take(line: string): boolean;
}

export interface QuestionsOptions {
  view: View;
  printer: Printer;
  answer(approvalId: string, decision: ApprovalDecision): void;
  /** ms since 1970. */
  now(): number;
}

export function createQuestions({ view, printer, answer, now }: QuestionsOptions): Questions {
  let open: PendingApproval | undefined;
  let putAt = 0;
  /** Answered here; the engine has not said so yet. */
  const answered = new Set<string>();

  const ask = (question: PendingApproval) => printer.prompt(answerPrompt(question.request));
  return {
    isOpen: () => open !== undefined,
    update() {
      const first = view.approvals.find(({ request }) => !answered.has(request.approvalId));
      const isSame = first?.request.approvalId === open?.request.approvalId;
      open = first;
      if (!first) return;
      if (isSame) {
        if (!printer.isPrompting()) ask(first);
        return;
      }
      putAt = now();
      const waiting = view.approvals.length > 1 ? ` (${view.approvals.length} wait)` : '';
      printer.say(`\x07${questionTitle(first, true)}${waiting}\n${linesToText(linesOfQuestion(first, columns, true))}`);
      ask(first);
    },
    take(line) {
      if (!open || now() - putAt < armingMs) return false;
      const decision = readAnswer(line, open.request);
      printer.typed('');
      if (!decision) {
        printer.say('That is no answer.\n');
        ask(open);
        return true;
      }
      const { approvalId } = open.request;
      answered.add(approvalId);
      answer(approvalId, decision);
      open = undefined;
      this.update();
      return true;
    },
  };
}
