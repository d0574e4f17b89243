// Read-only questions of a front end and their answers.
import type { ApprovalLevel } from './approval.js';
import type { RestoreOffer, RestoreWish, SnapshotPoint } from './snapshot.js';
import type { Usage } from './usage.js';

export interface ThreadSummary {
  threadId: string;
  title: string;
  cwd: string;
  createdAt: number;
  updatedAt: number;
  turns: number;
}

export interface ModelSummary {
  provider: string;
  model: string;
  contextWindow: number;
  /** The window is a guess. */
  assumed?: boolean;
  maxOutputTokens?: number;
  images?: boolean;
  /** Per million tokens; `asOf`: the day they were looked up. */
  prices?: { currency: 'USD' | 'CNY'; input: number; cachedInput?: number; output: number; asOf: string };
  current: boolean;
}

/** What was said last in a thread. */
export interface ThreadPreview {
  threadId: string;
  /** Oldest first, each cut to a few hundred characters. */
  said: { from: 'user' | 'assistant'; text: string }[];
}

/** One turn of the open thread. */
export interface TurnUsage {
  /** ms since 1970, of its end. */
  at: number;
  model: string;
  steps: number;
  durationMs: number;
  usage: Usage;
}

/** One setting as it stands. */
export interface SettingSummary {
  key: string;
  description: string;
  /** As text; absent: not set. Of a secret only whether it is set. */
  value?: string;
  secret?: boolean;
  /** Where it was set, e.g. `set by PAICLI_MODEL`; absent: built in. */
  origin?: string;
  /** `settings.save` takes it; what is saved holds from the next start, unless it is a theme. */
  savable: boolean;
  /** What the config file says since it was saved from here, where that differs from what is in force. */
  saved?: string;
  /** What a value must be, in words. */
  expected: string;
  /** The only values there are. */
  choices?: string[];
}

/** One part of what a request carries. */
export interface ContextPart {
  name: 'system' | 'tools' | 'summary' | 'history';
  /** Estimated, calibrated by what the server counted. */
  tokens: number;
}

/** What is allowed or denied from now on. */
export interface PolicyRule {
  effect: 'allow' | 'deny';
  kind: 'line' | 'command' | 'path' | 'tool' | 'host';
  pattern: string;
  /** `project`: in the working folder. */
  scope: 'thread' | 'project' | 'everywhere';
  /** What it is about, in words. */
  label: string;
  /** ms since 1970; absent for rules of the thread. */
  since?: number;
}

/** One line of the audit log. */
export interface AuditedCall {
  /** ms since 1970. */
  at: number;
  threadId: string;
  tool: string;
  /** Its arguments as text, without secrets. */
  what: string;
  decision: 'allow' | 'deny';
  by: 'policy' | 'rule' | 'user' | 'engine';
  reasons: string[];
  outcome: string;
  durationMs: number;
}

/** What is wrong with a file since an edit. */
export interface Problem {
  severity: 'error' | 'warning';
  /** Of the working folder, or absolute. */
  path: string;
  /** From 1, as the column. */
  line: number;
  column: number;
  message: string;
  /** Who says so, e.g. `ts 2322`. */
  source: string;
}

export type Query =
  /** What edits of the agent's broke and is still broken. */
  | { kind: 'diagnostics' }
  /** The rules that hold, and the level. */
  | { kind: 'policy' }
  /** What was decided and run last, of all threads. */
  | { kind: 'audit'; limit: number }
  /** Where the window of the model goes. */
  | { kind: 'context' }
  | { kind: 'threads' }
  /** Paths of the working folder that fit `text` (fuzzy), the best first; with an empty text the shallowest. */
  | { kind: 'files'; text: string; limit: number }
  | { kind: 'models' }
  | { kind: 'usage' }
  | { kind: 'settings' }
  | { kind: 'preview'; threadId: string }
  /** States of the folder that can be restored, of all threads, the newest first. */
  | { kind: 'snapshots' }
  /** What going back to one would do; `all`: also to what the agent did not change. */
  | { kind: 'restore-preview'; wish: RestoreWish; all?: boolean };

export type QueryResult =
  /** Errors first; absent: edits are not checked. */
  | { kind: 'diagnostics'; problems?: Problem[] }
  | { kind: 'policy'; level: ApprovalLevel; file: string; cwd: string; extraFolders: string[]; rules: PolicyRule[] }
  /** Newest first. */
  | { kind: 'audit'; file: string; calls: AuditedCall[] }
  | { kind: 'context'; windowTokens: number; triggerTokens: number; parts: ContextPart[] }
  | { kind: 'threads'; threads: ThreadSummary[] }
  | { kind: 'models'; models: ModelSummary[] }
  /** Relative to the working folder; `text` is the question's. */
  | { kind: 'files'; text: string; files: string[] }
  /** `today`: of all threads, by model, the one with the most tokens first. */
  | { kind: 'usage'; turns: TurnUsage[]; today: { model: string; usage: Usage }[] }
  | { kind: 'settings'; file: string; settings: SettingSummary[] }
  | ({ kind: 'preview' } & ThreadPreview)
  | { kind: 'snapshots'; points: SnapshotPoint[]; sizeBytes: number }
  | ({ kind: 'restore-preview' } & RestoreOffer);
