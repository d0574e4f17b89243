import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inspectCommand } from '../../../src/policy/command-guard.js';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'pai-git-')));
  mkdirSync(join(cwd, '.git', 'hooks'), { recursive: true });
  write(
    '.git/config',
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://x.invalid/y\n[user]\n\tname = Ada\n',
  );
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): void {
  mkdirSync(join(cwd, name, '..'), { recursive: true });
  writeFileSync(join(cwd, name), content);
}
const isFree = async (folder = '.') => {
  const looks = await Promise.all(
    ['git status', 'git diff', 'git log -p'].map((line) => inspectCommand(line, { cwd: join(cwd, folder) })),
  );
  return looks.every(({ onlyReads }) => onlyReads === true);
};

test('in a plain repository, and below its root, looking is free', async () => {
  mkdirSync(join(cwd, 'sub'));
  write('.git/index', Buffer.from('DIRC\0\0\0\x02\0\0\0\0'));
  expect(await isFree()).toBe(true);
  expect(await isFree('sub')).toBe(true);
});

test.each([
  '[core]\n\tfsmonitor = ./x',
  '[core] fsmonitor=./x',
  '[CORE]\n\tFSMonitor = ./x',
  '[core]\n\thooksPath = hooks',
  '[core]\n\tworktree = /',
  '[diff]\n\texternal = ./x',
  '[diff "x"]\n\ttextconv = ./x',
  '[filter "x"]\n\tclean = ./x',
  '[pager]\n\tstatus = ./x',
  '[include]\n\tpath = ../x',
  '[includeIf "gitdir:/"]\n\tpath = ../x',
  '[alias]\n\tx = !x',
  '[remote "origin"]\n\tpromisor = true',
  '[log]\n\tshowSignature = true',
])('settings of the repository that make git run something take that away: %j', async (settings) => {
  appendFileSync(join(cwd, '.git/config'), settings);
  expect(await isFree()).toBe(false);
});

test.each<[string, string, string | Buffer]>([
  ['a hook that looking runs', '.git/hooks/post-index-change', ''],
  ['submodules', '.gitmodules', ''],
  ['what is left of submodules', '.git/modules/x/config', ''],
  ['a repository inside', '.git/index', Buffer.from([1, 0, 0, 0xe0, 0, 7])],
  ['an index that lies elsewhere', '.git/index', 'link\0'],
  ['settings of a worktree', '.git/config.worktree', ''],
])('so does %s', async (_name, path, content) => {
  write(path, content);
  expect(await isFree()).toBe(false);
});

test('so does a repository that lies elsewhere, or has no settings to look at', async () => {
  rmSync(join(cwd, '.git'), { recursive: true });
  write('.git', 'gitdir: /elsewhere');
  expect(await isFree()).toBe(false);
});

test('a folder that is laid out as a repository counts as one', async () => {
  write('sub/HEAD', 'ref: refs/heads/main');
  mkdirSync(join(cwd, 'sub/objects'));
  expect(await isFree('sub')).toBe(false);
});

test('without a repository looking is free: git only says so', async () => {
  rmSync(join(cwd, '.git'), { recursive: true });
  expect(await isFree()).toBe(true);
});
