// Rules, further folders and the audit log in the built program.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { programs } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const folder = tempFolders();
let project: string;
beforeEach(() => {
  project = folder();
});

const paicli = (...args: string[]) => program.start({ args, cwd: project }).ended;

/** A turn with these command lines and reads, without a terminal. */
function turn(commands: string[], reads: string[], ...more: string[]) {
  const calls = [
    ...commands.map((command) => ({ name: 'execute_command', arguments: { command } })),
    ...reads.map((path) => ({ name: 'read_file', arguments: { path } })),
  ];
  const script = join(project, 'script.json');
  writeFileSync(script, JSON.stringify({ replies: [{ calls }, { text: 'done' }] }));
  return paicli('run', 'go', '--script', script, '--output', 'json', ...more);
}

test('what a saved rule allows runs without a terminal, and no more; the audit log says by what', async () => {
  expect((await paicli('policy', 'add', 'allow', 'run', 'make', 'ready')).code).toBe(0);
  writeFileSync(join(project, 'Makefile'), 'ready:\n\ttouch ready\n');
  await turn(['make ready', 'make ready; touch other'], []);
  expect([existsSync(join(project, 'ready')), existsSync(join(project, 'other'))]).toEqual([true, false]);
  const { stdout } = await paicli('audit', '2', '--json');
  const calls = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(calls).toMatchObject([
    { what: 'make ready; touch other', decision: 'deny', by: 'policy' },
    { what: 'make ready', decision: 'allow', by: 'rule' },
  ]);
});

test('rules are listed and removed; one that would allow too much is refused with 2', async () => {
  await paicli('policy', 'add', 'everywhere deny run git push');
  expect((await paicli('policy')).stdout).toMatch(/^deny .*git push.*everywhere/m);
  expect((await paicli('policy', 'add', 'allow run bash')).code).toBe(2);
  expect((await paicli('policy', 'remove', 'everywhere deny run git push')).code).toBe(0);
  expect((await paicli('policy')).stdout).not.toContain('git push');
});

test('--add-dir opens a further folder, several times; one that is missing ends with 2 before anything runs', async () => {
  const [one, two] = [folder(), folder()];
  for (const place of [one, two]) writeFileSync(join(place, 'a.txt'), 'seen\n');
  const reads = [one, two].map((place) => join(place, 'a.txt'));
  await turn([], reads, '--add-dir', one, '--add-dir', two);
  const { stdout } = await paicli('audit', '2', '--json');
  expect(stdout.match(/"outcome":"ok"/g)?.length).toBe(2);
  const missing = await turn([], [], '--add-dir', join(one, 'missing'));
  expect([missing.code, missing.stdout]).toEqual([2, '']);
  expect(missing.stderr).toContain('--add-dir: there is no folder');
});
