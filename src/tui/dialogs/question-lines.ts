// The pieces of the question on the screen, and what its rules would allow. Made once: a question never changes, and a large diff is long to lay out.
import { partsOfQuestion, type QuestionPart } from '../../view/approval-lines.js';
import { canSplit } from '../../view/diff-lines.js';
import type { Line } from '../../view/span.js';
import type { PendingApproval } from '../../view/view-model.js';
import { wrapLine } from '../../view/wrap.js';
import { hunkGutter } from './hunk-marks.js';

export interface QuestionLines {
  parts(width: number, unified: boolean): QuestionPart[];
  /** Two columns fit for one of its diffs. */
  canSplit(width: number): boolean;
}

export function createQuestionLines(approval: PendingApproval, ascii: boolean): QuestionLines {
  let made: { width: number; unified: boolean; parts: QuestionPart[] } | undefined;
  const { preview, hunks } = approval.request;
  const gutter = hunks === undefined ? 0 : hunkGutter;
  return {
    parts(width, unified) {
      if (made?.width !== width || made.unified !== unified) {
        const parts = partsOfQuestion(approval, { width, ascii, unified, hunkGutter });
        made = { width, unified, parts: [...parts, { lines: ruleLines(approval, width) }] };
      }
      return made.parts;
    },
    canSplit: (width) => preview.some((display) => display.kind === 'diff' && canSplit(display, width - gutter)),
  };
}

function ruleLines({ request: { threadRule, alwaysRule } }: PendingApproval, width: number): Line[] {
  const line = (text: string) => wrapLine([{ text, role: 'dim' }], width, 2);
  return [
    ...(threadRule === undefined ? [] : line(`a allows in this thread: ${threadRule}`)),
    ...(alwaysRule === undefined ? [] : line(`A allows for always: ${alwaysRule}`)),
  ];
}

/** What is shown before a rule is saved. */
export function savingLines(alwaysRule: string, width: number): Line[] {
  return [
    ...wrapLine([{ text: 'Allow this now and save for always, in this project:', role: 'warning' }], width),
    ...wrapLine([{ text: alwaysRule, role: 'strong' }], width),
    [],
  ];
}
