// Which paths a restore is about: what the agent's turns changed, unless a person says otherwise. Asks the store; changes nothing.
import type { Point } from './points.js';
import type { RestoreScope, SnapshotInfo, SnapshotStore } from './types.js';

export interface ScopeWish {
  all?: boolean;
  paths?: readonly string[];
  /** Only what the restore changed that this snapshot was taken before. */
  undo?: boolean;
}

export interface ScopeSources {
  store: Pick<SnapshotStore, 'diff'>;
  list: readonly SnapshotInfo[];
  /** Paths that the tools say they wrote in these turns, from the threads' logs. */
  claims(turns: readonly { threadId: string; turnId: string }[]): readonly string[];
}

/** A turn that is not known to have ended is judged by what its tools say; all others by the snapshots before and after. */
export async function scopeOf(
  { store, list, claims }: ScopeSources,
  point: Point,
  wish: ScopeWish,
): Promise<RestoreScope> {
  if (wish.all) return { all: true };
  if (wish.paths && wish.paths.length > 0) return { paths: wish.paths };
  if (wish.undo && point.after) return { paths: await pathsBetween(store, point.info, point.after) };
  const since = list.slice(list.indexOf(point.info));
  const { known, open } = turnsIn(since);
  if (open.length === 0) return {};
  const changed: string[] = [];
  for (const [from, to] of known) changed.push(...(await pathsBetween(store, from, to)));
  return { changedByAgent: [...new Set([...changed, ...claims(open)])] };
}

async function pathsBetween(store: ScopeSources['store'], from: SnapshotInfo, to: SnapshotInfo): Promise<string[]> {
  return (await store.diff(from.id, to.id)).map(({ path }) => path);
}

/** Stretches in which the agent worked, from and to; and turns of which the end is not known. */
function turnsIn(list: readonly SnapshotInfo[]) {
  const known: [SnapshotInfo, SnapshotInfo][] = [];
  const begun = new Map<string, SnapshotInfo>();
  list.forEach((info, at) => {
    const { kind, threadId = '', turnId = '' } = info;
    const key = `${threadId} ${turnId}`;
    const before = begun.get(key);
    if (kind === 'before-turn') begun.set(key, info);
    if (kind === 'after-turn' && before) {
      known.push([before, info]);
      begun.delete(key);
    }
    const next = list[at + 1];
    if (kind === 'before-restore' && next?.kind === 'after-restore') known.push([info, next]);
  });
  const open = [...begun.values()].map(({ threadId = '', turnId = '' }) => ({ threadId, turnId }));
  return { known, open };
}
