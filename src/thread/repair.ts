// What must be added to a thread's log after a crash so that its grammar holds again. Pure; the engine appends the result.
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { ToolCall } from '../protocol/message.js';
import { totalUsage } from './usage-total.js';

const stoppedText = (cause: string) =>
  `Stopped: this call was started and interrupted when ${cause}; what it changed may be incomplete.`;
const skippedText = (cause: string) => `Skipped: this call was not run; ${cause} before it began.`;
const crashMessage = (cause: string) => `interrupted: ${cause} in the middle of this turn`;

/**
 * Events for the one turn that may be open, in order, `turn.failed` the last; none when the log ended properly.
 * They belong to the turn of the last envelope. `cause`: what happened, as the beginning of a sentence.
 */
export function repairEvents(envelopes: Envelope[], cause = 'the program ended'): DurableEvent[] {
  const turn = openTurn(envelopes);
  if (turn.length === 0) return [];
  const events = turn.filter(({ taskId }) => taskId === undefined).map(({ event }) => event);
  const waiting = unresolvedApprovals(events);
  return [
    ...waiting.map(({ approvalId }) => withdrawn(approvalId, cause)),
    ...missingCompletions(events, new Set(waiting.map(({ callId }) => callId)), cause),
    turnFailed(turn, cause),
  ];
}

/** An event with the task it belongs to. */
export type TaskRepair = Pick<Envelope, 'taskId' | 'agentId'> & { event: DurableEvent };

/**
 * The same for what happened inside the tasks of a plan; goes before `repairEvents`. Tasks that ran wait again, so that the plan can be
 * gone on with.
 */
export function repairTasks(envelopes: Envelope[], cause = 'the program ended'): TaskRepair[] {
  const turn = openTurn(envelopes);
  const byWorker = new Map<string, Envelope[]>();
  for (const envelope of turn) {
    if (envelope.taskId === undefined) continue;
    const key = `${envelope.taskId} ${envelope.agentId ?? ''}`;
    byWorker.set(key, [...(byWorker.get(key) ?? []), envelope]);
  }
  const inside = [...byWorker.values()].flatMap((own): TaskRepair[] => {
    const events = own.map(({ event }) => event);
    const waiting = unresolvedApprovals(events);
    const { taskId, agentId } = own[0]!;
    const stamp = { ...(taskId === undefined ? {} : { taskId }), ...(agentId === undefined ? {} : { agentId }) };
    return [
      ...waiting.map(({ approvalId }) => withdrawn(approvalId, cause)),
      ...missingCompletions(events, new Set(waiting.map(({ callId }) => callId)), cause),
    ].map((event) => ({ ...stamp, event }));
  });
  return [...inside, ...runningTasks(turn).map((event) => ({ event }))];
}

function runningTasks(turn: Envelope[]): DurableEvent[] {
  const states = new Map<string, Extract<DurableEvent, { type: 'task.changed' }>>();
  for (const { event } of turn) if (event.type === 'task.changed') states.set(`${event.planId} ${event.taskId}`, event);
  return [...states.values()]
    .filter(({ status }) => status === 'RUNNING')
    .map(({ planId, taskId }) => ({ type: 'task.changed', planId, taskId, status: 'PENDING' }));
}

const withdrawn = (approvalId: string, cause: string): DurableEvent => ({
  type: 'approval.resolved',
  approvalId,
  decision: { kind: 'deny', reason: `${cause} before it was answered` },
  by: 'engine',
});

/** The envelopes from the last `turn.started` on, when nothing closed that turn. */
function openTurn(envelopes: Envelope[]): Envelope[] {
  const start = envelopes.findLastIndex(({ event }) => event.type === 'turn.started');
  const turn = start === -1 ? [] : envelopes.slice(start);
  return turn.some(({ event }) => event.type === 'turn.completed' || event.type === 'turn.failed') ? [] : turn;
}

function unresolvedApprovals(events: Envelope['event'][]) {
  const resolved = new Set(events.map((event) => (event.type === 'approval.resolved' ? event.approvalId : '')));
  return events
    .flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))
    .filter(({ approvalId }) => !resolved.has(approvalId));
}

/** One completion for each call that has none, in call order. A call whose approval was open had not begun. */
function missingCompletions(
  events: Envelope['event'][],
  awaitingApproval: Set<string | undefined>,
  cause: string,
): DurableEvent[] {
  const calls = events.flatMap((event) => (event.type === 'message.completed' ? event.calls : []));
  const called = new Set(events.map((event) => (event.type === 'tool.called' ? event.callId : '')));
  const completed = new Set(events.map((event) => (event.type === 'tool.completed' ? event.callId : '')));
  return calls
    .filter(({ callId }) => !completed.has(callId))
    .flatMap((call): DurableEvent[] => {
      if (!called.has(call.callId)) return [toolCalled(call), toolCompleted(call, 'skipped', skippedText(cause))];
      if (awaitingApproval.has(call.callId)) return [toolCompleted(call, 'skipped', skippedText(cause))];
      return [toolCompleted(call, 'stopped', stoppedText(cause))];
    });
}

const toolCalled = (call: ToolCall): DurableEvent => ({ type: 'tool.called', ...call, title: '' });

const toolCompleted = ({ callId }: ToolCall, outcome: 'stopped' | 'skipped', text: string): DurableEvent => ({
  type: 'tool.completed',
  callId,
  outcome,
  text,
  display: [{ kind: 'text', text, tone: 'warning' }],
  durationMs: 0,
});

function turnFailed(turn: Envelope[], cause: string): DurableEvent {
  const lastMessage = turn.findLast(
    ({ event, taskId }) => event.type === 'message.completed' && taskId === undefined,
  )?.event;
  return {
    type: 'turn.failed',
    error: { code: 'crash', message: crashMessage(cause) },
    text: lastMessage?.type === 'message.completed' ? lastMessage.text : '',
    steps: turn.filter(({ event, taskId }) => event.type === 'step.started' && taskId === undefined).length,
    usage: totalUsage(turn),
    durationMs: turn.at(-1)!.at - turn[0]!.at,
  };
}
