import { expect, test } from '@jest/globals';
import { type SandboxPlan, sandboxArgs } from '../../../src/process/sandbox-args.js';

const plan: SandboxPlan = {
  cwd: '/home/u/p',
  writable: ['/home/u/.cache', '/home/u/p', '/home/u/p/.git'],
  readOnly: ['/home/u/p/.git/hooks', '/home/u/p/.git/config'],
  reservedFolders: [],
  reservedFiles: [],
  hiddenFolders: ['/home/u/.ssh'],
  hiddenFiles: ['/home/u/.netrc'],
  temporary: '/tmp/own',
  network: true,
  isRoot: false,
};
const line = (change: Partial<SandboxPlan> = {}) => ` ${sandboxArgs({ ...plan, ...change }).join(' ')} `;

test('everything is read-only but the project, caches and a /tmp of its own; the command follows', () => {
  const args = sandboxArgs(plan);
  expect(line()).toContain(' --ro-bind / / ');
  expect(line()).toContain(' --bind /home/u/p /home/u/p ');
  expect(line()).toContain(' --bind /home/u/.cache /home/u/.cache ');
  expect(line()).toContain(' --bind /tmp/own /tmp ');
  expect(args.slice(-3)).toEqual(['--chdir', '/home/u/p', '--']);
});

test('it has processes of its own, which end with the program, and no capabilities', () => {
  for (const flag of ['--unshare-pid', '--die-with-parent', '--cap-drop ALL', '--proc /proc'])
    expect(line()).toContain(` ${flag} `);
  expect(line()).not.toContain('--cap-add');
});

test('root keeps what works with files, and nothing that mounts or traces', () => {
  expect(line({ isRoot: true })).toContain(' --cap-add CAP_DAC_OVERRIDE ');
  expect(line({ isRoot: true })).not.toMatch(/SYS_|NET_|MKNOD|READ_SEARCH/);
});

test('secrets are shown empty, and the doors to services outside are closed', () => {
  expect(line()).toContain(' --tmpfs /home/u/.ssh ');
  expect(line()).toContain(' --ro-bind /dev/null /home/u/.netrc ');
  expect(line()).toContain(' --tmpfs /run ');
  expect(line()).toContain(' --unsetenv SSH_AUTH_SOCK ');
});

test('the network is cut off only when it is switched off', () => {
  expect(line()).not.toContain('--unshare-net');
  expect(line({ network: false })).toContain(' --unshare-net ');
});

test("git's hooks and config come after the folder they lie in, so that they stay read-only", () => {
  const args = line();
  const at = ['/home/u/p ', '/home/u/p/.git ', '/home/u/p/.git/hooks '].map((path) => args.indexOf(`bind ${path}`));
  expect(at).toEqual([...at].sort((a, b) => a - b));
  expect(at.every((place) => place > 0)).toBe(true);
});

test('what is not there yet is made, empty and read-only', () => {
  const args = line({ reservedFolders: ['/home/u/p/.git/hooks'], reservedFiles: ['/home/u/p/.git/config'] });
  expect(args).toContain(' --tmpfs /home/u/p/.git/hooks --remount-ro /home/u/p/.git/hooks ');
  expect(args).toContain(' --ro-bind /dev/null /home/u/p/.git/config ');
});

test('a secret inside a writable folder is hidden, and a project inside a hidden one is seen', () => {
  const inHome = line({ cwd: '/home/u', writable: ['/home/u'] });
  expect(inHome.indexOf('--tmpfs /home/u/.ssh')).toBeGreaterThan(inHome.indexOf('--bind /home/u /home/u'));
  const inHidden = line({ writable: ['/home/u/.ssh/p'] });
  expect(inHidden.indexOf('--bind /home/u/.ssh/p')).toBeGreaterThan(inHidden.indexOf('--tmpfs /home/u/.ssh'));
});
