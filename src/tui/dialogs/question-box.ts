// What a question of the agent looks like inside its frame: the contract between the inbox and the boxes, and the line of keys they share.
import type { ApprovalDecision } from '../../protocol/approval.js';
import type { Line } from '../../view/span.js';
import type { PendingApproval } from '../../view/view-model.js';
import { wrapLine } from '../../view/wrap.js';
import type { EditorCommand } from '../editor-commands.js';
import type { InputEvent } from '../input/keys.js';

/** One question, from when it comes to the front until it is answered. */
export interface QuestionBox {
  /** Rows of content it wants at this width. */
  rows(width: number): number;
  isFullScreen(): boolean;
  lines(width: number, height: number): Line[];
  /** In place of the question's own title. */
  title?(): string | undefined;
  /** Asked after `lines`, as the others. */
  caret(): { x: number; y: number } | null;
  label(): string | undefined;
  /** `mayAnswer` is to be asked once for each key or paste. */
  onInput(event: InputEvent, mayAnswer: () => boolean): boolean;
  onWheel(rows: number): void;
}

export interface BoxOptions {
  approval: PendingApproval;
  answer(decision: ApprovalDecision): void;
  /** Something else is shown now: it must be seen before the next key may answer. */
  rearm(): void;
  ascii: boolean;
  editorCommandFor(key: string): EditorCommand | undefined;
  /** Said in place of the keys that answer, where nobody can. */
  unanswerable?: ((width: number) => Line[]) | undefined;
}

export type KeyOffer = [key: string, does: string];

/** The keys that answer; where they need more than `most` rows, without what they do. */
export function offeredKeys(keys: KeyOffer[], width: number, most = 2): Line[] {
  const lines = wrapLine(keysLine(keys), width).map((line) =>
    line.map((span) => ({ ...span, text: span.text.replaceAll(joint, ' ') })),
  );
  return lines.length <= most ? lines : wrapLine([{ text: keys.map(([key]) => key).join(' '), role: 'accent' }], width);
}

/** A key stays on one line with what it does. */
const joint = '\u00a0';

function keysLine(keys: KeyOffer[]): Line {
  return keys.flatMap(([key, does], i) => [
    { text: `${i === 0 ? '' : '   '}${key}`, role: 'accent' as const },
    { text: joint + does.replaceAll(' ', joint), role: 'dim' as const },
  ]);
}
