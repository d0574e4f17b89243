// The durable log of all threads: events in order, one row each. What the events mean is decided elsewhere.
import { PaiError } from '../base/error.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { ThreadSummary } from '../protocol/query.js';
import type { Database } from '../storage/sqlite.js';
import { type EventRow, type LoadedThread, type RowChunk, readChunk, readRows } from './read-rows.js';
import { prepareSchema } from './schema.js';

export interface ThreadStore {
  /** Adds a thread without events and takes it for writing. `at`: ms since 1970. */
  createThread(thread: { threadId: string; cwd: string; title: string; at: number }): void;
  /** Adds a whole thread, events numbered from 1; nobody writes to it yet. */
  addThread(thread: { threadId: string; cwd: string; title: string; at: number }, log: Envelope<DurableEvent>[]): void;
  /** Writes one event and returns its place in the log. Opens the thread when that was not done. */
  append(threadId: string, envelope: Envelope<DurableEvent>): number;
  /** Reads a thread, changing nothing. Throws PaiError('not-found'). */
  load(threadId: string): LoadedThread;
  /**
   * Takes a thread for writing and reads it; events behind a damaged one are moved aside, since nothing could be written after them.
   * Throws PaiError('in-use') while another process writes to it.
   */
  open(threadId: string): LoadedThread;
  /** Lets another process write to the thread. */
  release(threadId: string): void;
  /** Removes a thread and its events for good. Throws PaiError('not-found'), or PaiError('in-use') while another process writes to it. */
  remove(threadId: string): void;
  /** Releases all threads; the database stays open. */
  releaseAll(): void;
  /** The thread of this folder that was written to last. */
  latest(cwd: string): ThreadSummary | undefined;
  /** Threads in which something was said or run, the newest first. */
  list(filter: { cwd?: string; limit: number }): ThreadSummary[];
  /** The thread with this id, else all whose id begins so; the leading `thread-` may be left out. */
  findByPrefix(id: string): ThreadSummary[];
}

export interface ThreadStoreOptions {
  /** Takes a lock that dies with the process; undefined when somebody holds it. Absent: only the order of events protects a thread. */
  holdLock?(threadId: string): { release(): void } | undefined;
  now?(): number;
  /** Called before the tables of an older program are changed; what it throws keeps them as they are. */
  backUp?(version: number): void;
}

interface Writer {
  lastSeq: number;
  lock: { release(): void } | undefined;
}

