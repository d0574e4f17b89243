// The composer's model: a draft that is typed, pasted, moved through, undone and sent. Paints nothing and knows no keys.
import { stripControls } from '../base/sanitize.js';
import type { Line } from '../view/span.js';
import { createPasteChips, withoutChips } from './editor-chips.js';
import * as drafts from './editor-draft.js';
import { DraftHistory, type DraftState, type PastInput, UndoStack } from './editor-history.js';
import { createWrapCache, type DraftLayout, layoutDraft, placeInRow } from './editor-layout.js';

export interface RenderedDraft {
  /** At most the asked number of rows. */
  lines: Line[];
  /** Cell inside `lines`. */
  caret: { x: number; y: number };
  /** Rows that did not fit above and below. */
  hiddenAbove: number;
  hiddenBelow: number;
}

export interface SentDraft {
  /** Pastes written out. */
  text: string;
  /** The first character was typed, so a leading / or ! is a command. */
  startsTyped: boolean;
}

type StepKind = 'typing' | 'deleting' | 'killing' | 'other';

export class Editor {
  private state: DraftState = { draft: drafts.emptyDraft, startsTyped: true, pasted: false };
  private readonly chips = createPasteChips();
  private readonly history: DraftHistory;
  private readonly undoStack = new UndoStack();
  private lastStep: StepKind | undefined;
  private killed = { text: '', pasted: false };
  private goalColumn: number | undefined;
  private width = 80;
  private firstVisible = 0;
  private readonly wrapCache = createWrapCache();
  /** Of the newest draft; drafts are values, so the same one at the same width has the same layout. */
  private laidOut: { draft: drafts.Draft; width: number; layout: DraftLayout } | undefined;

  /** `history`: texts sent earlier, oldest first. */
  constructor(history: readonly string[] = []) {
    this.history = new DraftHistory(history.map((text) => ({ text, startsTyped: true })));
  }

  /** The whole draft, pastes written out. */
  text(): string {
    return this.chips.expand(this.state.draft.lines.join('\n'));
  }

  isEmpty(): boolean {
    return drafts.isEmptyDraft(this.state.draft);
  }

  startsWith(sign: string): boolean {
    return drafts.lineAt(this.state.draft, 0).startsWith(sign);
  }

  /** The first character was typed, not pasted. */
  get startsTyped(): boolean {
    return !this.isEmpty() && this.state.startsTyped;
  }

  /** Another object after every change of the text, the same one while only the caret moves. */
  get revision(): object {
    return this.state.draft.lines;
  }

  /** Line of the caret, from 0. */
  get caretLine(): number {
    return this.state.draft.row;
  }

  /** The caret's line up to the caret, for completion; a folded paste in it is one private character. */
  beforeCaret(): string {
    const { draft } = this.state;
    return drafts.lineAt(draft, draft.row).slice(0, draft.col);
  }

  insertText(text: string): void {
    const clean = withoutChips(stripControls(text));
    if (clean === '') return;
    const { draft } = this.state;
    const before = drafts.lineAt(draft, draft.row)[draft.col - 1];
    const newWord = clean.includes('\n') || (before === ' ' && clean !== ' ');
    this.insert(clean, newWord ? 'other' : 'typing', false);
    this.lastStep = 'typing';
  }

  /** A large paste becomes one chip; its first character never starts a command. */
  insertPaste(text: string): void {
    const clean = withoutChips(stripControls(text));
    if (clean !== '') this.insert(this.chips.fold(clean), 'other', true);
  }

  /** Puts `text` in place of the last `length` UTF-16 units before the caret in its line. */
  replaceBeforeCaret(length: number, text: string): void {
    const { draft } = this.state;
    const from = { row: draft.row, col: Math.max(0, draft.col - length) };
    this.step('other', { ...this.state, draft: drafts.removed(draft, from, draft).draft });
    const next = drafts.inserted(this.state.draft, withoutChips(stripControls(text)));
    this.state = { ...this.state, draft: next };
  }

  /** Replaces the draft (external editor, queue); the old one can be undone to. With `typed` false a leading / stays text. */
  setText(text: string, typed = true): void {
    const draft = drafts.inserted(drafts.emptyDraft, withoutChips(stripControls(text)));
    this.step('other', { draft, startsTyped: typed, pasted: !typed });
  }

  /** Turns a backslash before the caret at the end of a line into a newline; false if there is none. */
  breakAtBackslash(): boolean {
    const { draft } = this.state;
    const line = drafts.lineAt(draft, draft.row);
    if (draft.col !== line.length || !line.endsWith('\\')) return false;
    this.replaceBeforeCaret(1, '\n');
    return true;
  }

  /** Empties the draft and keeps it as the newest of the history. */
  clear(): void {
    if (this.isEmpty()) return;
    this.history.add(this.state);
    this.step('other', { draft: drafts.emptyDraft, startsTyped: true, pasted: false });
  }

  /** The text to send; the editor is empty afterwards and the draft in the history. */
  submit(): SentDraft {
    const sent = { text: this.text(), startsTyped: this.startsTyped };
    if (!this.isEmpty()) this.history.add(this.state);
    this.state = { draft: drafts.emptyDraft, startsTyped: true, pasted: false };
    this.undoStack.forgetAll();
    this.lastStep = undefined;
    this.goalColumn = undefined;
    return sent;
  }

  /** Moves the caret with one of the pure steps of editor-draft. */
  moveTo(target: (draft: drafts.Draft) => drafts.Place): void {
    this.state = { ...this.state, draft: { ...this.state.draft, ...placeOf(target(this.state.draft)) } };
    this.lastStep = undefined;
    this.goalColumn = undefined;
  }

