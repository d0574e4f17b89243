// Commands that go on while others work: started, read piece by piece, ended. Who may start one is decided before, and who
// is told of an end is the engine's business.
import { randomBytes } from 'node:crypto';
import { createDeferred } from '../base/deferred.js';
import { PaiError } from '../base/error.js';
import { cleanOutput } from './clean-output.js';
import { createOutputLog, type OutputLog, type OutputPiece } from './output-log.js';
import { type CommandResult, runCommand } from './run-command.js';

export interface BackgroundCommand {
  id: string;
  command: string;
  cwd: string;
  isRunning: boolean;
  /** Null while it runs and when a signal ended it. */
  exitCode: number | null;
  signal?: string;
  /** It was ended from here. */
  wasKilled: boolean;
  /** Until now, or until its end. */
  durationMs: number;
  /** It has ended, but something it started still runs. */
  leftBehind: boolean;
}

export interface BackgroundReading extends OutputPiece {
  state: BackgroundCommand;
}

export interface BackgroundStart {
  command: string;
  cwd: string;
  launcher?: readonly string[];
}

export interface BackgroundCommands {
  /** Resolves with the command's id once it runs. Throws PaiError('tool') when it cannot be started or too many run. */
  start(start: BackgroundStart): Promise<string>;
  /**
   * What it said from byte `since` on (absent: what was not read yet) and how it stands. With `waitMs` it first waits for
   * something new or the end. Throws PaiError('not-found').
   */
  read(id: string, options?: { since?: number; waitMs?: number; signal?: AbortSignal }): Promise<BackgroundReading>;
  /** Ends it with its whole tree. Throws PaiError('not-found'). */
  kill(id: string): Promise<void>;
  /** Those that ended by themselves and whose end nobody has read; each is told once. */
  takeEnded(): BackgroundCommand[];
  /** Ends all; returns how many still ran. Nothing is started afterwards. */
  endAll(): Promise<number>;
}

export const mostRunning = 8;
/** Ended ones whose output can still be read. */
const mostEnded = 16;
const kept = { headBytes: 64 * 1024, tailBytes: 192 * 1024 };
/** Servers get time to close what they have open. */
const stopGraceMs = 500;
/** The first new output seldom comes alone. */
const gatherMs = 100;

interface Entry {
  id: string;
  command: string;
  cwd: string;
  startedAt: number;
  log: OutputLog;
  /** How far it was read. */
  readTo: number;
  abort: AbortController;
  done: Promise<void>;
  end?: Pick<CommandResult, 'exitCode' | 'signal' | 'backgroundLeft' | 'durationMs'>;
  wasKilled: boolean;
  /** Its end was told to somebody. */
  isTold: boolean;
  waiting: Set<() => void>;
}

/** `onEnd` hears of each that ends by itself. */
export function createBackgroundCommands(onEnd: (command: BackgroundCommand) => void): BackgroundCommands {
  const entries = new Map<string, Entry>();
  let isClosed = false;
  const running = () => [...entries.values()].filter(({ end }) => end === undefined);

  const find = (id: string): Entry => {
    const entry = entries.get(id);
    if (entry) return entry;
    const ids = [...entries.keys()].join(', ');
    const hint =
      ids === '' ? 'There is none now; those of an earlier session were ended with it.' : `There are: ${ids}.`;
    throw new PaiError('not-found', `there is no background command ${id}`, hint);
  };

  const settle = (entry: Entry, end: NonNullable<Entry['end']>): void => {
    entry.end = end;
    wake(entry);
    if (entry.wasKilled) entry.isTold = true;
    else onEnd(stateOf(entry));
    const ended = [...entries.values()].filter((other) => other.end !== undefined);
    for (const oldest of ended.slice(0, -mostEnded)) entries.delete(oldest.id);
  };

  const kill = async (entry: Entry): Promise<void> => {
    if (entry.end === undefined) entry.wasKilled = true;
    entry.abort.abort();
    await entry.done;
  };

  return {
    async start(request) {
      if (isClosed) throw new PaiError('conflict', 'this thread was closed');
      const busy = running();
      if (busy.length >= mostRunning) throw tooMany(busy);
      const entry = newEntry(request, entries);
      entries.set(entry.id, entry);
      try {
        await begin(entry, request, settle);
      } catch (error) {
        entries.delete(entry.id);
        throw error;
      }
      return entry.id;
    },
    async read(id, { since, waitMs = 0, signal } = {}) {
      const entry = find(id);
      const from = Math.min(since ?? entry.readTo, entry.log.size);
      if (waitMs > 0) await newsOf(entry, from, waitMs, signal);
      const piece = entry.log.read(from, entry.end !== undefined);
      entry.readTo = piece.next;
      if (entry.end !== undefined) entry.isTold = true;
      return { ...piece, text: cleanOutput(piece.text), state: stateOf(entry) };
    },
    kill: (id) => kill(find(id)),
    takeEnded() {
      const untold = [...entries.values()].filter(({ end, isTold }) => end !== undefined && !isTold);
      for (const entry of untold) entry.isTold = true;
      return untold.map(stateOf);
    },
    async endAll() {
      isClosed = true;
      const busy = running();
      await Promise.all(busy.map(kill));
      return busy.length;
    },
  };
}

