// Runs the calls of one reply: order, parallel reads, time, approval, cancel. Every called tool gets exactly one completion.
// Knows no tool and no rule of policy; both are handed in.
import type { Clock } from '../base/clock.js';
import type { PolicyDecision } from '../policy/decide.js';
import type { Rule } from '../policy/rule.js';
import type { ApprovalDecision, ApprovalRequest } from '../protocol/approval.js';
import type { Display } from '../protocol/display.js';
import type { ToolOutcome } from '../protocol/event.js';
import type { ToolCall } from '../protocol/message.js';
import { callLimitMs } from './call-work.js';
import { type ParsedCall, parseCall } from './parse-call.js';
import type { ToolRegistry } from './registry.js';
import { runCall } from './run-call.js';
import { createWorkClock } from './time-limits.js';
import type { ChangedText, PreparedCall, Tool, ToolContext } from './tool.js';

/** What the policy is asked about. */
export interface CallToDecide {
  call: ToolCall;
  tool: Tool;
  prepared: PreparedCall;
}

/** What a person is asked; the engine adds the id. */
export type ApprovalQuestion = Omit<ApprovalRequest, 'approvalId'>;

/** One decision and what came of it, for the audit log. */
export interface CallRecord {
  call: ToolCall;
  decision: 'allow' | 'deny';
  by: 'policy' | 'rule' | 'user' | 'engine';
  reasons: string[];
  /** The arguments that stood in place of the model's: the person changed them. */
  changedTo?: string;
  /** Only some hunks were taken. */
  hunks?: { taken: number; of: number };
  outcome: ToolOutcome;
  durationMs: number;
}

export interface Remarks {
  /** For the model. */
  text: string;
  /** For the screen. */
  display: Display[];
}

export interface ToolBatchResult {
  callId: string;
  name: string;
  outcome: ToolOutcome;
  /** For the model. */
  text: string;
  display: Display[];
  /** Working time; waiting for approval does not count. */
  durationMs: number;
}

export interface ExecutorLimits {
  parallelReads: number;
  /** One call, unless its tool says otherwise (at most `maxToolMs`). */
  toolMs: number;
  maxToolMs: number;
  /** All calls of a reply; lengthened by what single calls may take over the usual time of one. */
  batchMs: number;
  graceMs: { cancelled: number; 'timed-out': number };
}

const defaultLimits: ExecutorLimits = {
  parallelReads: 4,
  toolMs: 60_000,
  maxToolMs: 600_000,
  batchMs: 90_000,
  graceMs: { cancelled: 250, 'timed-out': 2000 },
};

export interface ExecutorDeps {
  registry: ToolRegistry;
  /** Where nobody can be asked this turns `ask` into `deny` with that reason. */
  decide(call: CallToDecide): Promise<PolicyDecision>;
  /** Waits for a person. May stay open when the turn is cancelled: the executor then no longer waits for it. */
  ask(question: ApprovalQuestion): Promise<ApprovalDecision>;
  /** False: nobody can be asked anything. */
  isPersonThere?: boolean;
  /** The person allowed it from now on. */
  remember(rule: Rule, scope: 'thread' | 'always'): void | Promise<void>;
  /** Resolves when a call that may change something may run; with a sentence: it must not, and why. */
  mayChange?(): Promise<string | undefined>;
  /** What there is to say of files that a call has written, said after its own words. Ends at once when `signal` aborts; never rejects. */
  afterWrite?(changes: readonly ChangedText[], signal: AbortSignal): Promise<Remarks | undefined>;
  called(call: ToolCall, title: string): void | Promise<void>;
  progress(callId: string, text: string): void;
  completed(result: ToolBatchResult): void | Promise<void>;
  decided?(record: CallRecord): void | Promise<void>;
  /** Absolute; long results are saved there for `read_file`, so the policy must let it be read. */
  resultFolder: string;
  /** Whether a result of this text leaves enough of the model's window; absent: only the number of characters is bounded. */
  fits?(text: string): boolean;
  clock: Clock;
  limits?: Partial<ExecutorLimits>;
}

export interface Executor {
  /** Results in call order, one for each call. Rejects only when a callback does. */
  runBatch(calls: ToolCall[], context: ToolContext): Promise<ToolBatchResult[]>;
}

export function createExecutor(deps: ExecutorDeps): Executor {
  const limits = { ...defaultLimits, ...deps.limits };
  return {
    async runBatch(calls, context) {
      const parsed = calls.map((call) => parseCall(call, deps.registry));
      const callLimits = parsed.map((call) => callLimitMs(call, limits));
      const extra = callLimits.reduce((sum, ms) => sum + Math.max(0, ms - defaultLimits.toolMs), 0);
      const clock = createWorkClock(limits.batchMs + extra);
      const results: ToolBatchResult[] = [];
      const run = async (index: number): Promise<void> => {
        results[index] = await runCall({
          call: calls[index]!,
          parsed: parsed[index]!,
          limitMs: callLimits[index]!,
          clock,
          context,
          limits,
          deps,
          timer: { usedMs: 0 },
        });
      };
      for (const group of groupsOf(parsed)) await runGroup(group, limits.parallelReads, run);
      return results;
    },
  };
}

/** Neighbouring reads make one group; a call that changes something is a group of its own, so that order holds. */
function groupsOf(parsed: ParsedCall[]): number[][] {
  const groups: number[][] = [];
  let readsBefore = false;
  parsed.forEach((call, index) => {
    const reads = 'problem' in call || call.tool.readOnly;
    if (reads && readsBefore) groups.at(-1)!.push(index);
    else groups.push([index]);
    readsBefore = reads;
  });
  return groups;
}

async function runGroup(indices: number[], atOnce: number, run: (index: number) => Promise<void>): Promise<void> {
  const waiting = [...indices];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  // To the end of all of them, also when one could not be reported: nothing of a batch may happen after it.
  const workers = await Promise.allSettled(Array.from({ length: Math.min(atOnce, indices.length) }, worker));
  for (const done of workers) if (done.status === 'rejected') throw done.reason;
}