  /** One visual row up (-1) or down (1), keeping the column; false at the edge of the draft. */
  moveRow(direction: -1 | 1): boolean {
    const { draft } = this.state;
    const layout = this.layout(this.width);
    const goal = this.goalColumn ?? layout.caret.x;
    const place = placeInRow(layout, draft, layout.caret.row + direction, goal);
    if (place === undefined) return false;
    this.moveTo(() => place);
    this.goalColumn = goal;
    return true;
  }

  /** Deletes from the caret to where the step leads. */
  delete(target: (draft: drafts.Draft) => drafts.Place): void {
    this.remove(target, 'deleting');
  }

  /** Deletes and keeps the text for `yank`; kills in a row are kept together. */
  kill(target: (draft: drafts.Draft) => drafts.Place): void {
    const place = target(this.state.draft);
    const backward = place.row < this.state.draft.row || place.col < this.state.draft.col;
    const again = this.lastStep === 'killing';
    const { pasted } = this.state;
    const text = this.remove(target, 'killing');
    if (text === '') return;
    const earlier = again ? this.killed : { text: '', pasted: false };
    this.killed = {
      text: backward ? text + earlier.text : earlier.text + text,
      pasted: pasted || earlier.pasted,
    };
  }

  yank(): void {
    if (this.killed.text !== '') this.insert(this.killed.text, 'other', this.killed.pasted);
  }

  undo(): void {
    this.restore(this.undoStack.undo(this.state));
  }

  redo(): void {
    this.restore(this.undoStack.redo(this.state));
  }

  /** An older (newer) draft of the history; false when there is none. The unsent draft is the newest. */
  historyPrevious(): boolean {
    return this.recall(this.history.previous(this.state));
  }

  historyNext(): boolean {
    return this.recall(this.history.next());
  }

  /** Texts of earlier runs of the program, oldest first: they come before what was sent in this one. */
  addEarlierInputs(inputs: readonly PastInput[]): void {
    this.history.addEarlier(inputs);
  }

  /** Everything in the history, newest first, each text once, pastes written out. */
  pastInputs(): PastInput[] {
    const found = new Map<string, PastInput>();
    for (const entry of this.history.all()) {
      const text = 'draft' in entry ? this.chips.expand(entry.draft.lines.join('\n')) : entry.text;
      if (!found.has(text)) found.set(text, { text, startsTyped: entry.startsTyped });
    }
    return [...found.values()];
  }

  /** Rows the whole draft takes when wrapped at `width` cells. */
  rowCount(width: number): number {
    return this.layout(Math.max(1, width)).rows.length;
  }

  /** The rows around the caret, wrapped at `width` cells. */
  render(width: number, maxHeight: number): RenderedDraft {
    this.width = Math.max(1, width);
    const height = Math.max(1, maxHeight);
    const { rows, caret } = this.layout(this.width);
    const lowest = Math.max(0, rows.length - height);
    this.firstVisible = Math.min(lowest, Math.max(caret.row - height + 1, Math.min(this.firstVisible, caret.row)));
    const visible = rows.slice(this.firstVisible, this.firstVisible + height);
    return {
      lines: visible.map((row) => row.spans),
      caret: { x: caret.x, y: caret.row - this.firstVisible },
      hiddenAbove: this.firstVisible,
      hiddenBelow: rows.length - this.firstVisible - visible.length,
    };
  }

  private layout(width: number): DraftLayout {
    const { draft } = this.state;
    if (this.laidOut?.draft !== draft || this.laidOut.width !== width)
      this.laidOut = { draft, width, layout: layoutDraft(draft, width, this.chips, this.wrapCache) };
    return this.laidOut.layout;
  }

  private insert(text: string, kind: StepKind, pasted: boolean): void {
    const { draft } = this.state;
    const atStart = draft.row === 0 && draft.col === 0;
    this.step(kind, {
      draft: drafts.inserted(draft, text),
      startsTyped: atStart ? !pasted : this.state.startsTyped,
      pasted: pasted || (this.state.pasted && !this.isEmpty()),
    });
  }

  private remove(target: (draft: drafts.Draft) => drafts.Place, kind: StepKind): string {
    const { draft } = this.state;
    const place = target(draft);
    const { draft: next, text } = drafts.removed(draft, draft, place);
    if (text === '') return '';
    // What moves up to the start may have been pasted: then it counts as pasted.
    const startTouched = next.row === 0 && next.col === 0;
    this.step(kind, {
      ...this.state,
      draft: next,
      startsTyped: startTouched ? !this.state.pasted : this.state.startsTyped,
    });
    return text;
  }

  private step(kind: StepKind, next: DraftState): void {
    if (kind === 'other' || kind !== this.lastStep) this.undoStack.record(this.state);
    this.lastStep = kind;
    this.goalColumn = undefined;
    this.state = drafts.isEmptyDraft(next.draft) ? { ...next, startsTyped: true, pasted: false } : next;
  }

  private restore(state: DraftState | undefined): void {
    this.lastStep = undefined;
    this.goalColumn = undefined;
    if (state !== undefined) this.state = state;
  }

  private recall(state: DraftState | undefined): boolean {
    if (state === undefined) return false;
    const end = drafts.endOf(state.draft);
    this.step('other', { ...state, draft: { ...state.draft, ...end } });
    return true;
  }
}

function placeOf(place: drafts.Place): drafts.Place {
  return { row: place.row, col: place.col };
}
