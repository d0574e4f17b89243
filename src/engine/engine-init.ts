// What an engine is started with: plain data, because it crosses into the worker thread.
import type { ApprovalLevel } from '../protocol/approval.js';
import type { Mode } from '../protocol/event.js';
import type { PlannedPlan } from '../protocol/plan.js';
import type { SettingSummary } from '../protocol/query.js';
import type { AgentRole } from '../protocol/team.js';
import type { CatalogProvider } from '../provider/catalog-data.js';
import type { SpendingLimits } from './spending.js';

export interface EngineInit {
  /** `~/.paicli` or what stands for it. */
  home: string;
  /** Absolute working folder; the demo's engine makes its own. */
  cwd: string;
  /** Further folders that count as inside; absolute. */
  extraFolders?: string[];
  provider: string;
  model: string;
  baseUrl?: string;
  /** Plain text here, since a worker can be handed nothing else; wrapped again at once by the provider. Never logged. */
  apiKey?: string;
  /** The key is one that was given to the program itself: a newer one may be stored by now. */
  isStoredKey?: boolean;
  /** All providers, where the user has entries of their own; absent: those built in. */
  catalog?: readonly CatalogProvider[];
  /** What was switched to before the engine had to be started again; absent: `provider` and `model`. */
  inUse?: { provider: string; model: string };
  /** Tokens; absent: the catalogue's number. */
  contextWindow?: number;
  approvals: ApprovalLevel;
  maxSteps: number;
  /** Absent: no limits of money and tokens. */
  spending?: SpendingLimits;
  toolTimeoutMs: number;
  stallTimeoutMs: number;
  /** A plan that is run in place of one that the model makes. */
  plan?: PlannedPlan;
  /** Turns in plan mode end with the plan, as JSON. */
  planOnly?: boolean;
  /** What becomes of an input that looks like several steps; absent: nothing. */
  routing?: 'off' | 'suggest' | 'auto';
  /** Absent: three workers, all with the thread's model. */
  team?: { workers?: number; models?: Partial<Record<AgentRole, string>> };
  /** False: plans run without a review, also where a person can be asked. */
  reviewPlans?: boolean;
  /** The mode that turns run in at first; absent: react. `auto`: each turn in what suits its input. */
  mode?: Mode | 'auto';
  /** Tasks of a plan that run at once; absent: 4. */
  parallelTasks?: number;
  /** Absent: none are taken. `asks`: a person is asked when one cannot be; absent: where a person can be. `boundMs`: how long is waited for one. */
  snapshots?: { limitMb: number; asks?: boolean; boundMs?: number };
  /** Absent: edits are not checked. `reportWithinMs`: how long a call waits for what is found. */
  diagnostics?: { languageServers?: Record<string, string[]>; reportWithinMs?: number };
  /** The folder has settings of its own, and the user trusts them. */
  isFolderTrusted?: true;
  /** A person can be asked. */
  interactive: boolean;
  /** For the model's commands; absent: off. */
  sandbox?: 'off' | 'auto' | 'required';
  /** Commands in the sandbox reach the network; absent: true. */
  sandboxNetwork?: boolean;
  /** Absent: only public hosts, and no search service. */
  web?: {
    /** Hosts the user has named although they are not public. */
    allowPrivate?: string;
    /** The key is plain text here as `apiKey` is. */
    search?: { provider: 'searxng' | 'brave' | 'serpapi' | 'zhipu'; baseUrl?: string; apiKey?: string };
  };
  /** Replies for the scripted provider. */
  scriptFile?: string;
  /** Prompts of the working folder's own, by name; only of a folder that the user trusts. */
  folderPrompts?: Record<string, string>;
  /** Sentences the user should see once. */
  notices: string[];
  /** All settings as they may be shown; absent where nobody shows them. */
  settings?: SettingSummary[];
}
