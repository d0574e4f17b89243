// What is dropped is really freed, what is kept is whole, and native git agrees.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { hasGit, type SnapshotPlace, snapshotPlace } from '../../support/snapshot-place.js';
import { tempFolders } from '../../support/temp-folder.js';

jest.setTimeout(60_000); // real files, on a machine that may be busy
const fresh = tempFolders();
const withGit = hasGit ? test : test.skip;

async function turns(place: SnapshotPlace, count: number, bytes = 20_000) {
  for (let i = 1; i <= count; i++) {
    await place.take('before-turn', `turn-${i}`);
    place.write('data', randomBytes(bytes).toString('latin1'));
    place.write(`file-${i % 3}`, String(i));
    await place.take('after-turn', `turn-${i}`);
  }
}

const restoredData = async (place: SnapshotPlace, id: string) => {
  await place.store.restore(await place.store.previewRestore(id, { all: true }), { overwrite: ['data'] });
  return place.read('data');
};

test('the newest rounds stay, with both of their snapshots, and the rest is freed', async () => {
  const place = snapshotPlace(fresh(), { keepRounds: 3 });
  await turns(place, 8);
  const done = await place.store.prune();
  expect(done).toMatchObject({ keptSnapshots: 6, droppedSnapshots: 10 });
  expect(done.sizeBytes).toBeLessThan(5 * 35_000);
  expect(done.freedBytes).toBeGreaterThan(4 * 20_000);
  expect(await place.store.size()).toBe(done.sizeBytes);
  expect((await place.store.list()).map(({ number }) => number)).toEqual([11, 12, 13, 14, 15, 16]);
  expect(readdirSync(join(place.gitdir(), 'objects/pack'))).toHaveLength(2);
  expect(place.fsck()).toBe('');
});

test('what was kept can be restored, and snapshots go on, in the program that knew the old packs too', async () => {
  const place = snapshotPlace(fresh(), { keepRounds: 3 });
  const other = place.open();
  await turns(place, 3);
  const wanted = place.read('data');
  const { id } = await other.take({ label: '', kind: 'manual' });
  await turns(place, 2);
  await place.store.prune();
  expect(await restoredData(place, id)).toBe(wanted);
  expect((await other.take({ label: '', kind: 'manual' })).changed).toEqual({ added: 0, modified: 0, deleted: 0 });
  expect(place.fsck()).toBe('');
  other.close();
});

test('rounds that do not fit the size go too; the newest stays whatever its size', async () => {
  const place = snapshotPlace(fresh(), { keepRounds: 50 });
  await turns(place, 5);
  const small = place.open({ maxStoreBytes: 70_000 });
  const done = await small.prune();
  expect(done.sizeBytes).toBeLessThan(80_000);
  expect(done.keptSnapshots).toBeGreaterThan(1);
  const tiny = place.open({ maxStoreBytes: 1 });
  expect((await tiny.prune()).keptSnapshots).toBe(2);
  expect(place.fsck()).toBe('');
  for (const store of [small, tiny]) store.close();
});

test('it says when it is time to prune', async () => {
  const place = snapshotPlace(fresh(), { keepRounds: 2 });
  await turns(place, 2, 10);
  expect((await place.take('before-turn', '3')).pruneDue).toBe(true);
  await place.store.prune();
});

test('halves of packs and temporary files that a kill left are removed', async () => {
  const place = snapshotPlace(fresh());
  await turns(place, 2, 10);
  const pack = (name: string) => join(place.gitdir(), 'objects/pack', name);
  writeFileSync(pack('pack-0000.pack'), 'half');
  writeFileSync(join(place.gitdir(), 'tmp/left'), 'half');
  await place.store.prune();
  expect(readdirSync(join(place.gitdir(), 'objects/pack'))).toHaveLength(2);
  expect(readdirSync(join(place.gitdir(), 'tmp'))).toEqual([]);
});

withGit('a store that native git has packed its own way still works', async () => {
  const place = snapshotPlace(fresh(), { keepRounds: 3 });
  const text = Array.from({ length: 3000 }, (_, i) => `line ${i}`).join('\n');
  for (let i = 1; i <= 4; i++) {
    place.write('data', `${text}\n${i}`);
    await place.take('manual');
  }
  place.store.close();
  execFileSync('git', [`--git-dir=${place.gitdir()}`, 'gc', '--quiet', '--prune=now']);
  expect(await restoredData(place, (await place.store.list())[1]!.id)).toBe(`${text}\n2`);
  await place.store.prune();
  const [oldest] = await place.store.list();
  expect(oldest!.number).toBe(3);
  expect(await restoredData(place, oldest!.id)).toBe(`${text}\n3`);
  expect(place.fsck()).toBe('');
});
