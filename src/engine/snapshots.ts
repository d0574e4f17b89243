// The snapshots of one engine's folder: those of its turns, by hand, restores, cleaning. Nothing is opened before the first is wanted.
// Owns what the person is told of it; the store is snapshot/.
import { type ErrorData, PaiError, toErrorData } from '../base/error.js';
import type { IdSource } from '../base/ids.js';
import type { Event, LiveEvent, SnapshotRestored } from '../protocol/event.js';
import type { RestoreChoice } from '../protocol/snapshot.js';
import { createRestores, type Restores } from '../snapshot/restores.js';
import { openSnapshotWorker } from '../snapshot/snapshot-worker.js';
import type { PruneResult, SnapshotInfo, TakenSnapshot, TakeRequest } from '../snapshot/types.js';
import { claimedPaths } from './claimed-paths.js';
import type { EngineInit } from './engine-init.js';
import { revertPlace } from './revert-place.js';
import type { SessionScope, TurnChanges } from './scopes.js';
import type { Threads } from './threads.js';
import { createTurnSnapshot } from './turn-snapshot.js';

export interface SnapshotsOptions {
  init: Pick<EngineInit, 'home' | 'interactive'> & { snapshots: NonNullable<EngineInit['snapshots']> };
  cwd: string;
  newId: IdSource;
  threads: Pick<Threads, 'store'>;
  tell(event: LiveEvent): void;
  /** Writes an event into this thread, if it is the open one. */
  emitIn(threadId: string, event: Event): void;
}

export interface Snapshots extends Pick<Restores, 'points' | 'offer'> {
  /** What the calls of a turn go by; `end` when it is over. */
  ofTurn(scope: SessionScope): { changes: TurnChanges; end(): void };
  take(label: string): Promise<TakenSnapshot>;
  restore(previewId: string, choice: RestoreChoice): Promise<Omit<SnapshotRestored, 'by' | 'text'>>;
  clean(): Promise<PruneResult>;
  sizeBytes(): Promise<number>;
  /** Waits a while for what is being taken. */
  close(): Promise<void>;
}

const defaultBoundMs = 10_000;
/** Snapshots after turns are worth waiting for, but not for long. */
const closingMs = 5000;
const bytesOfMb = 1024 * 1024;

export function createSnapshots(options: SnapshotsOptions): Snapshots {
  const { init, newId, tell, emitIn } = options;
  const { limitMb, asks = init.interactive, boundMs = defaultBoundMs } = init.snapshots;
  const folder = options.cwd;
  const store = openSnapshotWorker({ home: init.home, folder, limits: { maxStoreBytes: limitMb * bytesOfMb } });
  const claims = claimedPaths(options.threads, folder);
  const restores = createRestores({ store, claims });
  const pending = new Set<Promise<void>>();
  let isWithoutFine = false;
  let said: string | undefined;

  const warn = ({ message, hint }: Pick<ErrorData, 'message' | 'hint'>) =>
    tell({ type: 'notice.raised', level: 'warning', text: message, ...(hint ? { hint } : {}) });
  const sayTaken = (threadId: string, { number, kind, changed, turnId }: SnapshotInfo) =>
    emitIn(threadId, {
      type: 'snapshot.taken',
      number,
      kind,
      files: changed.added + changed.modified + changed.deleted,
      ...(turnId === undefined ? {} : { turnId }),
    });
  const cleanAside = () => void store.prune().catch((error: unknown) => isClosing(error) || warn(toErrorData(error)));

  /** Where the store is full its oldest rounds go first. */
  async function takeOrMakeRoom(request: TakeRequest): Promise<TakenSnapshot> {
    try {
      return await store.take(request);
    } catch (error) {
      if (toErrorData(error).code !== 'limit') throw error;
      await store.prune();
      return store.take(request);
    }
  }
  async function take(request: TakeRequest): Promise<TakenSnapshot> {
    const taken = await takeOrMakeRoom(request);
    if (request.threadId !== undefined) sayTaken(request.threadId, taken);
    if (taken.pruneDue && request.kind === 'after-turn') cleanAside();
    return taken;
  }
  const turnParts = {
    newId,
    boundMs,
    take,
    asks: () => asks && !isWithoutFine,
    goesWithout({ message, hint }: ErrorData) {
      // Once for each reason: it would be the same in every turn.
      if (said === message) return;
      said = message;
      warn({ message: `This turn has no snapshot: ${message}`, ...(hint ? { hint } : {}) });
    },
    accepted() {
      isWithoutFine = true;
    },
    worked() {
      isWithoutFine = false;
      said = undefined;
    },
  };

  return {
    points: restores.points,
    offer: restores.offer,
    ofTurn(scope) {
      const turn = createTurnSnapshot(turnParts, scope);
      const { begin, mayChange } = turn;
      const revert = revertPlace({ turn, scope, restores, restore });
      return {
        changes: { begin, mayChange, revert },
        end() {
          const ending: Promise<void> = turn.end().finally(() => pending.delete(ending));
          pending.add(ending);
        },
      };
    },
    take: (label) => take({ kind: 'manual', label }),
    restore,
    clean: () => store.prune(),
    sizeBytes: () => store.size(),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closingMs);
      });
      await Promise.race([Promise.all(pending), late]);
      clearTimeout(timer);
      await store.close();
    },
  };

  async function restore(previewId: string, choice: RestoreChoice): Promise<Omit<SnapshotRestored, 'by' | 'text'>> {
    const { point, result } = await restores.carryOut(previewId, choice);
    const { restored, deleted, kept, failed, movedAside } = result;
    if (!result.verified)
      warn({
        message: 'Not every file is as the snapshot says, although it was written.',
        hint: 'Something else writes there; /restore looks again.',
      });
    return {
      type: 'snapshot.restored',
      number: point.number,
      restored,
      deleted,
      kept: kept.map(({ path, why }) => ({ path, why: whyWords[why] })),
      failed,
      movedAside,
    };
  }
}

const whyWords = {
  kept: 'as you chose',
  'changed-since': 'changed since, not by the agent',
  'in-the-way': 'something stands there that no snapshot holds',
  'unknown-then': 'the snapshot does not know it',
  'through-link': 'a folder on the way is a link now',
  'changed-since-preview': 'changed after the preview',
} as const;

const isClosing = (error: unknown) => error instanceof PaiError && error.code === 'cancelled';
