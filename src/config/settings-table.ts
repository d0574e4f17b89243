// All settings in one table: from it come reading, checking, help texts and the list of environment variables.
import { type ApprovalLevel, approvalLevels } from '../protocol/approval.js';
import type { Secret } from './secret.js';

export interface SettingValues {
  provider?: string;
  model?: string;
  baseUrl?: string;
  apiKey?: Secret;
  /** Tokens. */
  contextWindow?: number;
  approvals: ApprovalLevel;
  maxSteps: number;
  toolTimeoutS: number;
  stallTimeoutS: number;
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
  | { kind: 'secret' }
  | { kind: 'url' }
  | { kind: 'whole'; min: number; max: number }
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
  /** Means nothing without the screen. */
  screenOnly?: true;
  /** One line for help and documentation. */
  description: string;
}

export const settingsTable: readonly SettingRow[] = [
  {
    key: 'provider',
    type: { kind: 'text' },
    env: ['PAICLI_PROVIDER'],
    flag: '--provider',
    flagValue: 'NAME',
    description: 'Whose models to use; without it, the first provider whose key is found, else the demo model',
  },
  {
    key: 'model',
    type: { kind: 'text' },
    env: ['PAICLI_MODEL'],
    flag: '--model',
    flagValue: 'MODEL',
    description: "Name of the model; without it, the provider's usual one",
  },
  {
    key: 'baseUrl',
    type: { kind: 'url' },
    env: ['PAICLI_BASE_URL'],
    flag: '--base-url',
    flagValue: 'URL',
    description: 'Address of an OpenAI-compatible server, e.g. http://127.0.0.1:11434/v1',
  },
  {
    key: 'apiKey',
    type: { kind: 'secret' },
    env: ['PAICLI_API_KEY'],
    description: "Key for the model's server; {PROVIDER}_API_KEY is read too",
  },
  {
    key: 'contextWindow',
    type: { kind: 'whole', min: 1000, max: 100_000_000 },
    env: ['PAICLI_CONTEXT_WINDOW'],
    flag: '--context-window',
    flagValue: 'TOKENS',
    description: "Size of the model's context window in tokens",
  },
  {
    key: 'approvals',
    type: { kind: 'choice', values: approvalLevels },
    env: ['PAICLI_APPROVALS'],
    flag: '--approve',
    flagValue: 'LEVEL',
    default: 'ask',
    description: 'What runs without asking: ask (reads only), edits, all, never (read only, nothing is asked)',
  },
  {
    key: 'maxSteps',
    type: { kind: 'whole', min: 1, max: 10_000 },
    env: ['PAICLI_MAX_STEPS'],
    flag: '--max-steps',
    flagValue: 'N',
    default: 20,
    savable: true,
    description: 'Model calls of one turn; then the full screen asks whether to go on, and `paicli run` ends the turn',
  },
  {
    key: 'toolTimeoutS',
    type: { kind: 'whole', min: 1, max: 600 },
    env: ['PAICLI_TOOL_TIMEOUT'],
    flag: '--tool-timeout',
    flagValue: 'SECONDS',
    default: 60,
    savable: true,
    description: 'Seconds one tool call may take',
  },
  {
    key: 'stallTimeoutS',
    type: { kind: 'whole', min: 1, max: 3600 },
    env: ['PAICLI_STALL_TIMEOUT'],
    flag: '--stall-timeout',
    flagValue: 'SECONDS',
    default: 60,
    savable: true,
    description: 'Seconds without a byte from the model after which its reply counts as broken',
  },
  {
    key: 'editor',
    type: { kind: 'text' },
    env: ['PAICLI_EDITOR', 'VISUAL', 'EDITOR'],
    description: 'Editor for long messages (Ctrl+G), e.g. vim or `code --wait`',
  },
  {
    key: 'theme',
    type: { kind: 'text' },
    env: ['PAICLI_THEME'],
    flag: '--theme',
    flagValue: 'NAME',
    default: 'default',
    savable: true,
    screenOnly: true,
    description: 'Colours of the screen: default, dark, light, high-contrast, or one of your own',
  },
  {
    key: 'notify',
    type: { kind: 'choice', values: ['auto', 'never'] },
    env: ['PAICLI_NOTIFY'],
    default: 'auto',
    savable: true,
    screenOnly: true,
    description:
      'Bell and notification when a long turn is done or a question waits and you look elsewhere: auto, never',
  },
  {
    key: 'layout',
    type: { kind: 'text' },
    env: ['PAICLI_LAYOUT'],
    flag: '--layout',
    flagValue: 'NAME',
    default: 'auto',
    savable: true,
    screenOnly: true,
    description: 'Where the panels of the screen stand: auto (by its size), team, or one of your own',
  },
  {
    key: 'mouse',
    type: { kind: 'choice', values: ['on', 'off'] },
    env: ['PAICLI_MOUSE'],
    default: 'off',
    savable: true,
    screenOnly: true,
    description: 'Clicks and the wheel for the screen (on) or for the terminal, which can then select text (off)',
  },
];
