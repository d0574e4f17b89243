// Programs killed at random moments of snapshot, prune and restore. More kills: PAI_SNAPSHOT_KILLS=100
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ChildScript, childScript, ended, printed } from '../../support/child-script.js';
import { picture, snapshotPlace } from '../../support/snapshot-place.js';
import { tempFolders } from '../../support/temp-folder.js';

const fresh = tempFolders();
const kills = Number(process.env.PAI_SNAPSHOT_KILLS ?? 20);
/** Between them a kill meets every step of the work. */
const longestMs = 120;

let script: ChildScript;
beforeAll(async () => {
  script = await childScript(`
    import { openSnapshotStore } from './src/snapshot/open-snapshot-store.js';
    import { writeFileSync } from 'node:fs';
    const [home, folder, round] = process.argv.slice(2);
    const store = openSnapshotStore({ home, folder, clock: { now: () => Date.now() }, limits: { keepRounds: 4 } });
    console.log('ready');
    for (let i = 0; ; i++) {
      const before = await store.take({ label: 'x', kind: 'before-turn', turnId: round + '-' + i });
      for (let n = 0; n < 15; n++) writeFileSync(folder + '/sub/file' + n, round + ' ' + i + ' ' + 'x'.repeat(n * 900));
      await store.take({ label: 'x', kind: 'after-turn', turnId: round + '-' + i });
      await store.restore(await store.previewRestore(before.id));
      if (i % 2) await store.prune();
    }
  `);
});
afterAll(() => script.remove());

test(
  'whatever moment it is, the store opens, is sound, and every listed snapshot can be restored',
  async () => {
    const place = snapshotPlace(fresh());
    mkdirSync(join(place.folder, 'sub'));
    place.write('sub/still', 'the same all the time');
    for (let round = 1; round <= kills; round++) {
      const child = script.start(place.home, place.folder, String(round));
      await printed(child, 'ready');
      await new Promise((resolve) => setTimeout(resolve, randomInt(longestMs)));
      child.kill('SIGKILL');
      await ended(child);
      const taken = await place.take();
      expect({ round, fsck: place.fsck() }).toEqual({ round, fsck: '' });
      const list = await place.store.list();
      expect(list.at(-1)!.id).toBe(taken.id);
      expect(Object.keys(picture(place.folder)).filter((path) => path.includes('.paicli'))).toEqual([]);
      const chosen = list[randomInt(list.length)]!;
      const preview = await place.store.previewRestore(chosen.id, { all: true });
      const done = await place.store.restore(preview, { overwrite: preview.conflicts.map(({ path }) => path) });
      expect({ round, failed: done.failed, verified: done.verified }).toEqual({ round, failed: [], verified: true });
      expect(await place.store.diff(chosen.id, 'now')).toEqual([]);
      writeFileSync(join(place.folder, 'sub/user'), String(round));
    }
    expect(place.read('sub/still')).toBe('the same all the time');
  },
  60_000 + kills * 5000,
);
