// Several processes on one store, and processes that are killed while they write.
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openJsonStore } from '../../../src/storage/json-store.js';
import { type ChildScript, childScript, ended } from '../../support/child-script.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

interface Records {
  records: string[];
}
const options = { parse: (value: unknown) => value as Records, defaults: { records: [] } as Records };

const openStore = `
import { openJsonStore } from './src/storage/json-store.ts';
const [path, name] = process.argv.slice(2);
const store = openJsonStore(path, { parse: (value) => value, defaults: { records: [] } });
`;
let adder: ChildScript;
let saver: ChildScript;

beforeAll(async () => {
  adder = await childScript(`${openStore}
    for (let i = 0; i < 60; i++) await store.update((data) => ({ records: [...data.records, name + i] }));`);
  // Each line of output is one save of about 1 MB.
  saver = await childScript(`${openStore}
    for (let i = 1; ; i++) {
      process.stdout.write('saving\\n');
      await store.update(() => ({ records: Array(1000).fill(String(i).padEnd(1000, '.')) }));
    }`);
});
afterAll(() => {
  adder.remove();
  saver.remove();
});

test('two processes that add 60 records each lose none, and a third always reads a whole file (PA-03)', async () => {
  const folder = tempFolder();
  const path = join(folder, 'records.json');
  let isRunning = true;
  const adders = Promise.all([adder.run(path, 'a'), adder.run(path, 'b')]).finally(() => {
    isRunning = false;
  });
  const reader = openJsonStore(path, options);
  const seen: number[] = [];
  while (isRunning) {
    const { data, notice } = await reader.read();
    expect(notice).toBeUndefined();
    seen.push(data.records.length);
  }
  await adders;
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set((await reader.read()).data.records).size).toBe(120);
  expect(readdirSync(folder)).toEqual(['records.json']);
}, 30_000);

test('a process killed at any moment leaves the old or the new file, its mode and the link to it (PA-05)', async () => {
  const folder = tempFolder();
  const real = join(folder, 'real');
  const linked = join(folder, 'linked');
  mkdirSync(real);
  symlinkSync(real, linked);

  const killOne = async (kill: number) => {
    const path = join(linked, `${kill}.json`);
    writeFileSync(path, JSON.stringify({ records: ['0'] }), { mode: 0o600 });
    const child = saver.start(path);
    let bytes = 0;
    // Killed in the middle of another save each time, at another time after its begin.
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= 'saving\n'.length * (1 + (kill % 4))) setTimeout(() => child.kill('SIGKILL'), kill % 20);
    });
    await ended(child);
    const { records } = JSON.parse(readFileSync(path, 'utf8')) as Records;
    expect(new Set(records).size).toBe(1);
    expect([1, 1000]).toContain(records.length);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  };
  for (let kill = 0; kill < 50; kill += 2) await Promise.all([killOne(kill), killOne(kill + 1)]);

  expect(lstatSync(linked).isSymbolicLink()).toBe(true);
  const left = readdirSync(real).filter((name) => name.endsWith('.tmp'));
  // Without any the kills came at the wrong moments and the test shows nothing.
  expect(left.length).toBeGreaterThan(0);
  const interrupted = Number(left[0]!.split('.')[1]);
  // Its lock counts as forgotten after some seconds; here they are over at once.
  utimesSync(join(real, `${interrupted}.json.lock`), 0, 0);
  await openJsonStore(join(linked, `${interrupted}.json`), options).update((data) => data);
  expect(readdirSync(real).filter((name) => name.startsWith(`.${interrupted}.json`))).toEqual([]);
}, 60_000);
