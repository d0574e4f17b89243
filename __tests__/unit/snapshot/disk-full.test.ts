// A store on a disk that runs full: nothing half-written is ever taken for a snapshot, and with room again it goes on (SN-10).
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ChildScript, childScript, ended } from '../../support/child-script.js';
import { canMount, onSmallDisk } from '../../support/small-disk.js';
import { tempFolders } from '../../support/temp-folder.js';

const fresh = tempFolders();
let script: ChildScript;

beforeAll(async () => {
  script = await childScript(`
    import { readdirSync, rmSync } from 'node:fs';
    import { openSnapshotStore } from './src/snapshot/open-snapshot-store.js';
    const [home, folder] = process.argv.slice(2);
    const store = openSnapshotStore({ home, folder, clock: { now: () => Date.now() } });
    const said = [];
    for (let i = 0; i < 10; i++)
      said.push(await store.take({ label: 'x', kind: 'before-turn' }).then(() => 'taken', (error) => error.message));
    const listed = (await store.list()).length;
    const left = readdirSync(home, { recursive: true }).filter((name) => /\\/tmp\\/.|\\.part$/.test(String(name)));
    for (const name of readdirSync(folder)) if (name.startsWith('big')) rmSync(folder + '/' + name);
    await store.take({ label: 'with room again', kind: 'before-turn' });
    const after = (await store.list()).length;
    await store.close();
    console.log(JSON.stringify({ said, listed, left, after }));
  `);
});
afterAll(() => script.remove());

(canMount() ? test : test.skip)(
  'a full disk takes no snapshot, leaves no piece of one, and with room again one is taken',
  async () => {
    const root = fresh();
    const [home, folder] = [join(root, 'home'), join(root, 'project')];
    for (const made of [home, folder]) mkdirSync(made);
    // Not to be packed small.
    for (let n = 0; n < 4; n++)
      writeFileSync(
        join(folder, `big${n}`),
        Buffer.from(Uint8Array.from({ length: 5e6 }, (_, i) => (i * 2654435761 * (n + 7)) >>> 13)),
      );
    writeFileSync(join(folder, 'small.txt'), 'small\n');
    const child = spawn('unshare', onSmallDisk(home, [process.execPath, script.file, home, folder]), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await ended(child);
    const { said, listed, left, after } = JSON.parse(output) as {
      said: string[];
      listed: number;
      left: string[];
      after: number;
    };
    expect(said).toEqual(Array.from({ length: 10 }, () => expect.stringContaining('ENOSPC')));
    expect({ listed, left, after }).toEqual({ listed: 0, left: [], after: 1 });
  },
);
