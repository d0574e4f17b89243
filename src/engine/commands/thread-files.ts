// Threads as things that are kept: copied, removed, written to a file. Opening one is in thread.ts.
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import { PaiError, toErrorData } from '../../base/error.js';
import { mermaid } from '../../plan/mermaid.js';
import type { Command } from '../../protocol/command.js';
import type { DurableEvent, Envelope } from '../../protocol/event.js';
import { writeNewFile } from '../../storage/new-file.js';
import { exportJson } from '../../thread/export-json.js';
import { exportMarkdown } from '../../thread/export-markdown.js';
import { findThread } from '../../thread/find-thread.js';
import { forkEvents, withOutputsAt } from '../../thread/fork.js';
import type { EngineState } from '../state.js';
import { latestOf, openThread } from './thread.js';

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

/** Makes the copy and opens it. Throws PaiError('conflict') while a turn runs here: the copy could not be opened. */
export function forkThread(state: EngineState, command: CommandOf<'thread.fork'>): void {
  if (state.session.busy) throw new PaiError('conflict', 'a turn is running; stop it before you fork the thread');
  const log = logOf(state, command.latest ? latestOf(state) : command.threadId);
  const { threadId, copy, copyOutputs } = copyOf(state, log, command.uptoTurn);
  const first = copy[0]!.event;
  const { title, cwd } = first.type === 'thread.created' ? first : { title: '', cwd: state.cwd };
  state.threads.store().addThread({ threadId, title, cwd, at: state.clock.now() }, copy);
  copyOutputs();
  openThread(state, { threadId });
  state.tell({
    type: 'notice.raised',
    level: 'info',
    text: 'This is a copy; the thread it was made from stays as it is.',
  });
}

function copyOf(state: EngineState, log: Envelope<DurableEvent>[], uptoTurn: number | undefined) {
  const { newId, threads, tell } = state;
  const threadId = newId('thread');
  const copy = forkEvents(log, { threadId, newId, ...(uptoTurn === undefined ? {} : { uptoTurn }) });
  const outputs = threads.outputsFor(log[0]!.threadId, threadId);
  return {
    threadId,
    copy: outputs ? withOutputsAt(copy, outputs) : copy,
    copyOutputs() {
      try {
        outputs?.copy();
      } catch (error) {
        // The conversation is worth more than the outputs, which the model can have again.
        const { message: text, hint } = toErrorData(error);
        tell({ type: 'notice.raised', level: 'warning', text, ...(hint === undefined ? {} : { hint }) });
      }
    },
  };
}

/** Removes a thread; the open one is followed by a new one. */
export function deleteThread(state: EngineState, id: string): void {
  const { threadId, title } = findThread(state.threads.store(), id);
  if (threadId === state.session.threadId) {
    if (state.session.busy) throw new PaiError('conflict', 'a turn is running; stop it before you delete its thread');
    openThread(state, 'new');
  }
  state.threads.remove(threadId);
  state.tell({ type: 'notice.raised', level: 'info', text: `The thread "${title}" was deleted.` });
}

/** Writes the thread into a new file; one that is there is never touched. */
export function exportThread(state: EngineState, { threadId: given, format, path }: CommandOf<'thread.export'>): void {
  const log = logOf(state, given);
  const file = resolve(state.cwd, withHome(path ?? `paicli-${log[0]!.threadId}.${format}`));
  const content = format === 'json' ? exportJson(log) : exportMarkdown(log, mermaid);
  writeNewFile(file, content);
  const inside = relative(state.cwd, file);
  const isOutside = inside.startsWith('..') || isAbsolute(inside);
  const text = `The thread was written to ${isOutside ? file : inside}.`;
  const hint = 'The folder of the demo goes away with it; a path outside stays.';
  const isLost = state.model.demo && !isOutside;
  state.tell({ type: 'notice.raised', level: isLost ? 'warning' : 'info', text, ...(isLost ? { hint } : {}) });
}

/** The log of the thread that is named, else of the open one. Throws PaiError('not-found') when it has no event yet. */
function logOf({ session, threads }: EngineState, id: string | undefined): Envelope<DurableEvent>[] {
  const store = threads.store();
  const [found] = id === undefined ? store.findByPrefix(session.threadId) : [findThread(store, id)];
  const log = found ? store.load(found.threadId).envelopes : [];
  if (log.length === 0) throw new PaiError('not-found', 'there is nothing in this thread yet');
  return log;
}

const withHome = (path: string) => path.replace(/^~(?=\/|$)/, homedir());
