import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createStrayLog } from '../../../src/cli/stray-log.js';
import { agedName, createBoundedLog, readNewestLines } from '../../../src/storage/bounded-log.js';
import { type ChildScript, childScript } from '../../support/child-script.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const bounds = { maxBytes: 1000, files: 4 };
let writer: ChildScript;
beforeAll(async () => {
  writer = await childScript(`
    import { createBoundedLog } from './src/storage/bounded-log.ts';
    const [file, name] = process.argv.slice(2);
    const log = createBoundedLog(file, { maxBytes: 4000, files: 60 });
    for (let i = 0; i < 2000; i++) log.append(name + ' ' + i + ' ' + 'x'.repeat(40));`);
});
afterAll(() => writer.remove());

test('a full log is put behind older ones; the oldest goes, and no file grows beyond the bound', async () => {
  const file = join(tempFolder(), 'log', 'audit.jsonl');
  const log = createBoundedLog(file, bounds);
  for (let i = 0; i < 100; i++) log.append(`${i} ${'x'.repeat(100)}`);
  const names = readdirSync(join(file, '..')).sort();
  expect(names).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.3.jsonl', 'audit.jsonl']);
  for (const name of names) {
    const { size, mode } = statSync(join(file, '..', name));
    expect([size <= 1000, mode & 0o777]).toEqual([true, 0o600]);
  }
  const numbers = (await readNewestLines(file, 20)).map((line) => Number(line.split(' ')[0]));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => 99 - i));
  expect((await readNewestLines(file, 1000)).length).toBeLessThan(40);
});

test('one line longer than the bound is kept whole', () => {
  const file = join(tempFolder(), 'a.log');
  createBoundedLog(file, bounds).append('y'.repeat(5000));
  expect(readFileSync(file, 'utf8').length).toBe(5001);
});

test('two processes that write and put aside lose and cut no line', async () => {
  const file = join(tempFolder(), 'a.log');
  await Promise.all([writer.run(file, 'one'), writer.run(file, 'two')]);
  const lines = await readNewestLines(file, 10_000);
  expect(lines.length).toBe(4000);
  expect(new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).size).toBe(4000);
  expect(existsSync(agedName(file, 1))).toBe(true);
  expect(existsSync(`${file}.rotating`)).toBe(false);
});

test('what a process that died left behind holds the others up only for a while', () => {
  const file = join(tempFolder(), 'a.log');
  const log = createBoundedLog(file, bounds);
  const fill = () => {
    for (let i = 0; i < 20; i++) log.append('z'.repeat(100));
  };
  writeFileSync(`${file}.rotating`, '');
  fill();
  expect(existsSync(agedName(file, 1))).toBe(false);
  utimesSync(`${file}.rotating`, 0, 0);
  fill();
  expect(existsSync(agedName(file, 1))).toBe(true);
});

test('stray output is bounded too', () => {
  const folder = tempFolder();
  const log = createStrayLog(folder, { maxBytes: 1000, files: 2 });
  for (let i = 0; i < 50; i++) log(`warning ${i}\n`);
  log('x'.repeat(100_000));
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBe(2);
  expect(Math.max(...sizes)).toBeLessThan(21_000);
});
