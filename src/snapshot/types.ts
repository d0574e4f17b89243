// The words of the snapshot store: what its callers give and get. Plain data only, so that it may cross a thread.

export type SnapshotKind = 'before-turn' | 'after-turn' | 'before-restore' | 'after-restore' | 'manual';

export interface SnapshotLimits {
  /** Larger files are left out and said. */
  maxFileBytes: number;
  /** A folder with more files than this is refused. */
  maxFiles: number;
  /** What the store of one folder may take on the disk. */
  maxStoreBytes: number;
  /** A round is one turn (before and after it), one restore, or one snapshot by hand. */
  keepRounds: number;
  /** What is never stored, in the syntax of .gitignore; the user's own ignore files may take a name back with `!`. */
  exclude: readonly string[];
  /** Folders below with a `.git` of their own: left out and said, or their files stored. Their `.git` is never touched. */
  nestedRepositories: 'skip' | 'files';
  /** How long to wait for another program that uses the same store. */
  lockTimeoutMs: number;
}

export const defaultLimits: SnapshotLimits = {
  maxFileBytes: 10_000_000,
  maxFiles: 200_000,
  maxStoreBytes: 1_000_000_000,
  keepRounds: 50,
  exclude: ['node_modules/', 'target/', 'dist/', 'build/', '.idea/', '*.class', '*.jar'],
  nestedRepositories: 'skip',
  lockTimeoutMs: 30_000,
};

export type SkipReason = 'too-large' | 'unreadable' | 'not-a-file' | 'name-not-utf8' | 'nested-repository';

export interface Skipped {
  path: string;
  reason: SkipReason;
}

export interface ChangeCounts {
  added: number;
  modified: number;
  deleted: number;
}

export interface TakeRequest {
  label: string;
  kind: Exclude<SnapshotKind, 'after-restore'>;
  threadId?: string;
  turnId?: string;
  signal?: AbortSignal;
}

export interface SnapshotInfo {
  /** Of the commit. */
  id: string;
  /** Counts up from 1 in one store. */
  number: number;
  kind: SnapshotKind;
  label: string;
  threadId?: string;
  turnId?: string;
  /** ms since 1970 */
  at: number;
  /** What `git write-tree` would say of the same files. */
  tree: string;
  /** Against the snapshot before it. */
  changed: ChangeCounts;
  /** How many files were left out. */
  skippedCount: number;
}

export interface TakenSnapshot extends SnapshotInfo {
  /** The first thousand of them; `skippedCount` is the whole number. */
  skipped: Skipped[];
  tookMs: number;
  /** Time for `prune`: there are more rounds, packs or bytes than there should be. */
  pruneDue: boolean;
}

export interface PathChange {
  path: string;
  /** `mode`: the same content with other permissions. */
  kind: 'added' | 'modified' | 'deleted' | 'mode';
}

/** The first that is given counts: `all`, `paths`, `changedByAgent`; with none, what changed during turns and restores. */
export interface RestoreScope {
  all?: boolean;
  /** Files, or folders with everything below them. */
  paths?: readonly string[];
  /** The files the agent's tools say they wrote. */
  changedByAgent?: readonly string[];
}

export type ConflictReason =
  /** Not by the agent, since the snapshot. */
  | 'changed-since'
  /** Something the snapshots do not hold stands there: an ignored file, a large one, a folder with such files. */
  | 'in-the-way'
  /** To be deleted, but the snapshot had not looked at it: it was ignored, too large or the like. It may be older. */
  | 'unknown-then'
  /** A folder on the way to it is a link now. Never restored. */
  | 'through-link';

export interface RestoreConflict {
  path: string;
  wants: 'restore' | 'delete';
  reason: ConflictReason;
}

export interface RestorePreview {
  snapshotId: string;
  number: number;
  scope: RestoreScope;
  /** What stood at each path named here when this was made; a path that differs by the time of the restore is left alone. */
  seen: [path: string, state: string][];
  restore: PathChange[];
  delete: string[];
  conflicts: RestoreConflict[];
  /** Differ from the snapshot too, but are not asked for. They stay as they are. */
  outside: PathChange[];
  /** Not in the snapshot, so they stay as they are. */
  skipped: Skipped[];
}

export interface RestoreChoices {
  /** Planned paths that shall stay as they are. */
  keep?: readonly string[];
  /** Conflicts that shall be restored or deleted all the same; what stands in the way is moved aside. */
  overwrite?: readonly string[];
}

export interface RestoreResult {
  restored: string[];
  deleted: string[];
  /** Was in the way, and where it is now. */
  movedAside: { path: string; to: string }[];
  /** Left as they are: kept by choice, a conflict not overruled, or changed after the preview. */
  kept: { path: string; why: 'kept' | ConflictReason | 'changed-since-preview' }[];
  failed: { path: string; message: string }[];
  /** Every path restored or deleted was read again and is as it should be. */
  verified: boolean;
  /** Undo: restore this one with `paths: [...restored, ...deleted]`. */
  before: SnapshotInfo;
  /** Absent when the files could be restored but not stored again. */
  after?: SnapshotInfo;
}

export interface PruneResult {
  keptSnapshots: number;
  droppedSnapshots: number;
  freedBytes: number;
  sizeBytes: number;
}

export interface SnapshotStore {
  /** Throws PaiError: `cancelled`, `limit` (too many files, store full), `storage` (disk), `conflict` (the store is in use). */
  take(request: TakeRequest): Promise<TakenSnapshot>;
  /** Oldest first. */
  list(): Promise<SnapshotInfo[]>;
  diff(from: string, to: string | 'now', signal?: AbortSignal): Promise<PathChange[]>;
  /** What a restore would do; changes nothing. */
  previewRestore(snapshotId: string, scope?: RestoreScope, signal?: AbortSignal): Promise<RestorePreview>;
  /** Takes a snapshot first; when that fails nothing is restored and the error is thrown. */
  restore(preview: RestorePreview, choices?: RestoreChoices): Promise<RestoreResult>;
  prune(): Promise<PruneResult>;
  /** Bytes on the disk. */
  size(): Promise<number>;
  /** Lets go of open files. */
  close(): void;
}
