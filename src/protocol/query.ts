// Read-only questions of a front end and their answers.

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

export type Query = { kind: 'threads' } | { kind: 'models' };

export type QueryResult = { kind: 'threads'; threads: ThreadSummary[] } | { kind: 'models'; models: ModelSummary[] };
