// Events into the view: the one entry, and what concerns the engine and the thread as a whole. One file a noun beside it.
import { stripControls } from '../base/sanitize.js';
import { type Envelope, type Event, isDurable } from '../protocol/event.js';
import { addUsage, noUsage } from '../protocol/usage.js';
import { resetBookkeeping } from './bookkeeping.js';
import { cleanError, cleanOneLine } from './clean.js';
import { requestApproval, resolveApproval } from './reduce-approval.js';
import { beginCompacting, bringBack, showCompaction, takeBack } from './reduce-context.js';
import { addDelta, completeMessage } from './reduce-message.js';
import { addNotice, reportCrash } from './reduce-notice.js';
import { conversationOf, isOfTask, reducePlan, touchTask } from './reduce-plan.js';
import { completeShell, startShell } from './reduce-shell.js';
import { noteSnapshot, showRestore } from './reduce-snapshot.js';
import { beginTeam, changeTeam, completeAgent, completeReview, settleTeam, startAgent } from './reduce-team.js';
import { addProgress, callTool, completeTool } from './reduce-tool.js';
import { closeTurn, settleTurn, startTurn, steerTurn } from './reduce-turn.js';
import type { View } from './view-model.js';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** Applies one event. Durable events that were applied before, and events of a thread that is not open, change nothing. */
export function applyEvent(view: View, envelope: Envelope): void {
  if (envelope.event.type === 'thread.opened') {
    openThread(view, envelope.threadId, envelope.event);
    return;
  }
  if (!concerns(view, envelope)) return;
  if (view.thread.threadId === '') view.thread.threadId = envelope.threadId;
  if (isDurable(envelope.event) && envelope.seq !== undefined) {
    if (envelope.seq <= view.bookkeeping.lastSeq) return;
    view.bookkeeping.lastSeq = envelope.seq;
  }
  if (isOfTask(envelope) ? reduceInTask(view, envelope) : reduce(view, envelope)) view.version++;
}

/** What happens inside a task goes to its own conversation; a question goes to the one inbox too. */
function reduceInTask(view: View, envelope: Envelope): boolean {
  const { event } = envelope;
  if (isOfTeam(event)) return reduce(view, envelope);
  const conversation = conversationOf(view, envelope);
  const inside = conversation !== undefined && reduce(conversation, envelope);
  if (inside) touchTask(view, conversation, envelope.taskId ?? '');
  if (event.type === 'step.completed') return reduce(view, envelope);
  if (event.type === 'approval.requested' || event.type === 'approval.resolved')
    return reduce(view, envelope) || inside;
  return inside;
}

/** Who works on what is no part of what is said in the work. */
function isOfTeam({ type }: Event): boolean {
  return type === 'agent.started' || type === 'agent.completed' || type === 'review.completed';
}

function concerns(view: View, envelope: Envelope): boolean {
  return envelope.threadId === '' || view.thread.threadId === '' || envelope.threadId === view.thread.threadId;
}

/** Returns whether anything visible changed. */
function reduce(view: View, envelope: Envelope): boolean {
  const { event, at } = envelope;
  switch (event.type) {
    case 'thread.created':
      Object.assign(view.thread, { title: cleanOneLine(event.title), cwd: cleanOneLine(event.cwd) });
      return true;
    case 'turn.started':
      beginTeam(view, event.mode);
      return startTurn(view, envelope, event);
    case 'turn.steered':
      return steerTurn(view, envelope, event);
    case 'step.started':
      return setStep(view, event.step);
    case 'message.started':
      return false;
    case 'message.delta':
      return addDelta(view, event);
    case 'message.completed':
      return completeMessage(view, event);
    case 'tool.called':
      return callTool(view, at, event);
    case 'tool.progress':
      return addProgress(view, event);
    case 'tool.completed':
      return completeTool(view, event);
    case 'shell.started':
      return startShell(view, at, event);
    case 'shell.completed':
      return completeShell(view, event);
    case 'approval.requested':
      return requestApproval(view, envelope, event.request);
    case 'approval.resolved':
      return resolveApproval(view, at, event);
    case 'plan.proposed':
    case 'plan.revised':
    case 'plan.accepted':
    case 'plan.completed':
    case 'task.changed':
      return reducePlan(view, envelope, event);
    case 'agent.started':
      return startAgent(view, event);
    case 'agent.completed':
      return completeAgent(view, event);
    case 'review.completed':
      return completeReview(view, event);
    case 'context.compacted':
      return showCompaction(view, event);
    case 'thread.rewound':
      beginTeam(view, 'react');
      return takeBack(view, event.fromSeq, event.turns);
    case 'thread.restored':
      return bringBack(view);
    case 'snapshot.taken':
      return noteSnapshot(view, event);
    case 'snapshot.restored':
      return showRestore(view, event);
    case 'step.completed':
      view.bookkeeping.stepUsage = addUsage(view.bookkeeping.stepUsage, event.usage);
      return showUsage(view);
    case 'turn.completed':
    case 'turn.failed':
      settleTeam(view);
      return closeTurn(view, envelope, event);
    default:
      return reduceEngine(view, event, at);
  }
}

