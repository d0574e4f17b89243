// The grammar of a thread: which events may follow which. Tests hold every thread to it, and the engine one that it opens; what a crash left out is mended before (thread/repair.ts).
import { checkPlans } from './check-plan.js';
import { type DurableEvent, type Envelope, type Event, isDurable, type LiveEvent } from './event.js';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** One turn as it stands; a fresh one for each `turn.started`. */
interface TurnState {
  turnId: string | undefined;
  /** What happens inside tasks, by task and agent; each has steps of its own. */
  tasks: Map<string, TurnState>;
  lastStep: number;
  isStepOpen: boolean;
  /** Calls of the newest message that have no completion yet, and whether they were called. */
  openCalls: Map<string, 'named' | 'called'>;
  openApprovals: Set<string>;
  /** Text that came in pieces for messages that are not completed, by message and channel. */
  deltas: Map<string, { text: string; reasoning: string }>;
}

/**
 * What is wrong with these events of one or several threads, one sentence each, `#seq` naming the place; empty when all is well.
 * Live events may be among them or not. A thread that is opened again begins anew.
 */
export function checkTranscript(envelopes: Envelope[]): string[] {
  const problems: string[] = [];
  const threads = new Map<string, ThreadCheck>();
  for (const envelope of envelopes) {
    const { threadId, event } = envelope;
    if (event.type === 'thread.opened') threads.get(threadId)?.end();
    if (event.type === 'thread.opened' || !threads.has(threadId)) threads.set(threadId, checkThread(problems));
    threads.get(threadId)?.see(envelope);
  }
  for (const thread of threads.values()) thread.end();
  return [...problems, ...repeatedAnswers(envelopes)];
}

interface ThreadCheck {
  see(envelope: Envelope): void;
  /** Nothing more comes: what is open is a problem. */
  end(): void;
}

function checkThread(problems: string[]): ThreadCheck {
  let seq = 0;
  let turn: TurnState | undefined;
  const known = { calls: new Set<string>(), messages: new Set<string>(), approvals: new Set<string>() };
  const plans = checkPlans();
  const shells = { all: new Set<string>(), open: new Set<string>() };

  return {
    see(envelope) {
      const { event } = envelope;
      const say = (problem: string) => problems.push(`#${envelope.seq ?? `after ${seq}`} ${event.type}: ${problem}`);
      if (isDurable(event)) {
        if (envelope.seq !== seq + 1) say(`seq is ${envelope.seq}, ${seq + 1} was due`);
        seq = envelope.seq ?? seq + 1;
        if ((event.type === 'thread.created') !== (seq === 1)) say('thread.created is the first event, once');
      } else if (envelope.seq !== undefined) say('a live event has no seq');

      for (const problem of plans.see(event)) say(problem);
      if (isOfShell(event, shells.open)) {
        if (envelope.turnId !== undefined) say('a command of the user belongs to no turn');
        seeShell(shells, event, say);
      } else if (event.type === 'turn.started') {
        if (turn) say('a turn is open already');
        turn = newTurn(envelope.turnId);
      } else if (event.type === 'thread.rewound' || event.type === 'thread.restored') {
        if (turn) say('turns are taken back and brought back only between turns');
      } else if (turn) {
        if (envelope.turnId !== undefined && turn.turnId !== undefined && envelope.turnId !== turn.turnId)
          say(`belongs to turn ${envelope.turnId} while ${turn.turnId} is open`);
        seeInTurn(stateFor(turn, envelope), event, known, say);
        if (closesTurn(event)) {
          for (const task of turn.tasks.values()) seeInTurn(task, event, known, say);
          turn = undefined;
        }
      } else if (belongsInTurn(event)) say('no turn is open');
    },
    end() {
      if (turn) problems.push(`at the end: the turn ${turn.turnId ?? ''} was not closed`);
      for (const shellId of shells.open) problems.push(`at the end: the command ${shellId} has no completion`);
    },
  };
}

