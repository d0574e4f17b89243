// What an engine is started with: plain data, because it crosses into the worker thread.
import type { ApprovalLevel } from '../protocol/approval.js';
import type { SettingSummary } from '../protocol/query.js';

export interface EngineInit {
  /** `~/.paicli` or what stands for it. */
  home: string;
  /** Absolute working folder; the demo's engine makes its own. */
  cwd: string;
  provider: string;
  model: string;
  baseUrl?: string;
  /** Plain text here, since a worker can be handed nothing else; wrapped again at once by the provider. Never logged. */
  apiKey?: string;
  /** Tokens; absent: the catalogue's number. */
  contextWindow?: number;
  approvals: ApprovalLevel;
  maxSteps: number;
  maxCostUsd?: number;
  toolTimeoutMs: number;
  stallTimeoutMs: number;
  /** A person can be asked. */
  interactive: boolean;
  /** Replies for the scripted provider. */
  scriptFile?: string;
  /** Sentences the user should see once. */
  notices: string[];
  /** All settings as they may be shown; absent where nobody shows them. */
  settings?: SettingSummary[];
}
