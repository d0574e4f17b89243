// Which snapshots can be gone back to, and how they are numbered for people. Pure; what a restore does is decided elsewhere.
import { PaiError } from '../base/error.js';
import type { RestoreWish, SnapshotPoint } from '../protocol/snapshot.js';
import type { SnapshotInfo } from './types.js';

export interface Point extends SnapshotPoint {
  info: SnapshotInfo;
  /** The state when the turn or restore had ended; absent while it is not known to have. */
  after?: SnapshotInfo;
}

/** `unchangedTurnId`: a turn that runs and has changed nothing so far. The newest first. */
export function pointsOf(list: readonly SnapshotInfo[], unchangedTurnId?: string): Point[] {
  let turns = 0;
  return beginnings(list)
    .map((info) => ({ info, after: endOf(list, info) }))
    .reverse()
    .map(({ info, after }): Point => {
      const { number, kind, at, threadId, turnId, skippedCount: skipped } = info;
      // What stands there in numbers is a snapshot's.
      const label = kind === 'before-restore' ? info.label.replace(/ (\d+)$/, ' #$1') : info.label;
      const isCounted =
        kind === 'before-turn' && turnId !== unchangedTurnId && (after === undefined || after.tree !== info.tree);
      const files = after && filesBetween(list, info, after);
      return {
        number,
        kind: kind as Point['kind'],
        label,
        at,
        ...(threadId === undefined ? {} : { threadId }),
        ...(turnId === undefined ? {} : { turnId }),
        ...(isCounted ? { turn: ++turns } : {}),
        ...(files === undefined ? {} : { files }),
        skipped,
        info,
        ...(after ? { after } : {}),
      };
    });
}

/** Those a round begins with. A turn in which files were put back was looked at twice: its first look counts. */
function beginnings(list: readonly SnapshotInfo[]): SnapshotInfo[] {
  const seen = new Set<string>();
  return list.filter(({ kind, threadId, turnId }) => {
    if (kind === 'after-turn' || kind === 'after-restore') return false;
    if (kind !== 'before-turn' || turnId === undefined) return true;
    const key = `${threadId} ${turnId}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Of a turn the last one; undefined when it began again since and did not end. */
function endOf(list: readonly SnapshotInfo[], from: SnapshotInfo): SnapshotInfo | undefined {
  const at = list.indexOf(from);
  if (from.kind === 'before-restore') return list[at + 1]?.kind === 'after-restore' ? list[at + 1] : undefined;
  if (from.kind !== 'before-turn') return undefined;
  const own = list
    .slice(at)
    .filter((it) => it.turnId === from.turnId && it.threadId === from.threadId && it.turnId !== undefined);
  const last = own.at(-1);
  return last?.kind === 'after-turn' ? last : undefined;
}

/** What is stored with a snapshot is only against the one before it. */
function filesBetween(list: readonly SnapshotInfo[], from: SnapshotInfo, to: SnapshotInfo): number | undefined {
  if (list[list.indexOf(from) + 1] !== to) return undefined;
  const { added, modified, deleted } = to.changed;
  return added + modified + deleted;
}

/** Throws PaiError('not-found'). */
export function findPoint(points: readonly Point[], wish: RestoreWish): Point {
  const found = points.find((point) => fits(point, wish));
  if (found) return found;
  throw new PaiError('not-found', whyNone(points, wish), 'The list of snapshots shows what can be restored.');
}

function fits(point: Point, wish: RestoreWish): boolean {
  if ('turn' in wish) return point.turn === wish.turn;
  if ('turnId' in wish) return point.turnId === wish.turnId;
  if ('number' in wish) return point.number === wish.number;
  return point.kind === 'before-restore' && point.after !== undefined && point.after.tree !== point.info.tree;
}

function whyNone(points: readonly Point[], wish: RestoreWish): string {
  if ('undo' in wish) return 'there is no restore that could be undone';
  if ('turnId' in wish) return 'there is no snapshot of that turn: it changed no file, or it is too long ago';
  if ('number' in wish) return `there is no snapshot #${wish.number} that could be restored`;
  const turns = points.filter(({ turn }) => turn !== undefined).length;
  if (turns === 0) return 'there is no turn with changes of files that could be taken back';
  return `only ${turns === 1 ? 'one turn' : `${turns} turns`} with changes of files can be taken back`;
}

/** Without what only the store knows. */
export function plainPoint({ info: _info, after: _after, ...point }: Point): SnapshotPoint {
  return point;
}
