// Opening a thread: a new one, the newest of the folder, or one by id. A log that ended in a crash is mended here.
import { PaiError, toErrorData } from '../../base/error.js';
import { checkTranscript } from '../../protocol/check-transcript.js';
import type { Command } from '../../protocol/command.js';
import type { DurableEvent, Envelope } from '../../protocol/event.js';
import { resumePlanInput } from '../../protocol/plan.js';
import { findThread } from '../../thread/find-thread.js';
import { repairEvents, repairTasks, type TaskRepair } from '../../thread/repair.js';
import { repairShells } from '../../thread/repair-shell.js';
import { contextChanged } from '../model.js';
import type { Session } from '../session.js';
import type { EngineState } from '../state.js';

type Which = Extract<Command, { type: 'thread.open' }>['which'];

/** Makes the thread the open one and sends its events again. Throws PaiError('not-found' | 'conflict' | 'in-use' | 'storage'); the old thread then stays open. */
export function openThread(state: EngineState, which: Which): void {
  if (which === 'new') {
    begin(state);
    return;
  }
  const threadId = which === 'latest' ? latestOf(state) : findThread(state.threads.store(), which.threadId).threadId;
  if (state.session.busy)
    throw new PaiError('conflict', 'something is running here; stop it before you open another thread');
  const { envelopes, damagedFrom } = state.threads.store().open(threadId);
  const old = state.session;
  const mended = mendOrRelease(state, threadId, envelopes);
  state.session = state.newSession(threadId, mended);
  if (old.threadId !== threadId) state.threads.release(old.threadId);
  leave(state, old);
  announce(state, mended);
  state.emitter.deliver(mended);
  if (damagedFrom !== undefined) tellDamaged(state, damagedFrom);
  tellOtherFolder(state, mended);
  tellMeters(state);
  tellOpenPlan(state);
  // It costs some 4 ms a thousand events, for which nobody need wait.
  setImmediate(() => tellUnsound(state, threadId, mended));
}

function begin(state: EngineState): void {
  if (state.session.busy)
    throw new PaiError('conflict', 'something is running here; stop it before you begin a new thread');
  const old = state.session;
  state.session = state.newSession(state.newId('thread'), []);
  state.threads.release(old.threadId);
  leave(state, old);
  announce(state, []);
  tellMeters(state);
}

/** What runs in the background belongs to a thread that is open. */
function leave({ tell }: EngineState, old: Session): void {
  const warn = (error: unknown) => tell({ type: 'notice.raised', level: 'warning', text: toErrorData(error).message });
  old.leave().then((count) => {
    if (count === 0) return;
    const what = count === 1 ? 'A background command' : `${count} background commands`;
    tell({ type: 'notice.raised', level: 'info', text: `${what} of the thread you left ended with it.` });
  }, warn);
}

function announce({ session, emitter, cwd }: EngineState, envelopes: Envelope[]): void {
  const title = createdIn(envelopes)?.title ?? '';
  emitter.emit({ threadId: session.threadId }, { type: 'thread.opened', title, cwd });
  emitter.flush();
}

/** What the log's events alone do not tell a front end: how things stand now. */
function tellMeters({ session, emitter, model, tell }: EngineState): void {
  const { threadId } = session;
  emitter.emit({ threadId }, { type: 'usage.changed', thread: session.usage() });
  const last = session.lastUsage();
  if (last) emitter.emit({ threadId }, contextChanged(model.profile, last));
  tell({ type: 'engine.idle' });
}

/** A thread that stays closed after all must not be held. */
function mendOrRelease(state: EngineState, threadId: string, envelopes: Envelope[]): Envelope[] {
  try {
    return mend(state, threadId, envelopes);
  } catch (error) {
    if (threadId !== state.session.threadId) state.threads.release(threadId);
    throw error;
  }
}

/** Appends what a crash left out, so that the log's grammar holds before anything new is written. */
function mend(state: EngineState, threadId: string, envelopes: Envelope[]): Envelope[] {
  const append = (event: DurableEvent, turnId?: string, work: Omit<TaskRepair, 'event'> = {}): Envelope => {
    const envelope = { at: state.clock.now(), threadId, ...(turnId ? { turnId } : {}), ...work, event };
    return { ...envelope, seq: state.threads.store().append(threadId, envelope) };
  };
  // A command of the user's own belongs to no turn, so that the newest event need not belong to the open one.
  const openTurnId = envelopes.findLast(({ turnId }) => turnId !== undefined)?.turnId;
  const shells = repairShells(envelopes).map((event) => append(event));
  const tasks = repairTasks(envelopes).map(({ event, ...work }) => append(event, openTurnId, work));
  const turn = repairEvents(envelopes).map((event) => append(event, openTurnId));
  return [...envelopes, ...shells, ...tasks, ...turn];
}

function tellDamaged(state: EngineState, damagedFrom: number): void {
  state.tell({
    type: 'notice.raised',
    level: 'warning',
    text: `The log of this thread was damaged from event ${damagedFrom} on; what could be read is shown.`,
  });
}

/** Nothing that a crash does is left by now: it is a fault of ours, or somebody else wrote into the log. */
function tellUnsound({ session, tell }: EngineState, threadId: string, envelopes: Envelope[]): void {
  if (session.threadId !== threadId) return;
  const [first, ...more] = checkTranscript(envelopes);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const text = `The log of this thread does not fit together: ${first.slice(0, 200)}${others}.`;
  const hint = 'It can be gone on with; should the model be confused, begin a new thread.';
  tell({ type: 'notice.raised', level: 'warning', text, hint });
}

/** What the thread says about files may be about the folder it was begun in; tools work in this one. */
function tellOtherFolder({ tell, cwd }: EngineState, envelopes: Envelope[]): void {
  const created = createdIn(envelopes);
  if (!created || created.cwd === cwd) return;
  const text = `This thread was begun in ${created.cwd}.`;
  tell({ type: 'notice.raised', level: 'warning', text, hint: `Tools work in ${cwd} now.` });
}

/** Nothing goes on by itself when a thread is opened. */
function tellOpenPlan({ session, tell }: EngineState): void {
  const plan = session.log.openPlan();
  if (plan === undefined) return;
  const done = plan.tasks.filter(({ status }) => status === 'COMPLETED').length;
  const text = `A plan of this thread was interrupted; ${done} of its ${plan.tasks.length} tasks are done.`;
  tell({ type: 'notice.raised', level: 'info', text, hint: `${resumePlanInput} goes on with the others.` });
}

function createdIn(envelopes: Envelope[]) {
  const first = envelopes.find(({ event }) => event.type === 'thread.created')?.event;
  return first?.type === 'thread.created' ? first : undefined;
}

export function latestOf(state: EngineState): string {
  const latest = state.threads.store().latest(state.cwd);
  if (latest) return latest.threadId;
  throw new PaiError('not-found', `there is no earlier thread in ${state.cwd}`, 'Start without --continue.');
}
