// The object that `run --output json` prints: a fold of one turn's events.
import type { ErrorData } from '../base/error.js';
import { type PlanJson, planJson } from '../plan/plan-json.js';
import type { Envelope, ToolOutcome, TurnOutcome } from '../protocol/event.js';
import type { TeamMetrics } from '../protocol/team.js';
import { noUsage, type Usage } from '../protocol/usage.js';
import { exitCodes } from './exit-codes.js';
import type { PlanWatch } from './plan-progress.js';
import type { Stop } from './stops.js';

export interface RunResult {
  threadId: string;
  turnId: string;
  outcome: TurnOutcome | 'failed';
  text: string;
  error?: ErrorData;
  steps: number;
  durationMs: number;
  usage: Usage;
  /** In the order the model called them. */
  tools: RunTool[];
  /** Of a turn in plan mode. */
  plan?: PlanJson;
  /** Of a turn in team mode. */
  team?: TeamMetrics;
}

interface RunTool {
  callId: string;
  name: string;
  outcome: ToolOutcome;
  durationMs: number;
}

export interface RunRecorder {
  take(envelope: Envelope): void;
  /** Of the turn, or of one that was stopped before it began. */
  result(stop: Stop | undefined): RunResult;
}

/** `plans`: told of the events by whoever reports them. */
export function createRunRecorder(plans: Pick<PlanWatch, 'plan'>): RunRecorder {
  let team: TeamMetrics | undefined;
  let closed: Omit<RunResult, 'tools' | 'plan' | 'team'> = {
    threadId: '',
    turnId: '',
    outcome: 'cancelled',
    text: '',
    steps: 0,
    durationMs: 0,
    usage: noUsage,
  };
  const tools = new Map<string, RunTool | undefined>();
  const names = new Map<string, string>();
  return {
    take({ event, threadId, turnId = '' }) {
      switch (event.type) {
        case 'message.completed':
          for (const { callId } of event.calls) tools.set(callId, undefined);
          return;
        case 'tool.called':
          names.set(event.callId, event.name);
          return;
        case 'tool.completed': {
          const { callId, outcome, durationMs } = event;
          tools.set(callId, { callId, name: names.get(callId) ?? '', outcome, durationMs });
          return;
        }
        case 'plan.completed':
          team = event.team;
          return;
        case 'turn.completed':
        case 'turn.failed': {
          const outcome = event.type === 'turn.completed' ? event.outcome : 'failed';
          const { text, error, steps, durationMs, usage } = event;
          closed = { threadId, turnId, outcome, text, ...(error ? { error } : {}), steps, durationMs, usage };
        }
      }
    },
    result(stop) {
      const plan = plans.plan();
      const called = [...tools.values()].filter((tool) => tool !== undefined);
      return stoppedBy(stop, {
        ...closed,
        tools: called,
        ...(plan === undefined ? {} : { plan: planJson(plan) }),
        ...(team === undefined ? {} : { team }),
      });
    },
  };
}

/** A cancelled turn says who cancelled it; time that ran out is a limit. */
function stoppedBy(stop: Stop | undefined, result: RunResult): RunResult {
  if (result.outcome !== 'cancelled' || stop === undefined) return result;
  switch (stop.kind) {
    case 'time': {
      const message = `The turn was ended: the time limit of ${stop.limitS} s was reached.`;
      return { ...result, outcome: 'limit', error: { code: 'limit', message } };
    }
    case 'signal':
      return { ...result, error: { code: 'cancelled', message: `The turn was ${stop.word}.` } };
    case 'output':
      return result;
  }
}

/** What the shell is told of a turn's end. */
export function exitCodeOf({ outcome, error, plan }: RunResult, stop: Stop | undefined): number {
  if (stop?.kind === 'signal') return stop.exitCode;
  switch (outcome) {
    case 'answered':
      return plan?.status === 'FAILED' ? exitCodes.planFailed : exitCodes.answered;
    case 'limit':
      return exitCodes.limit;
    case 'cancelled':
      return exitCodes.interrupted;
    case 'failed':
      return error?.code === 'config' ? exitCodes.usage : exitCodes.failed;
  }
}