/** Makes the tables when they are not there. Throws PaiError('storage') when a newer program wrote them. */
export function createThreadStore(database: Database, options: ThreadStoreOptions = {}): ThreadStore {
  prepareSchema(database, options.backUp);
  const now = options.now ?? Date.now;
  const writers = new Map<string, Writer>();
  const addRow = database.prepare(
    'INSERT INTO threads (thread_id, cwd, title, created_at, updated_at, turns) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insert = database.prepare('INSERT INTO events (thread_id, seq, envelope) VALUES (?, ?, ?)');
  const touch = database.prepare('UPDATE threads SET updated_at = ?, turns = turns + ? WHERE thread_id = ?');

  const takeLock = (threadId: string) => {
    const lock = options.holdLock?.(threadId);
    if (options.holdLock && !lock) throw inUse(threadId);
    return lock;
  };
  const demand = (threadId: string) => {
    if (!database.prepare('SELECT 1 FROM threads WHERE thread_id = ?').get(threadId))
      throw new PaiError('not-found', `There is no thread ${threadId}.`, '`paicli tui --resume` lists them.');
  };
  const load = (threadId: string): LoadedThread => {
    demand(threadId);
    return readAll(database, threadId);
  };
  const open = (threadId: string): LoadedThread => {
    demand(threadId); // before the lock, which leaves a file
    const lock = writers.get(threadId)?.lock ?? takeLock(threadId);
    try {
      const loaded = load(threadId);
      if (loaded.damagedFrom !== undefined) moveAside(database, threadId, loaded.damagedFrom, now());
      writers.set(threadId, { lastSeq: loaded.envelopes.length, lock });
      return loaded;
    } catch (error) {
      lock?.release();
      throw error;
    }
  };
  const writerOf = (threadId: string): Writer => {
    if (!writers.has(threadId)) open(threadId);
    return writers.get(threadId)!;
  };
  const release = (threadId: string) => {
    writers.get(threadId)?.lock?.release();
    writers.delete(threadId);
  };

  return {
    createThread({ threadId, cwd, title, at }) {
      addRow.run(threadId, cwd, title, at, at, 0);
      writers.set(threadId, { lastSeq: 0, lock: takeLock(threadId) });
    },
    addThread({ threadId, cwd, title, at }, log) {
      const turns = log.filter(({ event }) => event.type === 'turn.started').length;
      database.transaction(() => {
        addRow.run(threadId, cwd, title, at, at, turns);
        for (const [index, envelope] of log.entries()) insert.run(threadId, index + 1, JSON.stringify(envelope));
      });
    },
    append(threadId, envelope) {
      const writer = writerOf(threadId);
      const seq = writer.lastSeq + 1;
      try {
        const row = () => insert.run(threadId, seq, JSON.stringify(envelope));
        if (!marksThread(envelope.event.type)) row();
        else
          database.transaction(() => {
            row();
            touch.run(envelope.at, envelope.event.type === 'turn.started' ? 1 : 0, threadId);
          });
      } catch (error) {
        if (error instanceof PaiError && error.code === 'conflict') throw inUse(threadId, error);
        throw error;
      }
      writer.lastSeq = seq;
      return seq;
    },
    load,
    open,
    release,
    remove(threadId) {
      demand(threadId);
      const lock = writers.get(threadId)?.lock ?? takeLock(threadId);
      try {
        removeRows(database, threadId);
      } finally {
        writers.delete(threadId);
        lock?.release();
      }
    },
    releaseAll() {
      for (const threadId of [...writers.keys()]) release(threadId);
    },
    latest: (cwd) => listThreads(database, { cwd, limit: 1 })[0],
    list: (filter) => listThreads(database, filter),
    findByPrefix: (id) => findThreads(database, id),
  };
}

const chunkRows = 1000;

function readAll(database: Database, threadId: string): LoadedThread {
  const chunks = database.prepare(
    `SELECT count(*) AS rows, max(seq) AS last, total(typeof(envelope) <> 'text') AS odd, group_concat(envelope) AS text
     FROM (SELECT seq, envelope FROM events WHERE thread_id = ? AND seq > ? ORDER BY seq LIMIT ${chunkRows})`,
  );
  const envelopes: Envelope<DurableEvent>[] = [];
  for (;;) {
    const from = envelopes.length;
    const chunk = chunks.get<RowChunk>(threadId, from);
    if (!chunk || chunk.rows === 0) return { envelopes };
    const read = readChunk(from, chunk);
    if (!read) break;
    for (const envelope of read) envelopes.push(envelope);
  }
  const rest = 'SELECT seq, envelope FROM events WHERE thread_id = ? AND seq > ? ORDER BY seq';
  return readRows(threadId, database.prepare(rest).all<EventRow>(threadId, envelopes.length), envelopes);
}

/** The list of threads is kept by the beginnings and ends of turns and by commands of the user's own; what is between is one plain insert. */
function marksThread(type: DurableEvent['type']): boolean {
  return type === 'turn.started' || type === 'turn.completed' || type === 'turn.failed' || type === 'shell.completed';
}

function inUse(threadId: string, cause?: unknown): PaiError {
  return new PaiError(
    'in-use',
    `Another PaiCLI writes to the thread ${threadId}.`,
    'Go on in a copy of it (--fork, or Ctrl+F in /resume), or end the other one.',
    cause,
  );
}

function moveAside(database: Database, threadId: string, fromSeq: number, at: number): void {
  database.transaction(() => {
    database
      .prepare(
        'INSERT INTO damaged_events SELECT thread_id, seq, envelope, ? FROM events WHERE thread_id = ? AND seq >= ?',
      )
      .run(at, threadId, fromSeq);
    database.prepare('DELETE FROM events WHERE thread_id = ? AND seq >= ?').run(threadId, fromSeq);
  });
}

function removeRows(database: Database, threadId: string): void {
  database.transaction(() => {
    for (const table of ['events', 'damaged_events', 'threads'])
      database.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(threadId);
  });
}

const columns =
  'thread_id AS threadId, title, cwd, created_at AS createdAt, updated_at AS updatedAt, turns FROM threads';

/** More than `thread.created`: a thread may hold nothing but commands of the user's own. */
const isBegun = `(turns > 0 OR EXISTS (
  SELECT 1 FROM events WHERE events.thread_id = threads.thread_id AND events.seq > 1))`;

function listThreads(database: Database, { cwd, limit }: { cwd?: string; limit: number }): ThreadSummary[] {
  return database
    .prepare(
      `SELECT ${columns} WHERE ${isBegun} AND (? IS NULL OR cwd = ?) ORDER BY updated_at DESC, rowid DESC LIMIT ?`,
    )
    .all<ThreadSummary>(cwd ?? null, cwd ?? null, limit)
    .map((row) => ({ ...row }));
}

function findThreads(database: Database, id: string): ThreadSummary[] {
  const sql = `SELECT ${columns} WHERE instr(thread_id, ?) = 1 OR instr(thread_id, 'thread-' || ?) = 1 ORDER BY updated_at DESC`;
  const found =
    id === ''
      ? []
      : database
          .prepare(sql)
          .all<ThreadSummary>(id, id)
          .map((row) => ({ ...row }));
  const exact = found.filter((thread) => thread.threadId === id);
  return exact.length > 0 ? exact : found;
}
