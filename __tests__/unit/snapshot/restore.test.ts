// What a restore does, what it asks about, and what it never touches.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { type SnapshotPlace, snapshotPlace } from '../../support/snapshot-place.js';
import { tempFolders } from '../../support/temp-folder.js';

jest.setTimeout(60_000); // real files, on a machine that may be busy
const fresh = tempFolders();

/** A turn in which the agent does `work`. */
async function turn(place: SnapshotPlace, turnId: string, work: () => void) {
  const before = await place.take('before-turn', turnId);
  work();
  await place.take('after-turn', turnId);
  return before;
}

test("the agent's work is undone: changed, deleted, made, moved, with modes and links", async () => {
  const place = snapshotPlace(fresh());
  place.write('changed', 'old');
  place.write('deleted/deep/file', 'gone');
  place.write('run.sh', 'x', 0o755);
  place.write('key.env', 'secret', 0o600);
  place.link('changed', 'link');
  place.write('empty', '');
  const was = place.picture();
  const { id } = await turn(place, '1', () => {
    place.write('changed', 'new');
    rmSync(join(place.folder, 'deleted'), { recursive: true });
    place.write('made/by/agent', 'x');
    chmodSync(join(place.folder, 'run.sh'), 0o644);
    place.write('key.env', 'changed', 0o644);
    unlinkSync(join(place.folder, 'link'));
    symlinkSync('/etc', join(place.folder, 'link'));
    renameSync(join(place.folder, 'empty'), join(place.folder, 'renamed'));
  });
  const preview = await place.store.previewRestore(id);
  expect(preview.conflicts).toEqual([]);
  expect(preview.delete).toEqual(['made/by/agent', 'renamed']);
  const done = await place.store.restore(preview);
  expect([done.verified, done.kept, done.failed]).toEqual([true, [], []]);
  expect(place.picture()).toEqual(was);
  expect(place.fsck()).toBe('');
});

test('a preview changes nothing', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'old');
  const { id } = await turn(place, '1', () => place.write('a', 'new'));
  await place.store.previewRestore(id);
  expect([place.read('a'), (await place.store.list()).length]).toEqual(['new', 2]);
});

test("the user's new files stay; what a script made is named and stays unless it is asked for", async () => {
  const place = snapshotPlace(fresh());
  const { id } = await turn(place, '1', () => {
    place.write('Foo.md', 'agent');
    place.write('out/data.jsonl', 'script');
  });
  place.write('mine.txt', 'user');
  const preview = await place.store.previewRestore(id, { changedByAgent: [join(place.folder, 'Foo.md')] });
  expect([preview.delete, preview.outside.map(({ path }) => path)]).toEqual([
    ['Foo.md'],
    ['mine.txt', 'out/data.jsonl'],
  ]);
  await place.store.restore(preview);
  expect(Object.keys(place.picture())).toEqual(['mine.txt', 'out', 'out/data.jsonl']);
});

test('what the user changed, made or deleted since is a conflict, kept unless overruled', async () => {
  const place = snapshotPlace(fresh());
  for (const name of ['both', 'also', 'agents']) place.write(name, 'old');
  const { id } = await turn(place, '1', () => {
    for (const name of ['both', 'also', 'agents']) place.write(name, 'agent');
  });
  for (const name of ['both', 'also']) place.write(name, 'user');
  place.write('mine', 'user');
  const preview = await place.store.previewRestore(id, { all: true });
  expect(preview.restore).toEqual([{ path: 'agents', kind: 'modified' }]);
  expect(preview.conflicts).toEqual([
    { path: 'also', wants: 'restore', reason: 'changed-since' },
    { path: 'both', wants: 'restore', reason: 'changed-since' },
    { path: 'mine', wants: 'delete', reason: 'changed-since' },
  ]);
  const done = await place.store.restore(preview, { overwrite: ['also'] });
  expect(done.restored).toEqual(['agents', 'also']);
  expect(['both', 'also', 'agents', 'mine'].map(place.read)).toEqual(['user', 'old', 'old', 'user']);
});

test('a change of the user between two turns is a conflict when both are taken back', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'old');
  const { id } = await turn(place, '1', () => place.write('a', 'agent'));
  place.write('a', 'user');
  const second = await turn(place, '2', () => place.write('a', 'agent again'));
  expect((await place.store.previewRestore(id)).conflicts).toHaveLength(1);
  expect((await place.store.previewRestore(second.id)).conflicts).toEqual([]);
});

