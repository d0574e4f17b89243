// What a snapshot holds and what it leaves out and says, beside native git.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import { openSnapshotStore } from '../../../src/snapshot/open-snapshot-store.js';
import { childScript } from '../../support/child-script.js';
import { hasGit, snapshotPlace } from '../../support/snapshot-place.js';
import { tempFolders } from '../../support/temp-folder.js';

jest.setTimeout(60_000); // real files, on a machine that may be busy
const fresh = tempFolders();
const withGit = hasGit ? test : test.skip;
const clock = { now: () => 0 };

withGit('the tree is the one native git makes, for any names, kinds and ignore files', async () => {
  const place = snapshotPlace(fresh(), { exclude: [] });
  place.write('a.txt', 'one\r\ntwo\r\n');
  place.write('empty', '');
  place.write('run.sh', '#!/bin/sh\n', 0o755);
  place.write('lib/x', 'x');
  place.write('lib.ts', 'sorted before lib/');
  for (const name of [
    'new\nline',
    'tab\there',
    '"quoted"',
    ' leading',
    '-dash',
    'back\\slash',
    'emoji 😀',
    'ﬀ',
    '日本',
    'e\u0301',
  ])
    place.write(`names/${name}`, name);
  place.link('/nowhere', 'dangling');
  place.link('lib', 'to-folder');
  place.write('.gitignore', '*.log\n!keep.log\n/only-here\nlogs/\n**/deep/*.tmp\n\\#odd\nLOUD\n');
  place.write('sub/.gitignore', '!back.log\nonly-here\n!logs/\n');
  for (const path of [
    'a.log',
    'keep.log',
    'only-here',
    'logs/x',
    'sub/back.log',
    'sub/logs/x',
    'sub/logs/x.log',
    'sub/only-here',
    'p/deep/x.tmp',
    '#odd',
    'loud',
  ])
    place.write(path, path);
  expect((await place.take()).tree).toBe(place.nativeTree());
  expect(place.fsck()).toBe('');
});

withGit('a change of an ignore file counts for everything below it at once', async () => {
  const place = snapshotPlace(fresh());
  place.write('sub/deep/x.log', 'x');
  place.write('sub/deep/y', 'y');
  await place.take();
  place.write('.gitignore', '*.log\n');
  expect((await place.take()).changed).toEqual({ added: 1, modified: 0, deleted: 1 });
  place.write('.gitignore', '# all\n');
  const last = await place.take();
  expect([last.changed, last.tree]).toEqual([{ added: 1, modified: 1, deleted: 0 }, place.nativeTree()]);
});

test('ignore files of the repository above the folder count', async () => {
  const base = fresh();
  mkdirSync(join(base, 'repo/.git'), { recursive: true });
  writeFileSync(join(base, 'repo/.gitignore'), '*.log\n/work/secret\n');
  mkdirSync(join(base, 'repo/work'));
  for (const name of ['a.log', 'secret', 'kept']) writeFileSync(join(base, 'repo/work', name), name);
  const store = openSnapshotStore({ home: join(base, 'home'), folder: join(base, 'repo/work'), clock });
  expect((await store.take({ label: '', kind: 'manual' })).changed.added).toBe(1);
});

test('the defaults are left out, and an ignore file can take one back', async () => {
  const place = snapshotPlace(fresh());
  for (const path of [
    'node_modules/a',
    'dist/a',
    'build/a',
    'target/a',
    '.idea/a',
    'A.class',
    'a.jar',
    '.git/HEAD',
    'kept',
  ])
    place.write(path, path);
  expect((await place.take()).changed.added).toBe(1);
  place.write('.gitignore', '!build/\n');
  expect((await place.store.diff((await place.store.list())[0]!.id, 'now')).map(({ path }) => path)).toEqual([
    '.gitignore',
    'build/a',
  ]);
});

test('a change within the same size and mtime is seen', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'old');
  const time = new Date(1_600_000_000_000);
  utimesSync(join(place.folder, 'a'), time, time);
  await place.take();
  place.write('a', 'new');
  utimesSync(join(place.folder, 'a'), time, time);
  expect((await place.take()).changed).toEqual({ added: 0, modified: 1, deleted: 0 });
});

