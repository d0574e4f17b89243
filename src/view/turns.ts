// The turns of the open thread that can be gone back to. Read from the view; owns no taking back.
import type { View } from './view-model.js';

export interface PastTurn {
  /** Number of the snapshot that holds the files as they were before it; absent when no file was changed since. */
  snapshot?: number;
  /** Counted from 1, as forks count them. */
  number: number;
  /** How many turns go when it is taken back. */
  turnsBack: number;
  /** What the user sent, whole. */
  text: string;
  /** ms since 1970. */
  at: number;
}

/** The newest first. */
export function pastTurns({ blocks, bookkeeping }: View): PastTurn[] {
  const { turnMarks, snapshots } = bookkeeping;
  /** Of the first turn from here on that changed files. */
  const snapshotFrom = (index: number) =>
    turnMarks.slice(index).flatMap(({ turnId }) => snapshots.get(turnId) ?? [])[0];
  return turnMarks
    .map((mark, index) => {
      const block = blocks[mark.blocks];
      const text = block?.kind === 'user' ? block.text : '';
      const snapshot = snapshotFrom(index);
      return {
        ...(snapshot === undefined ? {} : { snapshot }),
        number: index + 1,
        turnsBack: turnMarks.length - index,
        text,
        at: mark.at,
      };
    })
    .reverse();
}

/** Something runs that must end first, or be stopped. */
export function isBusy({ turn, shell, compacting }: View): boolean {
  return turn !== undefined || shell !== undefined || compacting !== undefined;
}