const newTurn = (turnId: string | undefined): TurnState => ({
  turnId,
  tasks: new Map(),
  lastStep: 0,
  isStepOpen: false,
  openCalls: new Map(),
  openApprovals: new Set(),
  deltas: new Map(),
});

/** The turn's own state, or that of the task an event belongs to. A task that runs again begins with step 1 again. */
function stateFor(turn: TurnState, { taskId, agentId, event }: Envelope): TurnState {
  if (taskId === undefined) return turn;
  const key = `${taskId} ${agentId ?? ''}`;
  const known = turn.tasks.get(key);
  const begins = event.type === 'step.started' && event.step === 1;
  const state = known === undefined || (begins && !known.isStepOpen) ? newTurn(turn.turnId) : known;
  turn.tasks.set(key, state);
  return state;
}

const outsideTurns: ReadonlySet<Event['type']> = new Set<DurableEvent['type'] | LiveEvent['type']>([
  'thread.created',
  'thread.opened',
  'engine.ready',
  'engine.idle',
  'engine.crashed',
  'command.accepted',
  'command.rejected',
  'query.answered',
  'context.changed',
  'context.compacting',
  'context.compacted',
  'thread.rewound',
  'thread.restored',
  'snapshot.taken',
  'snapshot.restored',
  'usage.changed',
  'queue.changed',
  'settings.changed',
  'diagnostics.changed',
  'notice.raised',
]);
const belongsInTurn = (event: Event) => !outsideTurns.has(event.type);
const closesTurn = (event: Event) => event.type === 'turn.completed' || event.type === 'turn.failed';

/** Commands of the user's own. */
interface Shells {
  all: Set<string>;
  open: Set<string>;
}

type ShellEvent = EventOf<'shell.started' | 'shell.completed' | 'tool.progress'>;

function isOfShell(event: Event, open: ReadonlySet<string>): event is ShellEvent {
  if (event.type === 'tool.progress') return open.has(event.callId);
  return event.type === 'shell.started' || event.type === 'shell.completed';
}

function seeShell({ all, open }: Shells, event: ShellEvent, say: (p: string) => void): void {
  if (event.type === 'shell.started') {
    if (all.has(event.shellId)) say(`command ${event.shellId} is in the thread already`);
    all.add(event.shellId);
    open.add(event.shellId);
  } else if (event.type === 'shell.completed' && !open.delete(event.shellId))
    say(`command ${event.shellId} is not running`);
}

interface KnownIds {
  calls: Set<string>;
  messages: Set<string>;
  approvals: Set<string>;
}

function seeInTurn(turn: TurnState, event: Event, known: KnownIds, say: (problem: string) => void): void {
  switch (event.type) {
    case 'step.started':
    case 'step.completed':
      seeStep(turn, event, say);
      break;
    case 'message.delta':
      gatherDelta(turn, event, known, say);
      break;
    case 'message.completed':
      seeMessage(turn, event, known, say);
      break;
    case 'tool.called':
    case 'tool.progress':
    case 'tool.completed':
      seeTool(turn, event, say);
      break;
    case 'approval.requested':
    case 'approval.resolved':
      seeApproval(turn, event, known, say);
      break;
    case 'turn.completed':
    case 'turn.failed':
      seeClose(turn, event, say);
      break;
  }
}

function seeStep(turn: TurnState, event: EventOf<'step.started' | 'step.completed'>, say: (p: string) => void): void {
  if (event.type === 'step.started') {
    if (turn.isStepOpen) say(`step ${turn.lastStep} is still open`);
    if (event.step !== turn.lastStep + 1) say(`step is ${event.step}, ${turn.lastStep + 1} was due`);
    sayOpenCalls(turn, say);
    turn.lastStep = event.step;
    turn.isStepOpen = true;
  } else {
    if (!turn.isStepOpen || event.step !== turn.lastStep) say(`step ${event.step} is not open`);
    turn.isStepOpen = false;
  }
}

