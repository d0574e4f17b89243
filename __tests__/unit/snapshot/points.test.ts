// Which snapshots can be gone back to, and how turns are numbered.
import { expect, test } from '@jest/globals';
import type { RestoreWish } from '../../../src/protocol/snapshot.js';
import { findPoint, pointsOf } from '../../../src/snapshot/points.js';
import type { SnapshotInfo, SnapshotKind } from '../../../src/snapshot/types.js';

/** `kind turn tree`, e.g. `before-turn a 1`. */
const snapshots = (...lines: string[]): SnapshotInfo[] =>
  lines.map((line, at) => {
    const [kind, turnId = '', tree = ''] = line.split(' ');
    return {
      id: `id${at}`,
      number: at + 1,
      kind: kind as SnapshotKind,
      label: line,
      ...(turnId === '-' ? {} : { threadId: 't', turnId }),
      at: at,
      tree,
      changed: { added: 0, modified: 1, deleted: 0 },
      skippedCount: 0,
    };
  });
const turnsOf = (list: SnapshotInfo[], unchanged?: string) =>
  pointsOf(list, unchanged).map(({ number, turn }) => [number, turn]);

test('turns are numbered from the newest, those that changed nothing left out', () => {
  const list = snapshots(
    'before-turn a 1',
    'after-turn a 2',
    'before-turn b 2',
    'after-turn b 2',
    'before-turn c 2',
    'after-turn c 3',
  );
  expect(turnsOf(list)).toEqual([
    [5, 1],
    [3, undefined],
    [1, 2],
  ]);
});

test('snapshots by hand and restores are states too, but no turns', () => {
  const list = snapshots('manual - 1', 'before-turn a 1', 'after-turn a 2', 'before-restore - 2', 'after-restore - 1');
  expect(turnsOf(list)).toEqual([
    [4, undefined],
    [2, 1],
    [1, undefined],
  ]);
});

test('a turn that was split in its middle is one turn, from its first snapshot to its last', () => {
  const list = snapshots(
    'before-turn a 1',
    'after-turn a 2',
    'before-turn a 2',
    'before-restore - 2',
    'after-restore - 1',
    'after-turn a 3',
  );
  expect(turnsOf(list)).toEqual([
    [4, undefined],
    [1, 1],
  ]);
  expect(pointsOf(list)[1]?.after?.number).toBe(6);
});

test('a turn of which no end is known counts, unless it is said to have changed nothing', () => {
  const list = snapshots('before-turn a 1', 'after-turn a 2', 'before-turn b 2');
  expect(turnsOf(list)[0]).toEqual([3, 1]);
  expect(turnsOf(list, 'b')).toEqual([
    [3, undefined],
    [1, 1],
  ]);
});

const list = snapshots(
  'before-turn a 1',
  'after-turn a 2',
  'before-restore - 2',
  'after-restore - 1',
  'before-restore - 1',
);

test.each<[RestoreWish, number]>([
  [{ turn: 1 }, 1],
  [{ turnId: 'a' }, 1],
  [{ number: 3 }, 3],
  // The newest one was broken off before it did anything.
  [{ undo: true }, 3],
])('%j is found', (wish, number) => {
  expect(findPoint(pointsOf(list), wish).number).toBe(number);
});

test.each<[RestoreWish, RegExp]>([
  [{ turn: 2 }, /only one turn/],
  [{ turnId: 'z' }, /no snapshot of that turn/],
  [{ number: 2 }, /no snapshot #2/],
])('%j is refused with the reason', (wish, why) => {
  expect(() => findPoint(pointsOf(list), wish)).toThrow(why);
});

test('without a restore there is none to undo', () => {
  expect(() => findPoint(pointsOf(list.slice(0, 2)), { undo: true })).toThrow(/no restore/);
});
