// Restores as a person asks for them: the states there are, what going back to one would do, doing it. Holds the previews that were
// given out; the work is the store's.
import { PaiError } from '../base/error.js';
import type { RestoreChoice, RestoreItem, RestoreOffer, RestoreWish } from '../protocol/snapshot.js';
import { type ScopeSources, type ScopeWish, scopeOf } from './plan-scope.js';
import { findPoint, type Point, plainPoint, pointsOf } from './points.js';
import type { RestorePreview, RestoreResult, SnapshotStore } from './types.js';

export interface Restores {
  /** The newest first. */
  points(unchangedTurnId?: string): Promise<Point[]>;
  /** Changes nothing. Throws PaiError('not-found') when there is no such state. */
  offer(wish: RestoreWish, more?: OfferOptions): Promise<RestoreOffer>;
  /** Throws PaiError('not-found') when the preview is not known any more. */
  carryOut(previewId: string, choice: RestoreChoice): Promise<{ point: Point; result: RestoreResult }>;
}

export interface OfferOptions extends Omit<ScopeWish, 'undo'> {
  /** A turn that runs and has changed nothing so far. */
  unchangedTurnId?: string;
}

export interface RestoresOptions {
  store: Pick<SnapshotStore, 'list' | 'diff' | 'previewRestore' | 'restore'>;
  claims: ScopeSources['claims'];
}

/** Of a preview that nobody carries out. */
const mostPreviews = 4;

export function createRestores({ store, claims }: RestoresOptions): Restores {
  const given = new Map<string, { point: Point; preview: RestorePreview }>();
  let count = 0;

  return {
    points: async (unchangedTurnId) => pointsOf(await store.list(), unchangedTurnId),
    async offer(wish, { unchangedTurnId, ...more } = {}) {
      const list = await store.list();
      const point = findPoint(pointsOf(list, unchangedTurnId), wish);
      const scope = await scopeOf({ store, list, claims }, point, { ...more, undo: 'undo' in wish });
      const preview = await store.previewRestore(point.info.id, scope);
      const previewId = `restore-${++count}`;
      given.set(previewId, { point, preview });
      for (const old of [...given.keys()].slice(0, -mostPreviews)) given.delete(old);
      const { outside, skipped } = preview;
      return {
        previewId,
        point: plainPoint(point),
        items: itemsOf(preview),
        outside: outside.length,
        skipped: skipped.map(({ path }) => path),
      };
    },
    async carryOut(previewId, choice) {
      const found = given.get(previewId);
      if (!found) throw new PaiError('not-found', 'that preview is too old', 'Look again at what would be restored.');
      given.delete(previewId);
      return { point: found.point, result: await store.restore(found.preview, choice) };
    },
  };
}

function itemsOf({ restore, delete: deleted, conflicts }: RestorePreview): RestoreItem[] {
  const items: RestoreItem[] = [
    ...restore.map(({ path }) => ({ path, does: 'restore' as const })),
    ...deleted.map((path) => ({ path, does: 'delete' as const })),
    ...conflicts.map(({ path, wants, reason }) => ({ path, does: wants, conflict: reason })),
  ];
  // What needs a person's eye comes last, by name in itself.
  const order = (item: RestoreItem) => (item.conflict === undefined ? 0 : 1);
  return items.sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : 1));
}
