// The question whether a folder's own settings may have effect: shows what each would do and takes one explicit key.
import type { TrustAnswer, TrustQuestion } from '../../protocol/folder-trust.js';
import { cleanOneLine } from '../../view/clean.js';
import type { Line } from '../../view/span.js';
import { linesOfTrust, reasonOfTrust } from '../../view/trust-lines.js';
import { wrapLine } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import { createArming } from './arming.js';
import { type Dialog, dialogEdges } from './dialog.js';
import { createScroll } from './scroll.js';

export interface TrustDialogOptions {
  question: TrustQuestion;
  answer(answer: TrustAnswer): void;
  /** ms of a clock that does not jump. */
  now(): number;
  redraw(): void;
  ascii: boolean;
}

const mostColumns = 90;
const answers: Record<string, TrustAnswer> = {
  y: 'trust',
  n: 'not-now',
  v: 'never',
  escape: 'not-now',
  'ctrl+c': 'not-now',
};
const offers = [
  ['y', 'trust'],
  ['n', 'not now'],
  ['v', 'never for this content'],
] as const;

export function createTrustDialog({ question, answer, now, redraw, ascii }: TrustDialogOptions): Dialog {
  const arming = createArming(now);
  const scroll = createScroll(ascii);
  let isAnswered = false;
  const head = (width: number): Line[] => [
    ...wrapLine([{ text: cleanOneLine(question.folder), role: 'accent' }], width),
    ...wrapLine([{ text: reasonOfTrust(question), role: 'text' }], width),
    [],
  ];
  const body = (width: number) => [...head(width), ...linesOfTrust(question, width)];
  const foot = (width: number) => wrapLine(offerLine(), width);

  /** Looking around needs no arming; answering does. */
  function onKey(key: string): boolean {
    const mayAnswer = arming.allows();
    const given = Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (given === undefined) {
      if (scroll.onKey(key)) redraw();
      return true;
    }
    if (!mayAnswer || isAnswered) return true;
    isAnswered = true;
    answer(given);
    return true;
  }

  return {
    wants(screen) {
      const width = Math.min(screen.width, mostColumns);
      const inside = width - dialogEdges.width;
      const rows = body(inside).length + 1 + foot(inside).length + dialogEdges.height;
      return { width, height: Math.min(rows, screen.height), at: 'middle' };
    },
    frame() {
      const label = scroll.label();
      return {
        role: 'warning',
        title: "Trust this folder's own settings?",
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines(width, height) {
      const bottom = [[], ...foot(width)].slice(-Math.max(1, height - 1));
      return [...scroll.window(body(width), Math.max(1, height - bottom.length)), ...bottom];
    },
    onWheel: (rows) => scroll.by(rows),
    onInput(event) {
      // Pastes are no answer, and neither is text that came in a run; but they are not silence either.
      const [name, ...more] = keyNames(event);
      if (name !== undefined && more.length === 0) return onKey(name);
      arming.allows();
      return true;
    },
    onPainted(visible) {
      if (visible) arming.painted();
      else arming.reset();
    },
  };
}

function offerLine(): Line {
  return offers.flatMap(([key, does], at) => [
    { text: `${at === 0 ? '' : '   '}${key}`, role: 'accent' as const },
    { text: ` ${does}`, role: 'dim' as const },
  ]);
}
