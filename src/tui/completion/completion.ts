// The list above the message while a path or a slash command is written: when it is open, what is chosen, what keys do. Drawn by list-lines.ts.
import type { Ask } from '../commander.js';
import type { Editor } from '../editor.js';
import type { SlashCommand } from '../slash-commands.js';
import { type Candidate, fileCandidates, slashCandidates } from './candidates.js';
import { createFileQuestions } from './file-questions.js';
import { type Token, tokenAt } from './token.js';

export interface OpenList {
  kind: Token['kind'];
  candidates: readonly Candidate[];
  /** -1: none is, while nothing is written that would choose one. */
  selected: number;
}

export interface Completion {
  /** Undefined while there is nothing to choose from. */
  list(): OpenList | undefined;
  /** The draft's text was changed by typing: looks at what stands before the caret. */
  look(): void;
  /** The list goes until something else is to be completed. */
  close(): void;
  /** Takes what is chosen, else the first; asks again for a list that was closed. False: there is nothing to complete. */
  complete(): boolean;
  /** True: the key was for the list. */
  onKey(key: string): boolean;
}

export interface CompletionOptions {
  editor: Editor;
  ask: Ask;
  /** All slash commands. */
  commands(): readonly SlashCommand[];
  redraw(): void;
}

export function createCompletion({ editor, ask, commands, redraw }: CompletionOptions): Completion {
  let token: Token | undefined;
  let open: OpenList | undefined;
  /** Closed by hand: it stays so while the same thing is written. */
  let dismissed = false;
  const questions = createFileQuestions(ask, (files) => {
    show(fileCandidates(files));
    redraw();
  });

  const close = () => {
    open = undefined;
    questions.forget();
  };
  const show = (candidates: Candidate[]) => {
    if (!token || candidates.length === 0) open = undefined;
    // Nothing is chosen for somebody who has written nothing yet: Enter then does what it always does.
    else open = { kind: token.kind, candidates, selected: token.text === '' ? -1 : 0 };
  };
  const look = () => {
    const before = token;
    const { startsTyped, caretLine } = editor;
    token = tokenAt({ line: editor.beforeCaret(), isFirstLine: caretLine === 0, startsTyped });
    if (!token) {
      dismissed = false;
      return close();
    }
    if (before && (before.kind !== token.kind || before.start !== token.start)) {
      dismissed = false;
      close();
    }
    if (dismissed) return;
    if (token.kind === 'file') questions.want(token.text);
    else show(slashCandidates(token, commands()));
  };
  const choose = (step: 1 | -1) => {
    if (!open) return;
    const { length } = open.candidates;
    const from = open.selected === -1 && step === -1 ? 0 : open.selected;
    open.selected = (from + step + length) % length;
  };
  const take = (candidate: Candidate | undefined) => {
    if (!candidate || !token) return;
    editor.replaceBeforeCaret(token.text.length, candidate.insert);
    close();
    // A command's name may be followed by arguments that are to choose from.
    look();
  };

  const complete = () => {
    if (open) {
      take(open.candidates[Math.max(0, open.selected)]);
      return true;
    }
    dismissed = false;
    look();
    return token !== undefined;
  };
  /** What is written out already is sent, not completed. */
  const onEnter = () => {
    const candidate = open?.candidates[open.selected];
    if (!candidate || candidate.word === token?.text) return false;
    take(candidate);
    return true;
  };
  const onListKey = (key: string): boolean => {
    switch (key) {
      case 'up':
        choose(-1);
        return true;
      case 'down':
        choose(1);
        return true;
      case 'escape':
        dismissed = true;
        close();
        return true;
      case 'enter':
        return onEnter();
      case 'tab':
        return complete();
      default:
        return false;
    }
  };
  return {
    list: () => open,
    look,
    close,
    complete,
    onKey: (key) => open !== undefined && onListKey(key),
  };
}
