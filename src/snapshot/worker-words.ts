// What is said between the thread of the snapshots and those who use it. Types only.
import type { ErrorData } from '../base/error.js';
import type { RestoreChoices, RestorePreview, RestoreScope, SnapshotLimits, TakeRequest } from './types.js';

export interface StorePlaceInput {
  /** PaiCLI's own folder. */
  home: string;
  /** Of the user's files. */
  folder: string;
  limits?: Partial<SnapshotLimits>;
}

export type StoreQuestion =
  | { kind: 'take'; request: Omit<TakeRequest, 'signal'> }
  | { kind: 'list' }
  | { kind: 'diff'; from: string; to: string }
  | { kind: 'previewRestore'; snapshotId: string; scope: RestoreScope }
  | { kind: 'restore'; preview: RestorePreview; choices: RestoreChoices }
  | { kind: 'prune' }
  | { kind: 'size' };

export type ToSnapshots = { id: number; ask: StoreQuestion } | { stop: number };
export type FromSnapshots = { id: number; answer: unknown } | { id: number; error: ErrorData };
