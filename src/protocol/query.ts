// Read-only questions of a front end and their answers.
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

export type Query =
  | { kind: 'threads' }
  /** Paths of the working folder that fit `text` (fuzzy), the best first; with an empty text the shallowest. */
  | { kind: 'files'; text: string; limit: number }
  | { kind: 'models' }
  | { kind: 'usage' }
  | { kind: 'settings' }
  | { kind: 'preview'; threadId: string };

export type QueryResult =
  | { kind: 'threads'; threads: ThreadSummary[] }
  | { kind: 'models'; models: ModelSummary[] }
  /** Relative to the working folder; `text` is the question's. */
  | { kind: 'files'; text: string; files: string[] }
  | { kind: 'usage'; turns: TurnUsage[] }
  | { kind: 'settings'; file: string; settings: SettingSummary[] }
  | ({ kind: 'preview' } & ThreadPreview);
