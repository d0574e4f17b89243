// Asks about the folder's own settings with the first frame; the engine starts after the answer. What the answer means is not known here.
import { toErrorData } from '../base/error.js';
import type { TrustAnswer, TrustQuestion } from '../protocol/folder-trust.js';
import type { Dialogs } from './dialogs/dialogs.js';
import { createTrustDialog } from './dialogs/trust.js';
import type { LateEngine } from './late-engine.js';

export interface AskTrust {
  question: TrustQuestion;
  /** Takes it for this run at once; rejects when it could not be kept for the next. */
  answer(answer: TrustAnswer): Promise<void>;
}

export interface AskTrustOptions {
  trust: AskTrust;
  /** Asked right behind it, before the engine may start. */
  next(): void;
  dialogs: Dialogs;
  engine: LateEngine;
  tell(text: string): void;
  /** ms of a clock that does not jump. */
  now(): number;
  redraw(): void;
  ascii: boolean;
}

export function askTrust({ trust, next, dialogs, engine, tell, now, redraw, ascii }: AskTrustOptions): void {
  const letGo = engine.hold();
  dialogs.show((close) =>
    createTrustDialog({
      question: trust.question,
      answer(given) {
        close();
        trust.answer(given).catch((error: unknown) => {
          const { message, hint } = toErrorData(error);
          tell(`Your answer could not be kept: ${[message, hint].filter(Boolean).join(' ')}`);
        });
        next();
        letGo();
      },
      now,
      redraw,
      ascii,
    }),
  );
}