function gatherDelta(
  turn: TurnState,
  event: EventOf<'message.delta'>,
  known: KnownIds,
  say: (p: string) => void,
): void {
  if (known.messages.has(event.messageId)) say(`message ${event.messageId} is completed already`);
  const parts = turn.deltas.get(event.messageId) ?? { text: '', reasoning: '' };
  parts[event.channel] += event.text;
  turn.deltas.set(event.messageId, parts);
}

function seeMessage(
  turn: TurnState,
  event: EventOf<'message.completed'>,
  known: KnownIds,
  say: (p: string) => void,
): void {
  if (!turn.isStepOpen) say('no step is open');
  if (known.messages.has(event.messageId)) say(`message ${event.messageId} is completed twice`);
  known.messages.add(event.messageId);
  const parts = turn.deltas.get(event.messageId);
  turn.deltas.delete(event.messageId);
  for (const channel of ['text', 'reasoning'] as const)
    if (parts?.[channel] && parts[channel] !== event[channel]) say(`its ${channel} is not what its deltas said`);
  sayOpenCalls(turn, say);
  for (const { callId } of event.calls) {
    if (known.calls.has(callId)) say(`call ${callId} is in the thread already`);
    known.calls.add(callId);
    turn.openCalls.set(callId, 'named');
  }
}

function seeTool(
  turn: TurnState,
  event: EventOf<'tool.called' | 'tool.progress' | 'tool.completed'>,
  say: (p: string) => void,
): void {
  const state = turn.openCalls.get(event.callId);
  if (event.type === 'tool.called') {
    if (state !== 'named') say(`call ${event.callId} ${state ? 'was called before' : 'is in no open message'}`);
    turn.openCalls.set(event.callId, 'called');
    return;
  }
  if (state !== 'called') say(`call ${event.callId} is not running`);
  if (event.type === 'tool.completed') turn.openCalls.delete(event.callId);
}

function seeApproval(
  turn: TurnState,
  event: EventOf<'approval.requested' | 'approval.resolved'>,
  known: KnownIds,
  say: (p: string) => void,
): void {
  if (event.type === 'approval.resolved') {
    if (!turn.openApprovals.delete(event.approvalId)) say(`approval ${event.approvalId} is not open`);
    return;
  }
  const { approvalId, callId } = event.request;
  if (known.approvals.has(approvalId)) say(`approval ${approvalId} is asked twice`);
  if (callId !== undefined && turn.openCalls.get(callId) !== 'called') say(`call ${callId} is not running`);
  known.approvals.add(approvalId);
  turn.openApprovals.add(approvalId);
}

function seeClose(turn: TurnState, event: EventOf<'turn.completed' | 'turn.failed'>, say: (p: string) => void): void {
  sayOpenCalls(turn, say);
  for (const approvalId of turn.openApprovals) say(`approval ${approvalId} was not resolved`);
  // A crash, or a log that cannot be written, cuts a step and a message anywhere; every other end completes them.
  if (event.type === 'turn.failed' && (event.error.code === 'crash' || event.error.code === 'storage')) return;
  if (turn.isStepOpen) say(`step ${turn.lastStep} is still open`);
  for (const messageId of turn.deltas.keys()) say(`message ${messageId} was not completed`);
}

function sayOpenCalls(turn: TurnState, say: (problem: string) => void): void {
  for (const callId of turn.openCalls.keys()) say(`call ${callId} has no completion`);
  turn.openCalls.clear();
}

/** A command is accepted or rejected, once. */
function repeatedAnswers(envelopes: Envelope[]): string[] {
  const seen = new Set<string>();
  return envelopes.flatMap(({ event }) => {
    if (event.type !== 'command.accepted' && event.type !== 'command.rejected') return [];
    const isRepeated = seen.has(event.commandId);
    seen.add(event.commandId);
    return isRepeated ? [`${event.type}: command ${event.commandId} was answered before`] : [];
  });
}
