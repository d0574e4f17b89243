import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findRipgrep, ripgrepAt } from '../../../src/process/run-search.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const ripgrep = findRipgrep();
const withRipgrep = ripgrep === undefined ? test.skip : test;
const run = (args: string[], cwd: string, signal = new AbortController().signal, maxBytes = 1e6) =>
  ripgrep!({ args, cwd, signal, maxBytes });

/** Processes of this program that search in a folder. */
function searchersOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false; // it ended meanwhile
      }
    });
}

withRipgrep('what it prints comes back, with how it ended', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'a.txt'), 'x\n');
  const found = await run(['-l', 'x', '.'], folder);
  expect(found).toMatchObject({ exitCode: 0, cut: false });
  expect(found.bytes.toString()).toBe('./a.txt\n');
  expect(await run(['-l', 'y', '.'], folder)).toMatchObject({ exitCode: 1 });
  expect(await run(['-l', '(', '.'], folder)).toMatchObject({ exitCode: 2 });
});

withRipgrep("a person's configuration file of ripgrep is not read", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'a.txt'), 'x\n');
  writeFileSync(join(folder, 'config'), '--invert-match\n');
  process.env.RIPGREP_CONFIG_PATH = join(folder, 'config');
  try {
    expect((await run(['-l', 'x', 'a.txt'], folder)).exitCode).toBe(0);
  } finally {
    delete process.env.RIPGREP_CONFIG_PATH;
  }
});

const onLinux = process.platform === 'linux' ? withRipgrep : test.skip;
onLinux('a cancel ends it, also when it waits for a file that never answers', async () => {
  const folder = tempFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const controller = new AbortController();
  const running = run(['x', pipe], folder, controller.signal);
  expect(searchersOf(pipe)).toHaveLength(1);
  controller.abort();
  expect(await running).toMatchObject({ cut: true, exitCode: null });
  expect(searchersOf(pipe)).toEqual([]);
});

withRipgrep('more output than is wanted ends it', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'a.txt'), 'x\n'.repeat(500_000));
  expect(await run(['x', 'a.txt'], folder, undefined, 1000)).toMatchObject({ cut: true });
});

test('a program that cannot be started is an error', async () => {
  const nowhere = ripgrepAt(join(tempFolder(), 'rg'));
  const signal = new AbortController().signal;
  await expect(nowhere({ args: [], cwd: '/', signal, maxBytes: 1 })).rejects.toMatchObject({ code: 'tool' });
});
