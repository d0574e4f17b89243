// What the reducer must remember between events and no front end sees.
import type { StreamSanitizer } from '../base/sanitize.js';
import { noUsage, type Usage } from '../protocol/usage.js';
import type { AssistantBlock, Block, ToolBlock } from './block.js';
import type { PlanView } from './plan-view.js';

/** A message whose deltas are still coming; each channel has its own sanitizer, as an escape code may be cut by a chunk. */
export interface OpenMessage {
  block: AssistantBlock;
  text: StreamSanitizer;
  reasoning: StreamSanitizer;
}

export interface OpenTool {
  block: ToolBlock;
  progress: StreamSanitizer;
}

/** Where a turn begins: its event, and its first block. */
export interface TurnMark {
  seq: number;
  turnId: string;
  /** ms since 1970. */
  at: number;
  blocks: number;
}

/** What one rewind took away. */
export interface TakenBack {
  marks: TurnMark[];
  blocks: Block[];
  /** The notice that stands in its place. */
  noticeId: string;
}

export interface Bookkeeping {
  /** Plans of this thread by id; the newest is also `View.plan`. */
  plans: Map<string, PlanView>;
  turnMarks: TurnMark[];
  /** Numbers of the snapshots before turns, by the turn's id. */
  snapshots: Map<string, number>;
  /** What each rewind took away since the last turn began, the newest last. */
  takenBack: TakenBack[];
  /** Newest durable event that was applied; what a reconnect sends again is skipped. */
  lastSeq: number;
  messages: Map<string, OpenMessage>;
  /** Messages that are complete: late deltas of theirs are ignored. */
  completedMessages: Set<string>;
  tools: Map<string, OpenTool>;
  /** The user's own command; turns begin and end beside it. */
  shell: OpenTool | undefined;
  /** Sum over completed steps, shown until the engine reports the thread's total. */
  stepUsage: Usage;
  reportedUsage: Usage | undefined;
  notices: number;
}

export function createBookkeeping(): Bookkeeping {
  return {
    plans: new Map(),
    turnMarks: [],
    snapshots: new Map(),
    takenBack: [],
    lastSeq: 0,
    messages: new Map(),
    completedMessages: new Set(),
    tools: new Map(),
    shell: undefined,
    stepUsage: noUsage,
    reportedUsage: undefined,
    notices: 0,
  };
}

/** Forgets a thread; notices keep counting, so that their ids stay unique. */
export function resetBookkeeping(kept: Bookkeeping): void {
  Object.assign(kept, createBookkeeping(), { notices: kept.notices });
}
