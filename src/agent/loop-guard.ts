// Notices that a turn gets nowhere: the same work over and over, or replies with nothing in them. Pure counting.
import { canonicalJson } from '../base/canonical-json.js';
import type { ToolCall } from '../protocol/message.js';
import type { CallResult } from './turn.js';

const sameWorkLimit = 3;
const emptyReplyLimit = 2;

export interface LoopGuard {
  /** Call after each batch: `nudge` the first time work repeats, `end` when it repeats again after the nudge. */
  seeBatch(calls: ToolCall[], results: CallResult[]): 'go-on' | 'nudge' | 'end';
  /** Call on a reply with neither text nor calls: true when it was one too many in a row. */
  seeEmptyReply(): boolean;
}

/** A guard for one turn. Repeated = the same batch with the same results 3 times running, or A-B-A-B. */
export function createLoopGuard(): LoopGuard {
  const seen: string[] = [];
  let nudged = false;
  let emptyReplies = 0;
  return {
    seeBatch(calls, results) {
      emptyReplies = 0;
      seen.push(signature(calls, results));
      if (!repeats(seen)) return 'go-on';
      seen.length = 0;
      if (nudged) return 'end';
      nudged = true;
      return 'nudge';
    },
    seeEmptyReply() {
      emptyReplies++;
      return emptyReplies >= emptyReplyLimit;
    },
  };
}

function repeats(seen: string[]): boolean {
  const last = seen.at(-1);
  const same = seen.length >= sameWorkLimit && seen.slice(-sameWorkLimit).every((entry) => entry === last);
  const [a, b, c, d] = seen.slice(-4);
  const cycle = d !== undefined && a === c && b === d;
  return same || cycle;
}

function signature(calls: ToolCall[], results: CallResult[]): string {
  return canonicalJson(calls.map((call, i) => [call.name, parsed(call.arguments), results[i]?.text ?? '']));
}

/** Arguments that are not JSON are compared as the text they are. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
