// The lines of the question on the screen, and what `a` would allow. Made once: a question never changes, and a large diff is long to lay out.
import { linesOfQuestion } from '../../view/approval-lines.js';
import type { Line } from '../../view/span.js';
import type { PendingApproval } from '../../view/view-model.js';
import { wrapLine } from '../../view/wrap.js';

export interface QuestionLines {
  lines(approval: PendingApproval, width: number): Line[];
}

export function createQuestionLines(ascii: boolean): QuestionLines {
  let made: { approval: PendingApproval; width: number; lines: Line[] } | undefined;
  return {
    lines(approval, width) {
      if (made?.approval !== approval || made.width !== width)
        made = { approval, width, lines: [...linesOfQuestion(approval, width, ascii), ...ruleLines(approval, width)] };
      return made.lines;
    },
  };
}

function ruleLines({ request }: PendingApproval, width: number): Line[] {
  if (request.threadRule === undefined) return [];
  return wrapLine([{ text: `a allows in this thread: ${request.threadRule}`, role: 'dim' }], width, 2);
}
