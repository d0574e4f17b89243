// Snapshots and restores in the built program, without a screen.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { programs } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const folder = tempFolders();
let project: string;
const paicli = (...args: string[]) => program.start({ args, cwd: project }).ended;
const read = (name: string) => readFileSync(join(project, name), 'utf8');

/** A turn that changes a.txt and makes b.txt. */
beforeEach(async () => {
  project = folder();
  writeFileSync(join(project, 'a.txt'), 'old\n');
  const script = join(folder(), 'script.json');
  const command = { name: 'execute_command', arguments: { command: 'echo new > a.txt; echo made > b.txt' } };
  writeFileSync(script, JSON.stringify({ replies: [{ calls: [command] }, { text: 'done' }] }));
  const { code } = await paicli('run', 'change it', '--script', script, '--approve', 'all');
  expect([code, read('a.txt')]).toEqual([0, 'new\n']);
});

test('a turn is listed, shown and taken back, and that too', async () => {
  expect((await paicli('snapshots')).stdout).toMatch(/^turn 1 +#1 .*before: change it {2}\(2 files changed\)$/m);
  const shown = await paicli('restore', '1', '--dry-run');
  expect(shown.stdout).toMatch(/^put back {2}a\.txt$\n^delete {4}b\.txt$/m);
  expect([shown.code, read('a.txt')]).toEqual([0, 'new\n']);
  expect((await paicli('restore', '1', '--yes')).code).toBe(0);
  expect([read('a.txt'), existsSync(join(project, 'b.txt'))]).toEqual(['old\n', false]);
  expect((await paicli('restore', 'undo', '--yes')).code).toBe(0);
  expect([read('a.txt'), read('b.txt')]).toEqual(['new\n', 'made\n']);
});

test('what was changed since stays, unless it is said otherwise; a path names what is wanted', async () => {
  writeFileSync(join(project, 'a.txt'), 'mine\n');
  expect((await paicli('restore', '1', '--yes')).stdout).toContain('a.txt  (changed since, not by the agent)');
  expect([read('a.txt'), existsSync(join(project, 'b.txt'))]).toEqual(['mine\n', false]);
  await paicli('restore', '1', 'a.txt', '--overwrite', '--yes');
  expect(read('a.txt')).toBe('old\n');
});

test('without a terminal and --yes nothing is restored', async () => {
  const { code, stderr } = await paicli('restore', '1');
  expect([code, read('a.txt')]).toEqual([2, 'new\n']);
  expect(stderr).toContain('--yes');
});

test.each([
  [['restore', '7', '--yes'], /only one turn/],
  [['restore', 'x'], /no number/],
  [['restore'], /how many turns/],
  [['restore', '1', '../elsewhere', '--yes'], /is not in/],
  [['snapshots', 'remove'], /no command/],
])('%j is refused with exit code 2', async (args, why) => {
  const { code, stderr } = await paicli(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(why);
});

test('doctor says what they take, and clean lets go', async () => {
  expect((await paicli('doctor', '--offline')).stdout).toMatch(/^ok +snapshots +of this folder take /m);
  expect((await paicli('snapshots', 'clean')).stdout).toMatch(/2 kept/);
});

test('the list is JSON for programs', async () => {
  const { stdout } = await paicli('snapshots', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    cwd: project,
    points: [{ number: 1, turn: 1, label: 'change it', files: 2 }],
  });
});

test('with --snapshots off nothing is stored', async () => {
  const other = folder();
  const script = join(folder(), 'script.json');
  const command = { name: 'execute_command', arguments: { command: 'touch x' } };
  writeFileSync(script, JSON.stringify({ replies: [{ calls: [command] }, { text: 'done' }] }));
  await paicli('run', 'go', '--script', script, '--approve', 'all', '--snapshots', 'off', '--cwd', other);
  expect(existsSync(join(other, 'x'))).toBe(true);
  expect((await paicli('snapshots', '--cwd', other)).stderr).toContain('There is no snapshot');
});
