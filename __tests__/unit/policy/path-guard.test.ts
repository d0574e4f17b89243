import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decideCall } from '../../../src/policy/gather-facts.js';
import { inspectPath } from '../../../src/policy/path-guard.js';
import type { ApprovalLevel } from '../../../src/protocol/approval.js';

let cwd: string;
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'pai-paths-')));
  mkdirSync(join(cwd, 'sub'));
  symlinkSync(join(homedir(), '.bashrc'), join(cwd, 'notes.txt'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const places = () => ({ cwd, productHome: '/nowhere/.paicli', freeToRead: [] });
const inspect = (path: string) => inspectPath(path.startsWith('/') ? path : join(cwd, path), places());
const decision = async (does: 'reads' | 'writes', path: string, level: ApprovalLevel) =>
  (
    await decideCall({
      tool: 'write_file',
      access: { reads: [], writes: [], [does]: [path] },
      readOnly: does === 'reads',
      level,
      places: places(),
      rules: [],
    })
  ).kind;

test.each([
  '.bashrc',
  '.zshrc',
  '.profile',
  '.gitconfig',
  '.config/fish/config.fish',
  '.config/systemd/user/x.service',
  '.config/autostart/x.desktop',
  '.local/bin/git',
  'Library/LaunchAgents/x.plist',
])('what runs by itself later is asked about before it is written, at every level: ~/%s', async (name) => {
  expect(await decision('writes', join(homedir(), name), 'all')).toBe('ask');
  expect(await decision('reads', join(homedir(), name), 'all')).toBe('allow');
});

test.each(['/etc/cron.d/x', '/etc/profile', '/usr/local/bin/ls'])('so is %s', async (path) => {
  expect(await decision('writes', path, 'all')).toBe('ask');
});

test('a link in the folder that leads to such a file is that file', async () => {
  expect((await inspect('notes.txt')).persistentBecause).toContain('persistent');
});

test.each(['.bashrc', 'sub/.profile', 'bin/tool', '.config/git/x'])(
  'in a project %s is an ordinary file',
  async (name) => {
    expect(await inspect(name)).toMatchObject({ inside: true });
    expect((await inspect(name)).persistentBecause).toBeUndefined();
  },
);

test.each([
  ['.GIT/config', true],
  ['.g\u200Cit/config', true],
  ['.\uFF47it/config', true],
  ['.ENV', true],
  ['.e\u200Bnv', true],
  ['server.PEM', true],
  ['.github/workflows/x.yml', false],
  ['git/config', false],
])('a disk may take %j for a protected name: %s', async (name, isProtected) => {
  expect((await inspect(name)).protectedBecause !== undefined).toBe(isProtected);
});
