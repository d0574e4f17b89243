// A log that really cannot be written: a full disk, and a database that another process keeps locked. The engine runs in a
// process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkTranscript } from '../../src/protocol/check-transcript.js';
import type { DurableEvent, Envelope } from '../../src/protocol/event.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { type ChildScript, childScript, ended, printed } from '../support/child-script.js';
import { initFor } from '../support/engine-harness.js';
import { canMount, onSmallDisk } from '../support/small-disk.js';
import { tempFolders } from '../support/temp-folder.js';

const tempFolder = tempFolders();
let program: ChildScript;

beforeAll(async () => {
  // Three turns, with a line for the end of each and then the log. Before the second it leaves only so much room on the disk
  // below `place`, or waits for the file `place`; before the third there is room again.
  program = await childScript(`
    import { existsSync, mkdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
    import { join } from 'node:path';
    import { createEngine } from './src/engine/engine.ts';
    import { findModel } from './src/provider/catalog.ts';
    import { createScriptedProvider } from './src/provider/scripted.ts';
    import { openDatabase } from './src/storage/sqlite.ts';
    import { createThreadStore } from './src/thread/thread-store.ts';
    const [initJson, place, room] = process.argv.slice(2);
    const init = JSON.parse(initJson);
    const calls = [{ name: 'list_dir', arguments: {} }];
    const replies = [{ text: 'one' }, { text: 'x'.repeat(400_000), calls }, { text: 'two' }, { text: 'three' }, { text: 'three' }];
    const provider = createScriptedProvider({ script: { replies }, strict: true });
    const profile = { ...findModel('custom', 'scripted'), provider: 'scripted', assumed: false };
    const say = (value) => writeSync(1, JSON.stringify(value) + '\\n');
    let onCommand;
    let turns = 0;
    const turn = () => onCommand({ commandId: String(++turns), command: { type: 'turn.start', input: 'go' } });
    const leave = (bytes) => {
      mkdirSync(place);
      writeFileSync(join(place, 'room'), Buffer.alloc(bytes));
      for (let size = 1 << 20; size >= 4096; size >>= 1)
        for (let n = 0; ; n++)
          try { writeFileSync(join(place, size + '-' + n), Buffer.alloc(size)); } catch { break; }
      rmSync(join(place, 'room'));
    };
    const whenThere = () => existsSync(place) ? turn() : setTimeout(whenThere, 5);
    const next = () => {
      if (turns === 1 && room === undefined) return whenThere();
      if (turns === 1) leave(Number(room));
      if (turns === 2) rmSync(place, { recursive: true });
      turn();
    };
    let threadId;
    const engine = createEngine(init, {
      onCommand: (listener) => { onCommand = listener; },
      emit(envelopes) {
        for (const envelope of envelopes) {
          const { event } = envelope;
          if (event.type === 'turn.started') threadId = envelope.threadId;
          if (event.type === 'turn.completed' || event.type === 'turn.failed') say({ type: event.type, error: event.error });
          if (event.type === 'engine.idle') setImmediate(turns < 3 ? next : () => engine.stop());
        }
      },
    }, { model: { provider, profile, demo: false, calibration: 1 } });
    void engine.stopped.then(() => {
      const database = openDatabase(join(init.home, 'runtime', 'runtime.db'));
      say({ type: 'log', log: createThreadStore(database).load(threadId).envelopes });
      database.close();
    });
    engine.ready.then(turn);`);
});
afterAll(() => program.remove());

interface Said {
  type: string;
  error?: { code: string; message: string; hint?: string };
  log?: Envelope<DurableEvent>[];
}

/** The second turn failed as it should, and what the log says is sound. */
function expectToGoOn(output: string, hint: string): Envelope<DurableEvent>[] {
  const said = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Said);
  expect(said.map(({ type }) => type)).toEqual(['turn.completed', 'turn.failed', 'turn.completed', 'log']);
  expect(said[1]?.error).toMatchObject({ code: 'storage', hint: expect.stringContaining(hint) });
  const log = said[3]!.log!;
  expect(checkTranscript(log)).toEqual([]);
  expect(log.at(-1)).toMatchObject({ event: { type: 'turn.completed', text: expect.stringMatching(/two|three/) } });
  return log;
}

function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  return ended(child).then(() => output);
}

test('a database that another process keeps locked: the wait is bounded, the turn fails with the reason, the next is taken', async () => {
  const folders = { home: tempFolder(), project: tempFolder() };
  const signal = join(tempFolder(), 'locked');
  const child = program.start(JSON.stringify(initFor(folders)), signal);
  const output = outputOf(child);
  await printed(child, 'turn.completed');
  const other = openDatabase(join(folders.home, 'runtime', 'runtime.db'));
  other.exec('BEGIN IMMEDIATE');
  writeFileSync(signal, '');
  await printed(child, 'turn.failed');
  other.exec('COMMIT');
  other.close();
  expectToGoOn(await output, 'Another process has held it');
}, 60_000);

(canMount() ? test : test.skip).each([
  ['at its beginning', 0],
  ['in the middle of it', 256 * 1024],
])(
  'a full disk %s: the turn fails with the reason, nothing is half written, and with room again the next is taken',
  async (_when, room) => {
    const home = tempFolder();
    const init = JSON.stringify(initFor({ home, project: tempFolder() }));
    const command = [process.execPath, program.file, init, join(home, 'filler'), String(room)];
    const child = spawn('unshare', onSmallDisk(home, command), { stdio: ['ignore', 'pipe', 'inherit'] });
    const log = expectToGoOn(await outputOf(child), 'Free some disk space');
    expect(log.some(({ event }) => event.type === 'turn.failed')).toBe(room > 0);
  },
  60_000,
);