test('nothing changed: nothing is read again, in a new program too', async () => {
  const place = snapshotPlace(fresh());
  place.write('deep/a', 'text');
  const first = await place.take();
  const again = place.open();
  const second = await again.take({ label: '', kind: 'manual' });
  expect(second).toMatchObject({ tree: first.tree, number: 2, changed: { added: 0, modified: 0, deleted: 0 } });
  again.close();
});

test('large files, pipes, sockets and nested repositories are left out and said', async () => {
  const place = snapshotPlace(fresh(), { maxFileBytes: 1000 });
  place.write('large', '');
  truncateSync(join(place.folder, 'large'), 1001);
  execFileSync('mkfifo', [join(place.folder, 'pipe')]);
  place.write('inner/.git/HEAD', 'ref: refs/heads/main\n');
  place.write('inner/file', 'x');
  place.write('module/.git', 'gitdir: elsewhere\n');
  place.write('kept', 'x');
  const taken = await place.take();
  expect(taken.skipped).toEqual([
    { path: 'inner', reason: 'nested-repository' },
    { path: 'large', reason: 'too-large' },
    { path: 'module', reason: 'nested-repository' },
    { path: 'pipe', reason: 'not-a-file' },
  ]);
  expect(taken.changed.added).toBe(1);
  truncateSync(join(place.folder, 'large'), 1000);
  expect((await place.take()).changed.added).toBe(1);
});

test('the files of nested repositories can be stored, never their .git', async () => {
  const place = snapshotPlace(fresh(), { nestedRepositories: 'files' });
  place.write('inner/.git/HEAD', 'ref: refs/heads/main\n');
  place.write('inner/file', 'x');
  const taken = await place.take();
  expect([taken.skipped, taken.changed.added]).toEqual([[], 1]);
});

test('a name that is no UTF-8 is left out and said; � itself is a good name', async () => {
  const place = snapshotPlace(fresh());
  writeFileSync(Buffer.concat([Buffer.from(`${place.folder}/bad`), Buffer.from([0xff])]), 'x');
  place.write('good\ufffd', 'x');
  const taken = await place.take();
  expect([taken.skipped, taken.changed.added]).toEqual([[{ path: 'bad\ufffd', reason: 'name-not-utf8' }], 1]);
});

test('links are stored as links, also those that lead out of the folder or in circles', async () => {
  const place = snapshotPlace(fresh());
  place.link('..', 'up');
  place.link('circle', 'circle');
  expect((await place.take()).changed.added).toBe(2);
});

test('an empty folder of files gives the tree of nothing', async () => {
  const place = snapshotPlace(fresh());
  expect((await place.take()).tree).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  expect(place.fsck()).toBe('');
});

test('home, what lies above it, the root and our own data get no snapshots', () => {
  const base = fresh();
  for (const name of ['person/.paicli/logs', 'person/project']) mkdirSync(join(base, name), { recursive: true });
  const person = join(base, 'person');
  const open = (folder: string) =>
    openSnapshotStore({ home: join(person, '.paicli'), folder, clock, userHome: person });
  symlinkSync(person, join(base, 'link'));
  for (const folder of ['/', base, person, join(base, 'link'), join(person, '.paicli'), join(person, '.paicli/logs')])
    expect(() => open(folder)).toThrow('No snapshots here');
  expect(() => open(join(person, 'project'))).not.toThrow();
});

test('our own data below the folder is never part of a snapshot', async () => {
  const folder = fresh();
  writeFileSync(join(folder, 'a'), 'a');
  const store = openSnapshotStore({ home: join(folder, '.paicli'), folder, clock });
  const first = await store.take({ label: '', kind: 'manual' });
  expect(first.changed.added).toBe(1);
  expect((await store.take({ label: '', kind: 'manual' })).tree).toBe(first.tree);
});

test('too many files, and a store that would grow too large, are refused; nothing is listed', async () => {
  const place = snapshotPlace(fresh());
  for (let i = 0; i < 20; i++) place.write(`f${i}`, String(Math.random()).repeat(50));
  const few = place.open({ maxFiles: 10 });
  await expect(few.take({ label: '', kind: 'manual' })).rejects.toMatchObject({ code: 'limit' });
  const small = place.open({ maxStoreBytes: 500 });
  await expect(small.take({ label: '', kind: 'manual' })).rejects.toMatchObject({ code: 'limit' });
  expect(await place.store.list()).toEqual([]);
  expect((await place.take()).number).toBe(1);
  expect(place.fsck()).toBe('');
});

