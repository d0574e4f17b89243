// The object that `run --output json` prints: a fold of one turn's events.
import type { ErrorData } from '../base/error.js';
import type { Envelope, ToolOutcome, TurnOutcome } from '../protocol/event.js';
import { noUsage, type Usage } from '../protocol/usage.js';
import { exitCodes } from './exit-codes.js';

export interface RunResult {
  threadId: string;
  turnId: string;
  outcome: TurnOutcome | 'failed';
  text: string;
  error?: ErrorData;
  steps: number;
  durationMs: number;
  usage: Usage;
  tools: { callId: string; name: string; outcome: ToolOutcome; durationMs: number }[];
}

export interface RunRecorder {
  /** True once the turn has been closed. */
  take(envelope: Envelope): boolean;
  result(): RunResult;
}

export function createRunRecorder(): RunRecorder {
  const names = new Map<string, string>();
  const result: RunResult = {
    threadId: '',
    turnId: '',
    outcome: 'failed',
    text: '',
    steps: 0,
    durationMs: 0,
    usage: noUsage,
    tools: [],
  };
  const close = (event: Pick<RunResult, 'text' | 'steps' | 'usage' | 'durationMs'> & { error?: ErrorData }) => {
    const { text, steps, usage, durationMs, error } = event;
    Object.assign(result, { text, steps, usage, durationMs }, error ? { error } : {});
    return true;
  };
  return {
    take({ event, threadId, turnId }) {
      if (turnId) Object.assign(result, { threadId, turnId });
      if (event.type === 'tool.called') names.set(event.callId, event.name);
      if (event.type === 'tool.completed') {
        const { callId, outcome, durationMs } = event;
        result.tools.push({ callId, name: names.get(callId) ?? '', outcome, durationMs });
      }
      if (event.type === 'turn.completed') {
        result.outcome = event.outcome;
        return close(event);
      }
      return event.type === 'turn.failed' ? close(event) : false;
    },
    result: () => result,
  };
}

/** What the shell is told of a turn's end. */
export function exitCodeOf(result: RunResult): number {
  if (result.outcome === 'answered') return exitCodes.answered;
  if (result.outcome === 'limit') return exitCodes.limit;
  if (result.outcome === 'cancelled') return exitCodes.interrupted;
  return result.error?.code === 'config' ? exitCodes.usage : exitCodes.failed;
}
