// One turn in the built full screen, from the request to the answer, with a real worker thread, real files and a real test run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { fixDateScript, testsPass, writeDateProject } from '../support/date-project.js';
import { ptyPrograms } from '../support/pty-program.js';

const { start, place } = ptyPrograms();

test('a failing test is mended: the edit waits for the question, then the tests are run and the answer is shown', async () => {
  const at = place();
  writeDateProject(at.project);
  const source = () => readFileSync(join(at.project, 'src/date.js'), 'utf8');
  const before = source();
  const program = start({ place: at, args: ['--script', fixDateScript], columns: 120, rows: 40 });
  await program.waitFor('ready');
  program.send('fix the failing date test');

  await program.waitFor(/Approve\? {2}edit_file src\/date\.js/);
  expect(program.text()).toMatch(/- .*getYear\(\)/);
  expect(program.text()).toMatch(/\+ .*getFullYear\(\)/);
  expect(source()).toBe(before);
  await program.answer('y');

  await program.waitFor(/Approve\? {2}execute_command node --test/);
  expect(source()).toBe(before.replace('getYear()', 'getFullYear()'));
  await program.answer('y');

  await program.waitFor('monthLabel gives the full year now; the tests pass.');
  await program.waitFor('ready');
  expect(program.text()).toMatch(/✓ execute_command node --test/);
  expect(program.text()).toContain('› fix the failing date test');
  expect(testsPass(at.project)).toBe(true);

  program.send('/exit');
  expect(await program.exited).toBe(0);
  // The end of the conversation stays in the terminal, with the way back to it.
  expect(program.text()).toContain('monthLabel gives the full year now; the tests pass.');
  expect(program.text()).toMatch(/paicli tui --resume thread-\S+/);
});