test('a cancelled snapshot leaves nothing in the list', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'a');
  await expect(place.store.take({ label: '', kind: 'manual', signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(await place.store.list()).toEqual([]);
});

test('the store is for its owner only', async () => {
  const place = snapshotPlace(fresh());
  await place.take();
  expect(statSync(place.gitdir()).mode & 0o777).toBe(0o700);
});

test('a damaged index costs a fresh look and nothing else', async () => {
  const place = snapshotPlace(fresh());
  place.write('a/b', 'text');
  const { tree } = await place.take();
  for (const damage of ['', 'nonsense', '\0'.repeat(5000)]) {
    writeFileSync(join(place.gitdir(), 'paicli-index'), damage);
    const again = place.open();
    expect((await again.take({ label: '', kind: 'manual' })).tree).toBe(tree);
    again.close();
  }
});

test('objects that somebody removed are stored again, also by the program that wrote them', async () => {
  const place = snapshotPlace(fresh());
  place.write('a/b', 'text');
  await place.take();
  rmSync(join(place.gitdir(), 'objects'), { recursive: true });
  mkdirSync(join(place.gitdir(), 'objects/pack'), { recursive: true });
  await place.take();
  const [only, ...more] = await place.open().list();
  expect(more).toEqual([]);
  rmSync(join(place.folder, 'a/b'));
  const done = await place.store.restore(await place.store.previewRestore(only!.id, { all: true }), {
    overwrite: ['a/b'],
  });
  expect([done.restored, place.read('a/b')]).toEqual([['a/b'], 'text']);
});

test('two stores on one folder take turns', async () => {
  const place = snapshotPlace(fresh());
  place.write('a', 'a');
  const other = place.open();
  const request = { label: '', kind: 'manual' } as const;
  const taken = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => (i % 2 ? place.store : other).take(request)));
  expect(taken.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(place.fsck()).toBe('');
  other.close();
});

test('a copied folder gets a store of its own', async () => {
  const place = snapshotPlace(fresh());
  await place.take();
  cpSync(place.folder, `${place.folder}-copy`, { recursive: true });
  const copy = openSnapshotStore({ home: place.home, folder: `${place.folder}-copy`, clock });
  expect(await copy.list()).toEqual([]);
});

test('permissions alone are a change', async () => {
  const place = snapshotPlace(fresh());
  place.write('key', 'secret', 0o600);
  place.write('a', 'a');
  const { id } = await place.take();
  chmodSync(join(place.folder, 'key'), 0o640);
  expect(await place.store.diff(id, 'now')).toEqual([{ path: 'key', kind: 'mode' }]);
});

/** Somebody without rights who can read this program: not where it lies in a folder that is shut to others. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', 'fs.readdirSync(process.argv[1])', join(packageRoot(), 'node_modules')], {
    uid: 65534,
    gid: 65534,
  }).status === 0;

(canBeNobody ? test : test.skip)('what may not be read is left out and said', async () => {
  const place = snapshotPlace(fresh());
  place.write('shut', 'x', 0o000);
  place.write('closed/a', 'x');
  place.write('listed/a', 'x');
  place.write('open', 'x');
  chmodSync(join(place.folder, 'closed'), 0o000);
  chmodSync(join(place.folder, 'listed'), 0o444);
  chmodSync(join(place.folder, '..'), 0o777);
  const script = await childScript(`
    import { openSnapshotStore } from './src/snapshot/open-snapshot-store.js';
    const [home, folder] = process.argv.slice(2);
    process.setgid(65534);
    process.setuid(65534);
    const store = openSnapshotStore({ home, folder, clock: { now: () => 0 }, userHome: '/nowhere' });
    const { skipped, changed } = await store.take({ label: '', kind: 'manual' });
    console.log(JSON.stringify([skipped, changed.added]));
  `);
  const [skipped, added] = JSON.parse(await script.run(place.home, place.folder)) as unknown[];
  script.remove();
  expect(skipped).toEqual(['closed', 'listed/a', 'shut'].map((path) => ({ path, reason: 'unreadable' })));
  expect(added).toBe(1);
});
