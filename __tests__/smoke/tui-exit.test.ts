// The terminal after the built full screen has ended: the same as before, whatever the end. TU-04.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type PtyProgram, ptyPrograms, until } from '../support/pty-program.js';

const { start, place } = ptyPrograms();

const ends: [string, number, (program: PtyProgram) => unknown][] = [
  ['/exit', 0, (program) => program.send('/exit')],
  ['Ctrl+D', 0, (program) => program.press('ctrl+d')],
  [
    'Ctrl+C twice',
    0,
    async (program) => {
      program.press('ctrl+c');
      await program.waitFor('again to quit');
      program.press('ctrl+c');
    },
  ],
  ['SIGINT from outside', 130, (program) => program.signal('SIGINT')],
  ['SIGTERM', 143, (program) => program.signal('SIGTERM')],
  ['SIGHUP', 129, (program) => program.signal('SIGHUP')],
];

test.each(ends)('TU-04 %s gives the terminal back and ends with %i', async (_name, code, end) => {
  const program = start({ script: { replies: [] } });
  await program.waitFor('ready');
  expect(program.modes().get('1049')).toBe(true);

  await end(program);

  expect(await program.exited).toBe(code);
  expectGivenBack(program);
});

test('TU-04 a signal in the middle of a turn stops its command and paints nothing after it', async () => {
  const program = start({
    args: ['--approve', 'all'],
    script: { replies: [{ calls: [{ name: 'execute_command', arguments: { command: 'echo $$ > pid; sleep 100' } }] }] },
  });
  await program.waitFor('ready');
  program.send('wait for me');
  const pidFile = join(program.place.project, 'pid');
  await until(() => isThere(pidFile));

  program.signal('SIGTERM');

  expect(await program.exited).toBe(143);
  expectGivenBack(program);
  await until(() => !isRunning(Number(readFileSync(pidFile, 'utf8'))));
});

test('TU-04 when the window is closed the program ends, and tidies up first', async () => {
  const program = start({ args: ['--demo'], env: { PAICLI_PROVIDER: '' } });
  await program.waitFor('ready');
  const pid = program.pid();
  const samples = () => readdirSync(program.place.home).filter((name) => name.startsWith('paicli-demo-'));
  expect(samples()).toHaveLength(1);

  program.closeWindow();

  await until(() => !isRunning(pid));
  expect(samples()).toEqual([]);
});

test('TU-04 Ctrl+Z hands the shell a sound terminal, fg brings the screen back', async () => {
  const at = place();
  const shell = start({ place: at, shell: true, env: { PAICLI_PROVIDER: '' } });
  const note = (name: string) => shell.send(`stty -g > ${name}`);
  const settings = (name: string) => readFileSync(join(at.project, name), 'utf8');
  await shell.waitFor('shell>');
  note('before');
  shell.send('$PAICLI tui --demo');
  await shell.waitFor('ready');
  // What is said about the last key goes with the next one: a frame is due when the program stops.
  shell.send('/draft-of-mine');
  await shell.waitFor('there is no command');

  shell.press('ctrl+z');
  await shell.waitFor(/Stopped/);
  note('stopped');
  shell.send('echo "code $?"');
  await shell.waitFor('code 0');
  expect(settings('stopped')).toBe(settings('before'));
  expectModesOff(shell);

  const stoppedAt = shell.bytes().length;
  shell.send('fg');
  await shell.waitFor(
    (program) => program.terminal.buffer.active.type === 'alternate' && /│ \/draft-of-mine/.test(program.text()),
  );
  const [onTheShellsScreen] = shell.bytes().slice(stoppedAt).split('\x1b[?1049h');
  expect(onTheShellsScreen).not.toContain('Message');
  shell.press('ctrl+c');
  await shell.waitFor('Cleared');
  shell.send('/exit');
  await shell.waitFor((program) => program.terminal.buffer.active.type === 'normal');
  note('after');
  shell.send('echo "code $?"');
  await shell.waitFor((program) => program.text().match(/code 0/g)?.length === 2);
  expect(settings('after')).toBe(settings('before'));
  expectModesOff(shell);
});

function expectGivenBack(program: PtyProgram): void {
  const { before, after } = program.settings();
  expect(after).toBe(before);
  expect(program.terminal.buffer.active.type).toBe('normal');
  expectModesOff(program);
  // After the terminal is given back only plain text follows.
  expect(program.bytes().slice(program.bytes().lastIndexOf('\x1b[?1049l') + '\x1b[?1049l'.length)).not.toContain(
    '\x1b',
  );
}

function expectModesOff(program: PtyProgram): void {
  const modes = program.modes();
  // Only wrapping at the right edge and the cursor are on in a shell.
  const on = [...modes].filter(([, isOn]) => isOn).map(([mode]) => mode);
  expect(on.filter((mode) => mode !== '2004').sort()).toEqual(['25', '7']);
  const pushes = program.bytes().match(/\x1b\[>1u/g)?.length;
  expect(program.bytes().match(/\x1b\[<u/g)?.length).toBe(pushes);
  expect(program.bytes().lastIndexOf('\x1b[>4;0m')).toBeGreaterThan(program.bytes().lastIndexOf('\x1b[>4;2m'));
}

function isThere(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() !== '';
  } catch {
    return false; // not yet
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
