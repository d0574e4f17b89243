// The box of a call that must be allowed, or of a limit: everything that will happen, and one explicit key for an answer.
import { cellWidth } from '../../base/width.js';
import type { Line } from '../../view/span.js';
import { type InputEvent, keyNames } from '../input/keys.js';
import { callOffers } from './call-offers.js';
import { type ChangeEditor, createChangeEditor } from './change-editor.js';
import { createHunkMarks } from './hunk-marks.js';
import { type BoxOptions, offeredKeys, type QuestionBox } from './question-box.js';
import { createQuestionLines, savingLines } from './question-lines.js';
import { createScroll } from './scroll.js';
import { createTextLine, type TextLine } from './text-line.js';

/** What the keys are about just now. */
type Mode =
  | { kind: 'asking' }
  /** The rule that would be saved is shown. */
  | { kind: 'saving'; rule: string }
  | { kind: 'reason'; line: TextLine }
  | { kind: 'changing'; editor: ChangeEditor };

const reasonPrompt = 'Deny, because: ';

export function createCallBox(options: BoxOptions): QuestionBox {
  const { answer, ascii, rearm } = options;
  const { request } = options.approval;
  const question = createQuestionLines(options.approval, ascii);
  const marks = request.hunks === undefined ? undefined : createHunkMarks(request.hunks, ascii);
  let scroll = createScroll(ascii);
  let mode: Mode = { kind: 'asking' };
  let fullScreen = false;
  let unified = false;
  /** The current hunk is to be brought into sight. */
  let follows = false;
  let caret: { x: number; y: number } | null = null;
  let widthShown = 0;
  let isCurrentSeen = true;

  const deny = () => answer({ kind: 'deny' });
  const takesAll = () => marks?.areAllTaken() ?? true;
  const to = (next: Mode) => {
    mode = next;
    scroll = createScroll(ascii);
  };

  function allow(): void {
    const taken = marks?.taken() ?? [];
    if (takesAll()) answer({ kind: 'once' });
    else if (taken.length === 0) answer({ kind: 'deny', reason: 'none of its hunks was taken' });
    else answer({ kind: 'once', hunks: taken });
  }

  /** Keys that answer, or lead to an answer: each needs the box to have been seen. */
  const answers: Record<string, () => void> = {
    y: allow,
    a: () => {
      if (request.threadRule !== undefined && takesAll()) answer({ kind: 'thread' });
    },
    A: () => {
      const rule = request.alwaysRule;
      if (rule === undefined || !takesAll()) return;
      to({ kind: 'saving', rule });
      rearm();
    },
    n: deny,
    escape: deny,
    'ctrl+c': deny,
    tab: () => {
      mode = { kind: 'reason', line: createTextLine() };
    },
    e: () => {
      if (request.editable === undefined) return;
      to({ kind: 'changing', editor: createChangeEditor(request.editable.text, options.editorCommandFor) });
    },
    ...(marks ? { space: toggleHunk } : {}),
  };

  /** Only what is seen is taken or left. */
  function toggleHunk(): void {
    follows = true;
    if (!isCurrentSeen) return;
    marks?.toggle();
    rearm();
  }

  const looks: Record<string, () => boolean> = {
    f: () => {
      fullScreen = !fullScreen;
      return true;
    },
    s: () => {
      if (!question.canSplit(widthShown)) return false;
      unified = !unified;
      return true;
    },
    ...(marks ? { j: () => moveHunk(1), k: () => moveHunk(-1) } : {}),
  };

  function moveHunk(by: 1 | -1): boolean {
    marks?.choose(marks.current() + by);
    follows = true;
    return true;
  }

  /** Looking around needs no arming; answering does. */
  function onAsked(key: string, mayAnswer: boolean): boolean {
    if (Object.hasOwn(answers, key)) {
      if (mayAnswer) answers[key]?.();
      return true;
    }
    return looks[key]?.() ?? scroll.onKey(key);
  }

  function onSaving(key: string, mayAnswer: boolean): boolean {
    if (key === 'y' && mayAnswer) answer({ kind: 'always' });
    else if (key === 'escape') to({ kind: 'asking' });
    else if (key === 'ctrl+c' && mayAnswer) deny();
    else return key === 'y' || key === 'ctrl+c' || scroll.onKey(key);
    rearm();
    return true;
  }

  function onReason(line: TextLine, event: InputEvent): boolean {
    const what = line.onInput(event);
    const text = line.text().trim();
    if (what === 'done') answer({ kind: 'deny', ...(text ? { reason: text } : {}) });
    else if (what === 'left') mode = { kind: 'asking' };
    else if (event.type === 'key' && event.key === 'ctrl+c') deny();
    else return what !== 'ignored';
    return true;
  }

  function onChanging(editor: ChangeEditor, event: InputEvent): boolean {
    const what = editor.onInput(event);
    const text = editor.text();
    if (event.type === 'key' && event.key === 'ctrl+c') deny();
    else if (what === 'done' && text.trim() !== '' && text !== request.editable?.text) answer({ kind: 'edit', text });
    else if (what === 'left' || (what === 'done' && text.trim() !== '')) {
      to({ kind: 'asking' });
      rearm();
    } else return what !== 'ignored';
    return true;
  }

  function bottomLines(width: number): Line[] {
    if (options.unanswerable) return options.unanswerable(width);
    if (mode.kind === 'saving')
      return offeredKeys(
        [
          ['y', 'allow and save'],
          ['Esc', 'back'],
        ],
        width,
      );
    if (mode.kind === 'changing')
      return offeredKeys(
        [
          ['Enter', 'ask about this instead'],
          ['Alt+Enter', 'new line'],
          ['Esc', 'back'],
        ],
        width,
      );
    if (mode.kind === 'asking') {
      const split = question.canSplit(width) ? (unified ? 'two columns' : 'one column') : undefined;
      return offeredKeys(callOffers(request, { taken: marks?.taken().length, fullScreen, split, ascii }), width);
    }
    const text = mode.line.visible(width - reasonPrompt.length - 1);
    return [
      [
        { text: reasonPrompt, role: 'warning' },
        { text, role: 'text' },
      ],
      ...offeredKeys(
        [
          ['Enter', 'deny'],
          ['Esc', 'back'],
        ],
        width,
      ).slice(0, 1),
    ];
  }

  function bodyLines(width: number): { lines: Line[]; places: { from: number; to: number }[] } {
    const parts = question.parts(width, unified);
    const drawn = marks?.draw(parts, width) ?? { lines: parts.flatMap(({ lines }) => lines), places: [] };
    return mode.kind === 'saving' ? { lines: [...savingLines(mode.rule, width), ...drawn.lines], places: [] } : drawn;
  }

  /** The window over the question; the current hunk is always one that is seen, if any is. */
  function windowed(width: number, height: number): Line[] {
    const { lines, places } = bodyLines(width);
    const first = scroll.window(lines, height);
    if (!marks || places.length === 0) return first;
    const isSeen = ({ from, to }: { from: number; to: number }) => from < scroll.top() + height && to > scroll.top();
    const current = places[marks.current()];
    const isWhole = current && current.from >= scroll.top() && current.to <= scroll.top() + height;
    if (follows && current && !isWhole) scroll.by(current.from - scroll.top());
    follows = false;
    if (current && !isSeen(current)) marks.choose(Math.max(0, places.findIndex(isSeen)));
    const now = places[marks.current()];
    isCurrentSeen = now !== undefined && isSeen(now);
    return scroll.window(bodyLines(width).lines, height);
  }

  return {
    isFullScreen: () => fullScreen,
    title: () => (mode.kind === 'changing' ? 'Change the call' : undefined),
    rows(width) {
      const body = mode.kind === 'changing' ? mode.editor.rows(width) : bodyLines(width).lines.length;
      return body + bottomLines(width).length;
    },
    lines(width, height) {
      widthShown = width;
      const bottom = bottomLines(width).slice(0, Math.max(1, height - 1));
      const room = Math.max(1, height - bottom.length);
      if (mode.kind === 'changing') {
        const text = mode.editor.lines(width, room);
        caret = mode.editor.caret();
        return [...text, ...Array.from({ length: room - text.length }, (): Line => []), ...bottom];
      }
      const body = windowed(width, room);
      caret = null;
      if (mode.kind === 'reason')
        caret = { x: cellWidth(reasonPrompt + mode.line.visible(width - reasonPrompt.length - 1)), y: body.length };
      return [...body, ...bottom];
    },
    caret: () => caret,
    label: () => (mode.kind === 'changing' ? mode.editor.label(ascii) : scroll.label()),
    onInput(event, mayAnswer) {
      if (mode.kind === 'reason') return onReason(mode.line, event);
      if (mode.kind === 'changing') return onChanging(mode.editor, event);
      // Pastes are no answer, and neither is text that came in a run; but they are not silence either.
      const may = mayAnswer();
      const [name, ...more] = keyNames(event);
      if (name === undefined || more.length > 0) return true;
      return mode.kind === 'saving' ? onSaving(name, may) : onAsked(name, may);
    },
    onWheel(rows) {
      scroll.by(rows);
    },
  };
}
