// The way into the built program: version, help, and what happens where there is no terminal or one that cannot be drawn on. TU-10.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';
import { startModelServer } from '../support/model-server.js';
import { programs, servedBy } from '../support/program.js';
import { ptyPrograms } from '../support/pty-program.js';

const program = programs();
const terminals = ptyPrograms();

test.each(['--version', '-v'])('%s prints name and version', async (flag) => {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  expect(await program.run(flag)).toEqual({ code: 0, stdout: `paicli ${version}\n`, stderr: '' });
});

test.each([[['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
  const { code, stdout, stderr } = await program.run(...args);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: paicli/m);
  for (const name of ['tui', 'run']) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
});

test.each([[['tui', '--help']], [['run', '-h']], [['help', 'run']]])(
  '%j shows the options and an example',
  async (args) => {
    const { code, stdout, stderr } = await program.run(...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ {2}--base-url URL /m);
    expect(stdout).toMatch(/^Example: paicli|^Example: .*\| paicli/m);
  },
);

test.each([
  ['nothing', [], undefined],
  ['nothing, with input', [], 'hi\n'],
  ['tui', ['tui'], undefined],
])('%s without a terminal says how to use run, exit code 2, TU-10', async (_what, args, input) => {
  const { code, stdout, stderr } = await program.start({ args, ...(input === undefined ? {} : { input }) }).ended;
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^paicli: the full screen needs a terminal.*\n.*paicli run "what to do"\n$/);
});

test('an output that is no terminal is no place for the screen either, TU-10', async () => {
  const terminal = terminals.start({ shell: true });
  terminal.send('$PAICLI > out.txt; echo "code $? size $(stat -c %s out.txt)"');
  await terminal.waitFor('code 2 size 0');
  expect(terminal.text()).toContain('paicli run "what to do"');
});

test('a terminal that cannot place the cursor is served in lines of text', async () => {
  const terminal = terminals.start({ shell: true });
  terminal.send('TERM=dumb $PAICLI --demo; echo "code $?"');
  await terminal.waitFor('Message: ');
  terminal.send('/exit');
  await terminal.waitFor('code 0');
});

test('a sentence without a command and without a terminal is answered as plain text, TU-10', async () => {
  const server = await startModelServer([{ reply: { text: 'plain **answer**' } }]);
  const terminal = terminals.start({ shell: true, env: servedBy(server.url) });
  terminal.send('$PAICLI "say something" < /dev/null > out.txt; echo "code $?"');
  await terminal.waitFor('code 0');
  expect(readFileSync(join(terminal.place.project, 'out.txt'), 'utf8')).toBe('plain **answer**\n');
  await server.close();
});

test('a sentence without a command opens the screen with it as the first message', async () => {
  const terminal = terminals.start({ shell: true });
  terminal.send('$PAICLI what can you do --provider demo');
  await terminal.waitFor('› what can you do');
  await terminal.waitFor('demo');
});

test('a window of 10 by 3 is no crash, and what is typed in it is kept', async () => {
  const terminal = terminals.start({ columns: 10, rows: 3, script: { replies: [] } });
  await terminal.waitFor(/\S/);
  terminal.resize(80, 24);
  await terminal.waitFor('ready');
  terminal.send('/exit');
  expect(await terminal.exited).toBe(0);
});
