// Opening a thread: a new one, the newest of the folder, or one by id. A log that ended in a crash is mended here.
import { PaiError } from '../../base/error.js';
import type { Command } from '../../protocol/command.js';
import type { DurableEvent, Envelope } from '../../protocol/event.js';
import { findThread } from '../../thread/find-thread.js';
import { repairEvents } from '../../thread/repair.js';
import { repairShells } from '../../thread/repair-shell.js';
import { contextChanged } from '../model.js';
import type { EngineState } from '../state.js';

type Which = Extract<Command, { type: 'thread.open' }>['which'];

/** Makes the thread the open one and sends its events again. Throws PaiError('not-found' | 'conflict' | 'storage'); the old thread then stays open. */
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
  announce(state, mended);
  state.emitter.deliver(mended);
  if (damagedFrom !== undefined) tellDamaged(state, damagedFrom);
  tellOtherFolder(state, mended);
  tellMeters(state);
}

function begin(state: EngineState): void {
  if (state.session.busy)
    throw new PaiError('conflict', 'something is running here; stop it before you begin a new thread');
  const old = state.session.threadId;
  state.session = state.newSession(state.newId('thread'), []);
  state.threads.release(old);
  announce(state, []);
  tellMeters(state);
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
  const append = (event: DurableEvent, turnId?: string): Envelope => {
    const envelope = { at: state.clock.now(), threadId, ...(turnId ? { turnId } : {}), event };
    return { ...envelope, seq: state.threads.store().append(threadId, envelope) };
  };
  // A command of the user's own belongs to no turn, so that the newest event need not belong to the open one.
  const openTurnId = envelopes.findLast(({ turnId }) => turnId !== undefined)?.turnId;
  const shells = repairShells(envelopes).map((event) => append(event));
  const turn = repairEvents(envelopes).map((event) => append(event, openTurnId));
  return [...envelopes, ...shells, ...turn];
}

function tellDamaged(state: EngineState, damagedFrom: number): void {
  state.tell({
    type: 'notice.raised',
    level: 'warning',
    text: `The log of this thread was damaged from event ${damagedFrom} on; what could be read is shown.`,
  });
}

/** What the thread says about files may be about the folder it was begun in; tools work in this one. */
function tellOtherFolder({ tell, cwd }: EngineState, envelopes: Envelope[]): void {
  const created = createdIn(envelopes);
  if (!created || created.cwd === cwd) return;
  const text = `This thread was begun in ${created.cwd}.`;
  tell({ type: 'notice.raised', level: 'warning', text, hint: `Tools work in ${cwd} now.` });
}

function createdIn(envelopes: Envelope[]) {
  const first = envelopes.find(({ event }) => event.type === 'thread.created')?.event;
  return first?.type === 'thread.created' ? first : undefined;
}

function latestOf(state: EngineState): string {
  const latest = state.threads.store().latest(state.cwd);
  if (latest) return latest.threadId;
  throw new PaiError('not-found', `there is no earlier thread in ${state.cwd}`, 'Start without --continue.');
}