test('in a turn that still runs, what the tools wrote is not a conflict and the rest is', async () => {
  const place = snapshotPlace(fresh());
  for (const name of ['tool', 'other']) place.write(name, 'old');
  const { id } = await place.take('before-turn', '1');
  for (const name of ['tool', 'other']) place.write(name, 'new');
  const { restore, conflicts } = await place.store.previewRestore(id, { changedByAgent: ['tool'] });
  expect([restore.map(({ path }) => path), conflicts]).toEqual([['tool'], []]);
  const whole = await place.store.previewRestore(id);
  expect(whole.conflicts.map(({ path }) => path)).toEqual(['other', 'tool']);
});

test('a turn that was killed does not make later work of the user the agent’s', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'old');
  const { id } = await place.take('before-turn', 'killed');
  place.write('a', 'unknown');
  await turn(place, '2', () => place.write('b', 'agent'));
  place.write('c', 'user');
  const preview = await place.store.previewRestore(id, { all: true });
  expect([preview.delete, preview.conflicts.map(({ path }) => path)]).toEqual([['b'], ['a', 'c']]);
});

test('undo of the undo, and of that again', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'old');
  const { id } = await turn(place, '1', () => {
    place.write('a', 'agent');
    place.write('made', 'agent');
  });
  place.write('c', 'user');
  const worked = place.picture();
  const first = await place.store.restore(await place.store.previewRestore(id));
  const restored = place.picture();
  expect(restored).not.toEqual(worked);
  const paths = [...first.restored, ...first.deleted];
  const undo = await place.store.restore(await place.store.previewRestore(first.before.id, { paths }));
  expect([undo.kept, place.picture()]).toEqual([[], worked]);
  const redo = await place.store.restore(await place.store.previewRestore(undo.before.id, { paths }));
  expect([redo.kept, place.picture()]).toEqual([[], restored]);
});

test('kept by choice; changed after the preview: left alone', async () => {
  const place = snapshotPlace(fresh());
  for (const name of ['a', 'b', 'c']) place.write(name, 'old');
  const { id } = await turn(place, '1', () => {
    for (const name of ['a', 'b', 'c']) place.write(name, 'agent');
  });
  const preview = await place.store.previewRestore(id);
  place.write('b', 'quick user');
  const done = await place.store.restore(preview, { keep: ['a'] });
  expect(done.kept).toEqual([
    { path: 'a', why: 'kept' },
    { path: 'b', why: 'changed-since-preview' },
  ]);
  expect(['a', 'b', 'c'].map(place.read)).toEqual(['agent', 'quick user', 'old']);
});

test('never through a link out of the folder', async () => {
  const base = fresh();
  const place = snapshotPlace(base);
  mkdirSync(join(base, 'outside'));
  place.write('lib/a', 'old');
  const { id } = await place.take('before-turn', '1');
  rmSync(join(place.folder, 'lib'), { recursive: true });
  place.write('.gitignore', 'lib\n');
  place.link(join(base, 'outside'), 'lib');
  await place.take('after-turn', '1');
  const preview = await place.store.previewRestore(id, { paths: ['lib'] });
  expect(preview.conflicts).toEqual([{ path: 'lib/a', wants: 'restore', reason: 'through-link' }]);
  await place.store.restore(preview, { overwrite: ['lib/a'] });
  expect(readdirSync(join(base, 'outside'))).toEqual([]);
});

test('a link of the agent in place of a folder goes first', async () => {
  const base = fresh();
  const place = snapshotPlace(base);
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside/a'), 'outside');
  place.write('lib/a', 'old');
  const was = place.picture();
  const { id } = await turn(place, '1', () => {
    rmSync(join(place.folder, 'lib'), { recursive: true });
    place.link(join(base, 'outside'), 'lib');
  });
  await place.store.restore(await place.store.previewRestore(id));
  expect(place.picture()).toEqual(was);
});

test('an ignored file in the way is asked about, and moved aside when overruled', async () => {
  const place = snapshotPlace(fresh());
  place.write('data', 'old');
  const { id } = await place.take('before-turn', '1');
  place.write('.gitignore', 'data\n');
  place.write('data', 'nobody has this');
  await place.take('after-turn', '1');
  const preview = await place.store.previewRestore(id, { paths: ['data'] });
  expect(preview.conflicts).toEqual([{ path: 'data', wants: 'restore', reason: 'in-the-way' }]);
  const kept = await place.store.restore(preview);
  expect([kept.kept, place.read('data')]).toEqual([[{ path: 'data', why: 'in-the-way' }], 'nobody has this']);
  const again = await place.store.previewRestore(id, { paths: ['data'] });
  const done = await place.store.restore(again, { overwrite: ['data'] });
  expect([place.read('data'), place.read(done.movedAside[0]!.to)]).toEqual(['old', 'nobody has this']);
});

