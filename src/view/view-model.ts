// What every front end draws from. The view is owned by the reducer alone and is a function of the events: front ends
// read it and never write to it. It is changed in place, for speed; `version` tells whether anything visible changed.
import type { ErrorData } from '../base/error.js';
import type { ApprovalRequest } from '../protocol/approval.js';
import type { LiveEvent, Mode, TurnOutcome } from '../protocol/event.js';
import { noUsage, type Usage } from '../protocol/usage.js';
import type { Block } from './block.js';
import { type Bookkeeping, createBookkeeping } from './bookkeeping.js';
import type { PlanView } from './plan-view.js';
import type { AgentView, TeamView } from './team-view.js';

/** What the engine said about itself; absent until it is ready. */
export type EngineFacts = Omit<Extract<LiveEvent, { type: 'engine.ready' }>, 'type' | 'cwd'>;

/** An open question. Its request is cleaned in reveal mode: what it shows is what runs, controls made visible. */
export interface PendingApproval {
  request: ApprovalRequest;
  /** ms since 1970. */
  requestedAt: number;
  agentId?: string;
  taskId?: string;
}

export interface RunningTurn {
  turnId: string;
  mode: Mode;
  /** ms since 1970. */
  startedAt: number;
  step: number;
}

/** How the newest closed turn ended. */
export interface ClosedTurn {
  turnId: string;
  outcome: TurnOutcome | 'failed';
  steps: number;
  usage: Usage;
  durationMs: number;
}

export interface ContextMeter {
  usedTokens: number;
  windowTokens: number;
  estimated: boolean;
}

export interface View {
  /** Grows with every visible change. */
  version: number;
  /** Grows when the picture begins anew (another thread); caches by block id must be dropped then. */
  epoch: number;
  /** Ids and texts are empty until a thread is open. */
  thread: { threadId: string; title: string; cwd: string };
  engine: EngineFacts | undefined;
  blocks: Block[];
  /** The inbox of open questions, oldest first. */
  approvals: PendingApproval[];
  /** Files that the agent changed in this thread, by path relative to the working folder. */
  changedFiles: Map<string, 'added' | 'modified' | 'deleted'>;
  queue: { itemId: string; text: string }[];
  turn: RunningTurn | undefined;
  /** The user's own command that runs, also beside a turn. */
  shell: { shellId: string; startedAt: number } | undefined;
  /** The conversation is being made smaller, in a turn or by the user's wish. */
  compacting: { startedAt: number } | undefined;
  lastTurn: ClosedTurn | undefined;
  /** The newest plan of the thread, also when it has ended. */
  plan: PlanView | undefined;
  /** Those who work in a team, by id: from the beginning of a team's turn until the next turn. */
  agents: Map<string, AgentView>;
  team: TeamView | undefined;
  context: ContextMeter | undefined;
  /** Number of the newest snapshot of the folder that this thread tells of. */
  snapshot: number | undefined;
  /** Problems that edits of the agent's brought and that stand. */
  problems: { errors: number; warnings: number };
  /** Of the whole thread. */
  usage: Usage;
  /** The engine died with this; nothing will come any more. */
  crashed: ErrorData | undefined;
  /** The reducer's own, and of turns.ts; no front end reads it. */
  readonly bookkeeping: Bookkeeping;
}

/** An empty view, before any event. */
export function createView(): View {
  return {
    version: 0,
    epoch: 0,
    thread: { threadId: '', title: '', cwd: '' },
    engine: undefined,
    blocks: [],
    approvals: [],
    changedFiles: new Map(),
    queue: [],
    turn: undefined,
    shell: undefined,
    compacting: undefined,
    lastTurn: undefined,
    plan: undefined,
    agents: new Map(),
    team: undefined,
    context: undefined,
    snapshot: undefined,
    problems: { errors: 0, warnings: 0 },
    usage: noUsage,
    crashed: undefined,
    bookkeeping: createBookkeeping(),
  };
}
