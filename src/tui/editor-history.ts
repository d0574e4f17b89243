// Earlier drafts to walk through, and steps to undo. Both keep drafts; neither changes one.
import { stripControls } from '../base/sanitize.js';
import { withoutChips } from './editor-chips.js';
import { type Draft, emptyDraft, inserted } from './editor-draft.js';

/** A draft and where its text came from. */
export interface DraftState {
  draft: Draft;
  /** The first character was typed. */
  startsTyped: boolean;
  /** Something in it was pasted. */
  pasted: boolean;
}

/** A text that was sent before this program began. */
export interface PastInput {
  text: string;
  /** The first character was typed: a / or ! there is a command. */
  startsTyped: boolean;
}

/** Sent drafts, newest last; the unsent one waits at the end while older ones are looked at. */
export class DraftHistory {
  private readonly entries: (DraftState | PastInput)[];
  private index: number;
  private waiting: DraftState | undefined;

  constructor(entries: readonly PastInput[]) {
    this.entries = [...entries];
    this.index = entries.length;
  }

  /** Puts what was sent earlier before everything; where one stands in the history does not change. */
  addEarlier(entries: readonly PastInput[]): void {
    this.entries.unshift(...entries);
    this.index += entries.length;
  }

  /** Newest first. */
  all(): readonly (DraftState | PastInput)[] {
    return this.entries.toReversed();
  }

  add(state: DraftState): void {
    const last = this.entries[this.entries.length - 1];
    if (last === undefined || textOf(last) !== textOf(state)) this.entries.push(state);
    this.index = this.entries.length;
    this.waiting = undefined;
  }

  previous(current: DraftState): DraftState | undefined {
    if (this.index === 0) return undefined;
    if (this.index === this.entries.length) this.waiting = current;
    return stateOf(this.entries[--this.index]);
  }

  next(): DraftState | undefined {
    if (this.index >= this.entries.length) return undefined;
    this.index++;
    return this.index === this.entries.length ? this.waiting : stateOf(this.entries[this.index]);
  }
}

function textOf(entry: DraftState | PastInput): string {
  return 'draft' in entry ? entry.draft.lines.join('\n') : entry.text;
}

/** Texts of earlier become drafts when they are looked at: most never are. */
function stateOf(entry: DraftState | PastInput | undefined): DraftState | undefined {
  if (entry === undefined || 'draft' in entry) return entry;
  const draft = inserted(emptyDraft, withoutChips(stripControls(entry.text)));
  return { draft, startsTyped: entry.startsTyped, pasted: !entry.startsTyped };
}

const mostSteps = 200;

/** States before each step; typing in one go is one step. */
export class UndoStack {
  private undoable: DraftState[] = [];
  private redoable: DraftState[] = [];

  record(before: DraftState): void {
    this.undoable.push(before);
    if (this.undoable.length > mostSteps) this.undoable.shift();
    this.redoable = [];
  }

  undo(current: DraftState): DraftState | undefined {
    const state = this.undoable.pop();
    if (state !== undefined) this.redoable.push(current);
    return state;
  }

  redo(current: DraftState): DraftState | undefined {
    const state = this.redoable.pop();
    if (state !== undefined) this.undoable.push(current);
    return state;
  }

  forgetAll(): void {
    this.undoable = [];
    this.redoable = [];
  }
}