test('a folder in place of a file, and a file in place of a folder', async () => {
  const place = snapshotPlace(fresh());
  place.write('file', 'f');
  place.write('folder/a', 'a');
  const was = place.picture();
  const { id } = await turn(place, '1', () => {
    unlinkSync(join(place.folder, 'file'));
    place.write('file/x/y', 'y');
    mkdirSync(join(place.folder, 'file/empty'));
    rmSync(join(place.folder, 'folder'), { recursive: true });
    place.write('folder', 'now a file');
  });
  const done = await place.store.restore(await place.store.previewRestore(id));
  expect([done.verified, place.picture()]).toEqual([true, was]);
});

test('a file is not restored over a folder in which the user has something', async () => {
  const place = snapshotPlace(fresh());
  place.write('x', 'file');
  const { id } = await turn(place, '1', () => {
    unlinkSync(join(place.folder, 'x'));
    place.write('x/a', 'agent');
  });
  place.write('x/mine', 'user');
  const preview = await place.store.previewRestore(id);
  expect([preview.delete, preview.conflicts]).toEqual([
    ['x/a'],
    [{ path: 'x', wants: 'restore', reason: 'in-the-way' }],
  ]);
});

test('only below the folder, also when paths outside are asked for', async () => {
  const base = fresh();
  const place = snapshotPlace(base);
  place.write('y', 'old');
  writeFileSync(join(base, 'x'), 'other');
  const { id } = await turn(place, '1', () => place.write('y', 'agent'));
  const preview = await place.store.previewRestore(id, { paths: ['../x', join(base, 'x'), './y'] });
  expect(preview.seen.map(([path]) => path)).toEqual(['y']);
});

test('a file that was too large for the snapshot, or ignored at that time, is not deleted unasked', async () => {
  const place = snapshotPlace(fresh(), { maxFileBytes: 10 });
  place.write('large', 'longer than ten');
  place.write('.gitignore', 'cache/\n');
  place.write('cache/mine', 'user');
  const { id } = await turn(place, '1', () => {
    place.write('large', 'small');
    unlinkSync(join(place.folder, '.gitignore'));
  });
  const preview = await place.store.previewRestore(id);
  expect(preview.delete).toEqual([]);
  expect(preview.conflicts).toEqual([
    { path: 'cache/mine', wants: 'delete', reason: 'unknown-then' },
    { path: 'large', wants: 'delete', reason: 'unknown-then' },
  ]);
  expect(preview.skipped).toEqual([{ path: 'large', reason: 'too-large' }]);
  await place.store.restore(preview);
  expect(['large', 'cache/mine', '.gitignore'].map(place.read)).toEqual(['small', 'user', 'cache/\n']);
});

test('empty folders come back with all, and folders made since stay when something is in them', async () => {
  const place = snapshotPlace(fresh());
  mkdirSync(join(place.folder, 'hollow/deep'), { recursive: true });
  const { id } = await turn(place, '1', () => rmSync(join(place.folder, 'hollow'), { recursive: true }));
  await place.store.restore(await place.store.previewRestore(id, { all: true }));
  expect(Object.keys(place.picture())).toEqual(['hollow', 'hollow/deep']);
});

test('when no snapshot can be taken first, nothing is restored', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'old');
  const { id } = await turn(place, '1', () => place.write('a', 'agent'));
  const preview = await place.store.previewRestore(id);
  place.write('b', 'one file more');
  const limited = place.open({ maxFiles: 1 });
  await expect(limited.restore(preview)).rejects.toMatchObject({ code: 'limit' });
  expect(place.read('a')).toBe('agent');
});

test('temporary files of a killed restore are removed the next time', async () => {
  const place = snapshotPlace(fresh());
  place.write('sub/a', 'a');
  await place.take();
  writeFileSync(join(place.gitdir(), 'paicli-restore'), JSON.stringify(['sub', 'nowhere']));
  place.write('sub/.paicli-restore-0123', 'half');
  await place.take();
  expect(Object.keys(place.picture())).toEqual(['sub', 'sub/a']);
});
