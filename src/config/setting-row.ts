// What a setting is: the values there are, and what a row of the table says about each. The rows are settings-table.ts.
import type { ApprovalLevel } from '../protocol/approval.js';
import type { Secret } from './secret.js';

export interface SettingValues {
  provider?: string;
  model?: string;
  baseUrl?: string;
  apiKey?: Secret;
  /** Tokens. */
  contextWindow?: number;
  approvals: ApprovalLevel;
  /** What becomes of an input that looks like several steps, when no mode was chosen for it. */
  routing: 'off' | 'suggest' | 'auto';
  maxSteps: number;
  parallelTasks: number;
  teamWorkers: number;
  teamPlannerModel?: string;
  teamWorkerModel?: string;
  teamReviewerModel?: string;
  maxCostUsdPerTurn?: number;
  maxCostUsdPerDay?: number;
  /** In and out together. */
  maxTokensPerTurn?: number;
  maxTokensPerDay?: number;
  snapshots: 'on' | 'off';
  /** What the snapshots of one folder may take. */
  snapshotLimitMb: number;
  /** Whether files are checked after each edit. */
  diagnostics: 'on' | 'off';
  /** JSON: commands of language servers by suffix. */
  languageServers?: string;
  toolTimeoutS: number;
  stallTimeoutS: number;
  /** Whether the model's commands run in a sandbox. */
  sandbox: 'off' | 'auto' | 'required';
  sandboxNetwork: 'on' | 'off';
  /** Hosts that may be fetched although they are not public: with commas between, or `all`. */
  webAllowPrivate?: string;
  searchProvider?: 'searxng' | 'brave' | 'serpapi' | 'zhipu';
  searchBaseUrl?: string;
  searchApiKey?: Secret;
  /** Shell words that start an editor. */
  editor?: string;
  /** Name of a theme of the full screen. */
  theme: string;
  /** Whether the screen calls the user back when its window has not the focus. */
  notify: 'auto' | 'never';
  /** Name of a layout of the full screen. */
  layout: string;
  mouse: 'on' | 'off';
}

export type SettingKey = keyof SettingValues;

export type SettingType =
  | { kind: 'text' }
  /** As text, or in a file as the value itself. */
  | { kind: 'json' }
  | { kind: 'secret' }
  | { kind: 'url' }
  | { kind: 'whole'; min: number; max: number }
  /** Above 0, with decimals. */
  | { kind: 'amount'; max: number }
  | { kind: 'choice'; values: readonly string[] };

export interface SettingRow {
  key: SettingKey;
  type: SettingType;
  /** Environment variables, the strongest first. */
  env: readonly string[];
  /** Command line flag; absent: none, e.g. because other users of the machine see command lines. */
  flag?: string;
  /** What help calls the flag's value. */
  flagValue?: string;
  default?: SettingValues[SettingKey];
  /** The program may write it into the config file for the user: it can do no harm there. */
  savable?: true;
  /** No folder's own file can set it: a key, a command, what may be spent, or how the screen looks. */
  personal?: true;
  /** Means nothing without the screen. */
  screenOnly?: true;
  /** One line for help and documentation. */
  description: string;
}
