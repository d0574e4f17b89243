// Earlier drafts to walk through, and steps to undo. Both keep drafts; neither changes one.
import type { Draft } from './editor-draft.js';

/** A draft and where its text came from. */
export interface DraftState {
  draft: Draft;
  /** The first character was typed. */
  startsTyped: boolean;
  /** Something in it was pasted. */
  pasted: boolean;
}

/** Sent drafts, newest last; the unsent one waits at the end while older ones are looked at. */
export class DraftHistory {
  private readonly entries: DraftState[];
  private index: number;
  private waiting: DraftState | undefined;

  constructor(entries: DraftState[]) {
    this.entries = entries;
    this.index = entries.length;
  }

  add(state: DraftState): void {
    const last = this.entries[this.entries.length - 1];
    if (last === undefined || last.draft.lines.join('\n') !== state.draft.lines.join('\n')) this.entries.push(state);
    this.index = this.entries.length;
    this.waiting = undefined;
  }

  previous(current: DraftState): DraftState | undefined {
    if (this.index === 0) return undefined;
    if (this.index === this.entries.length) this.waiting = current;
    return this.entries[--this.index];
  }

  next(): DraftState | undefined {
    if (this.index >= this.entries.length) return undefined;
    this.index++;
    return this.index === this.entries.length ? this.waiting : this.entries[this.index];
  }
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
