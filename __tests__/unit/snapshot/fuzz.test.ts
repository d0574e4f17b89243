// Random trees, random work of agent and user: trees as native git makes them, and a restore that equals the model.
// More rounds: PAI_FUZZ_SNAPSHOTS=200
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { look } from '../../../src/snapshot/look.js';
import { hasGit, picture, snapshotPlace } from '../../support/snapshot-place.js';
import { tempFolders } from '../../support/temp-folder.js';

const fresh = tempFolders();
const rounds = Number(process.env.PAI_FUZZ_SNAPSHOTS ?? 12);
jest.setTimeout(60_000 + rounds * 3000); // real files, on a machine that may be busy
const names = ['a', 'b', 'sub', 'sub/x', 'sub/y', 'sub/deep/z', 'é', 'p q', 'deep/er/f', 'x.log', 'sub/x.log'];
const modes = [0o644, 0o755, 0o600];

function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

function at(path: string) {
  const stats = look(path);
  return typeof stats === 'string' ? undefined : stats;
}

/** One random change; what does not fit what is there replaces it. Gives the paths it touched. */
function change(folder: string, random: (below: number) => number, who: string): void {
  const place = join(folder, names[random(names.length)]!);
  const other = join(folder, names[random(names.length)]!);
  const stats = at(place);
  const makeRoom = (path: string) => {
    for (let above = dirname(path); above.length > folder.length; above = dirname(above)) {
      if (at(above)?.isDirectory() === false) rmSync(above);
    }
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
  };
  const what = random(7);
  if (what === 0) {
    if (stats) rmSync(place, { recursive: true });
  } else if (what === 1 && stats?.isFile()) chmodSync(place, modes[random(modes.length)]!);
  else if (what === 2) {
    makeRoom(place);
    symlinkSync(['a', '/etc', '../..'][random(3)]!, place);
  } else if (what === 3 && stats && !other.startsWith(place) && !place.startsWith(other)) {
    makeRoom(other);
    if (at(place)) renameSync(place, other);
  } else {
    makeRoom(place);
    writeFileSync(place, `${who} ${random(1000)}`);
    chmodSync(place, modes[random(modes.length)]!);
  }
}

/** Folders come and go with their files; only what snapshots hold is compared. */
const filesOf = (folder: string) =>
  new Map(Object.entries(picture(folder)).filter(([, what]) => !what.startsWith('folder')));

const withGit = hasGit ? test : test.skip;

withGit('after every random change the tree is the one native git makes', async () => {
  const random = randomFrom(7);
  const place = snapshotPlace(fresh());
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < 3; i++) change(place.folder, random, 'x');
    if (random(4) === 0) {
      rmSync(join(place.folder, '.gitignore'), { recursive: true, force: true });
      writeFileSync(join(place.folder, '.gitignore'), ['*.log\n', 'sub/\n!sub/x\n', '/a\n', '#\n'][random(4)]!);
    }
    expect((await place.take()).tree).toBe(place.nativeTree());
  }
  expect(place.fsck()).toBe('');
});

test('a restore gives back all that the agent changed and the user did not, byte for byte, and nothing else', async () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const random = randomFrom(seed);
    const base = fresh();
    const place = snapshotPlace(base);
    for (let i = 0; i < 12; i++) change(place.folder, random, 'start');
    const then = filesOf(place.folder);
    const { id } = await place.take('before-turn', '1');
    for (let i = 0; i < 5; i++) change(place.folder, random, 'agent');
    await place.take('after-turn', '1');
    const worked = filesOf(place.folder);
    for (let i = 0; i < random(4); i++) change(place.folder, random, 'user');
    const now = filesOf(place.folder);
    writeFileSync(join(base, 'outside'), 'outside');

    const preview = await place.store.previewRestore(id);
    const conflicts = new Set(preview.conflicts.map(({ path }) => path));
    const done = await place.store.restore(preview);
    const after = filesOf(place.folder);
    for (const path of new Set([...then.keys(), ...worked.keys(), ...now.keys(), ...after.keys()])) {
      const isAgents = then.get(path) !== worked.get(path);
      const isUsers = worked.get(path) !== now.get(path);
      const isBlocked = conflicts.has(path) && !isUsers;
      const wanted = isAgents && !isUsers && !isBlocked ? then.get(path) : now.get(path);
      expect({ seed, path, what: after.get(path) }).toEqual({ seed, path, what: wanted });
      // Only where something of the user's stands in the way may an agent's path stay.
      if (isBlocked) expect(preview.conflicts.find((it) => it.path === path)!.reason).not.toBe('changed-since');
    }
    expect({ seed, failed: done.failed, verified: done.verified }).toEqual({ seed, failed: [], verified: true });
    expect(place.fsck()).toBe('');

    const paths = [...done.restored, ...done.deleted];
    await place.store.restore(await place.store.previewRestore(done.before.id, { paths }));
    expect({ seed, files: filesOf(place.folder) }).toEqual({ seed, files: now });
    place.store.close();
  }
});