function reduceEngine(view: View, event: Event, at: number): boolean {
  switch (event.type) {
    case 'engine.ready':
      return becomeReady(view, event);
    case 'engine.idle': {
      const wasAtWork = settleTeam(view);
      return settleTurn(view) || wasAtWork;
    }
    case 'team.changed':
      return changeTeam(view, event);
    case 'engine.crashed':
      settleTeam(view);
      return reportCrash(view, event.error);
    case 'settings.changed':
      return changeSettings(view, event);
    case 'context.changed':
      view.context = {
        usedTokens: event.usedTokens,
        windowTokens: event.windowTokens,
        estimated: event.estimated,
      };
      return true;
    case 'context.compacting':
      return beginCompacting(view, at);
    case 'usage.changed':
      view.bookkeeping.reportedUsage = event.thread;
      return showUsage(view);
    case 'diagnostics.changed':
      view.problems = { errors: event.errors, warnings: event.warnings };
      return true;
    case 'queue.changed':
      view.queue = event.items.map((item) => ({ itemId: item.itemId, text: stripControls(item.text) }));
      return true;
    case 'notice.raised':
      return addNotice(view, event.level, event.text, event.hint);
    case 'command.rejected': {
      // Nobody else would say it: a command that had no effect must not vanish in silence.
      const { message, hint } = cleanError(event.error);
      return addNotice(view, 'warning', message, hint);
    }
    default:
      return false;
  }
}

/** The picture begins anew. What was said before any thread was open (notices of the start) stays. */
function openThread(view: View, threadId: string, event: EventOf<'thread.opened'>): void {
  const isFirst = view.epoch === 0;
  view.blocks = isFirst ? view.blocks.filter((block) => block.kind === 'notice') : [];
  view.thread = { threadId, title: cleanOneLine(event.title), cwd: cleanOneLine(event.cwd) };
  view.approvals = [];
  view.changedFiles = new Map();
  view.queue = [];
  view.turn = undefined;
  view.shell = undefined;
  view.compacting = undefined;
  view.lastTurn = undefined;
  view.plan = undefined;
  beginTeam(view, 'react');
  view.context = undefined;
  view.snapshot = undefined;
  view.usage = noUsage;
  resetBookkeeping(view.bookkeeping);
  view.epoch++;
  view.version++;
}

function becomeReady(view: View, event: EventOf<'engine.ready'>): boolean {
  const { type: _type, cwd, ...facts } = event;
  view.engine = { ...facts, provider: cleanOneLine(facts.provider), model: cleanOneLine(facts.model) };
  if (view.thread.cwd === '') view.thread.cwd = cleanOneLine(cwd);
  view.crashed = undefined;
  view.problems = { errors: 0, warnings: 0 };
  return true;
}

function changeSettings(view: View, event: EventOf<'settings.changed'>): boolean {
  if (view.engine === undefined) return false;
  Object.assign(view.engine, {
    approvals: event.approvals,
    mode: event.mode,
    model: cleanOneLine(event.model),
    provider: cleanOneLine(event.provider),
    contextWindow: event.contextWindow,
    contextWindowAssumed: event.contextWindowAssumed,
  });
  return true;
}

function setStep(view: View, step: number): boolean {
  if (view.turn === undefined) return false;
  view.compacting = undefined;
  view.turn.step = step;
  return true;
}

function showUsage(view: View): boolean {
  view.usage = view.bookkeeping.reportedUsage ?? view.bookkeeping.stepUsage;
  return true;
}
