// What the reducer must remember between events and no front end sees.
import type { StreamSanitizer } from '../base/sanitize.js';
import { noUsage, type Usage } from '../protocol/usage.js';
import type { AssistantBlock, ToolBlock } from './block.js';

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

export interface Bookkeeping {
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