function newEntry({ command, cwd }: BackgroundStart, taken: ReadonlyMap<string, Entry>): Entry {
  // By chance, not counted: an id of an earlier session must not name another command in the same conversation.
  let id: string;
  do id = `bg-${randomBytes(2).toString('hex')}`;
  while (taken.has(id));
  const log = createOutputLog(kept.headBytes, kept.tailBytes);
  const state = { readTo: 0, wasKilled: false, isTold: false, waiting: new Set<() => void>() };
  const times = { startedAt: performance.now(), done: Promise.resolve() };
  return { id, command, cwd, log, abort: new AbortController(), ...times, ...state };
}

/** Resolves when the command runs. */
async function begin(
  entry: Entry,
  { command, cwd, launcher }: BackgroundStart,
  settle: (entry: Entry, end: NonNullable<Entry['end']>) => void,
): Promise<void> {
  const started = createDeferred<void>();
  const ended = runCommand({
    command,
    cwd,
    signal: entry.abort.signal,
    stopGraceMs,
    onStart: started.resolve,
    ...(launcher ? { launcher } : {}),
    sink(chunk) {
      entry.log.add(chunk);
      wake(entry);
    },
  });
  // What it could not be started for is told by the race below.
  entry.done = ended.then(
    (result) => settle(entry, result),
    () => undefined,
  );
  await Promise.race([started.promise, ended]);
}

function stateOf({ id, command, cwd, end, startedAt, wasKilled }: Entry): BackgroundCommand {
  return {
    id,
    command,
    cwd,
    isRunning: end === undefined,
    exitCode: end?.exitCode ?? null,
    ...(end?.signal === undefined ? {} : { signal: end.signal }),
    wasKilled,
    durationMs: end?.durationMs ?? Math.round(performance.now() - startedAt),
    leftBehind: end?.backgroundLeft ?? false,
  };
}

function wake({ waiting }: Entry): void {
  for (const resolve of waiting) resolve();
  waiting.clear();
}

/** Resolves when there is output from `from` on, at the end, at a stop, or when the time is over. */
async function newsOf(entry: Entry, from: number, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  const limit = createDeferred<void>();
  const timer = setTimeout(limit.resolve, waitMs);
  const onAbort = () => limit.resolve();
  signal?.addEventListener('abort', onAbort, { once: true });
  const next = () => new Promise<void>((resolve) => entry.waiting.add(resolve));
  if (entry.end === undefined && entry.log.size <= from && !signal?.aborted) {
    await Promise.race([next(), limit.promise]);
    const gathered = new Promise<void>((resolve) => setTimeout(resolve, gatherMs));
    if (entry.end === undefined) await Promise.race([gathered, entry.done, limit.promise]);
  }
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
}

function tooMany(busy: Entry[]): PaiError {
  const list = busy.map(({ id, command }) => `${id} (${command.slice(0, 60)})`).join(', ');
  return new PaiError(
    'tool',
    `${busy.length} commands run in the background, more are not allowed: ${list}`,
    'End one first (command_output with kill).',
  );
}
