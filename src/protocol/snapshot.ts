// Snapshots of the working folder as front ends see them: those that can be gone back to, and what going back would do.

export type SnapshotKind = 'before-turn' | 'after-turn' | 'before-restore' | 'after-restore' | 'manual';

/** A state of the folder that can be restored. */
export interface SnapshotPoint {
  /** Of the snapshot. */
  number: number;
  kind: Extract<SnapshotKind, 'before-turn' | 'before-restore' | 'manual'>;
  /** What the turn was asked, or what the person called it. */
  label: string;
  /** ms since 1970. */
  at: number;
  threadId?: string;
  turnId?: string;
  /** Counted from 1, the newest turn first; only turns that changed files count. */
  turn?: number;
  /** Files that were changed by the turn or restore it was taken before; absent where that is not known. */
  files?: number;
  /** Files that were left out (too large, unreadable and the like). */
  skipped: number;
}

/** Which state is wanted: before a turn, as it is numbered or by its id; by the snapshot's number; or before the newest restore. */
export type RestoreWish = { turn: number } | { turnId: string } | { number: number } | { undo: true };

export interface RestoreItem {
  path: string;
  does: 'restore' | 'delete';
  /** Why it is left as it is unless the person says otherwise. */
  conflict?: 'changed-since' | 'in-the-way' | 'unknown-then' | 'through-link';
}

/** What a restore would do; nothing is done yet. */
export interface RestoreOffer {
  previewId: string;
  point: SnapshotPoint;
  items: RestoreItem[];
  /** Files that differ from the snapshot too, but were not changed by the agent. */
  outside: number;
  /** Not in the snapshot. */
  skipped: string[];
}

/** Paths are relative to the working folder. */
export interface RestoreChoice {
  /** Left as they are. */
  keep?: string[];
  /** Conflicts that are restored or deleted all the same. */
  overwrite?: string[];
}
