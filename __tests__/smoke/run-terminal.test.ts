// `paicli run` of the built program at a terminal: questions are put there, and standard output stays the answer's.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Script } from '../../src/provider/script.js';
import { fixDateScript, testsPass, writeDateProject } from '../support/date-project.js';
import { type PtyProgram, ptyPrograms } from '../support/pty-program.js';

const { start } = ptyPrograms();

/** A shell in which `paicli run` was started with its standard output in out.txt. */
function runAtTerminal(script: Script | string, ...args: string[]): PtyProgram {
  const terminal = start({ shell: true, columns: 100, rows: 40 });
  const file = typeof script === 'string' ? script : join(terminal.place.home, 'script.json');
  if (typeof script !== 'string') writeFileSync(file, JSON.stringify(script));
  writeDateProject(terminal.place.project);
  terminal.send(`$PAICLI run "do it" --script ${file} ${args.join(' ')} > out.txt; echo "code $?"`);
  return terminal;
}

const answerOf = (terminal: PtyProgram) => readFileSync(join(terminal.place.project, 'out.txt'), 'utf8');

const remove: Script = {
  replies: [
    { calls: [{ name: 'execute_command', arguments: { command: 'touch \u202emade' } }] },
    { text: 'That was it.' },
  ],
};

test('each question shows all that will happen; y lets it happen, and the work is done', async () => {
  const terminal = runAtTerminal(fixDateScript);
  await terminal.waitFor(
    /Approve\? {2}edit_file src\/date\.js[\s\S]*\+ .*getFullYear\(\)[\s\S]*y = once, a = [\s\S]*why\):\s*$/,
  );
  terminal.send('y');
  await terminal.waitFor(
    /Approve\? {2}execute_command node --test[\s\S]*node --test[\s\S]*asks because: runs a command/,
  );
  await terminal.waitFor(/node --test[\s\S]*y = once/);
  terminal.send('y');
  await terminal.waitFor('code 0');
  expect(testsPass(terminal.place.project)).toBe(true);
  expect(answerOf(terminal)).toBe('`monthLabel` gives the full year now; the tests pass.\n');
});

test('n denies with the reason that was typed, which the model is told', async () => {
  const terminal = runAtTerminal(remove, '--output', 'json');
  await terminal.waitFor('y = once');
  terminal.send('n not like that');
  await terminal.waitFor('code 0');
  expect(terminal.text()).toContain('not like that. The call was not run.');
  expect(JSON.parse(answerOf(terminal)).tools).toMatchObject([{ outcome: 'denied' }]);
});

test('characters that hide in a command are written out', async () => {
  const terminal = runAtTerminal(remove);
  await terminal.waitFor(/Approve\? [\s\S]*touch <U\+202E>made[\s\S]*y = once/);
});

test('a allows the rest of its kind in the turn', async () => {
  const edit = (from: string, to: string) => ({
    calls: [{ name: 'edit_file', arguments: { path: 'src/date.js', edits: [{ old: from, new: to }] } }],
  });
  const read = { calls: [{ name: 'read_file', arguments: { path: 'src/date.js' } }] };
  const terminal = runAtTerminal({
    replies: [read, edit('getYear', 'getFullYear'), edit("'0'", "' '"), { text: 'ok' }],
  });
  await terminal.waitFor('a = in this thread: edit files in this folder');
  terminal.send('a');
  await terminal.waitFor('code 0');
  expect(terminal.text().match(/Approve\?/g)).toHaveLength(1);
  expect(terminal.text().match(/✓ edit_file/g)).toHaveLength(2);
});

test('what was typed before the question and what is no answer decide nothing', async () => {
  const terminal = runAtTerminal({ replies: [{ ...remove.replies[0], pauseMs: 300 }, remove.replies[1]!] });
  terminal.send('y');
  await terminal.waitFor(/y = once/);
  terminal.send('maybe');
  await terminal.waitFor(/maybe[\s\S]*y = once/);
  expect(existsSync(join(terminal.place.project, '\u202emade'))).toBe(false);
  terminal.send('n');
  await terminal.waitFor('code 0');
});

test('the end of the input (Ctrl+D) denies, and the run goes on', async () => {
  const terminal = runAtTerminal(remove);
  await terminal.waitFor('y = once');
  terminal.press('ctrl+d');
  await terminal.waitFor('code 0');
  expect(answerOf(terminal)).toBe('That was it.\n');
});

test('Ctrl+C at a question stops the turn, exit code 130, and the shell is as before', async () => {
  const terminal = runAtTerminal(remove);
  await terminal.waitFor('y = once');
  terminal.press('ctrl+c');
  await terminal.waitFor('The turn was interrupted.');
  terminal.send('echo "last $?"; stty -a | grep -c " icanon"');
  await terminal.waitFor(/last 130|code 130/);
  await terminal.waitFor(/^1$/m);
});

test('with --approve all nothing is asked', async () => {
  const terminal = runAtTerminal(fixDateScript, '--approve', 'all');
  await terminal.waitFor('code 0');
  expect(terminal.bytes()).not.toContain('Approve?');
  expect(testsPass(terminal.place.project)).toBe(true);
});

test('the limit of steps ends the turn also where somebody could be asked', async () => {
  const terminal = runAtTerminal(
    { replies: [{ calls: [{ name: 'list_dir', arguments: {} }] }, { text: 'open: all' }] },
    '--max-steps',
    '1',
  );
  await terminal.waitFor('code 4');
});
