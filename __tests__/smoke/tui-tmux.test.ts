// The built full screen inside tmux: a second terminal that has nothing to do with the emulator of the other tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { programFile } from '../support/pty-place.js';
import { ptyPrograms, until } from '../support/pty-program.js';

const { place } = ptyPrograms();
const hasTmux = spawnSync('tmux', ['-V']).status === 0;
const socket = `paicli-test-${process.pid}`;
const tmux = (...args: string[]) =>
  execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });

afterEach(() => {
  if (hasTmux) spawnSync('tmux', ['-L', socket, 'kill-server']);
});

(hasTmux ? test : test.skip)('in tmux what is typed is seen, and /exit leaves the screen as it was', async () => {
  const { home, project } = place();
  const shows = (text: string) => () => tmux('capture-pane', '-p').includes(text);
  const program = `env HOME=${home} PAICLI_HOME=${home}/.paicli TMPDIR=${home} ${process.execPath} ${programFile} tui --demo`;
  tmux(
    'new-session',
    '-d',
    '-x',
    '100',
    '-y',
    '30',
    '-c',
    project,
    'env',
    'PS1=shell> ',
    // Written at the end of the shell, when the folder is being removed.
    'HISTFILE=/dev/null',
    `HOME=${home}`,
    'bash',
    '--norc',
    '--noprofile',
    '-i',
  );
  await until(shows('shell>'));
  tmux('send-keys', `echo before; ${program}`, 'Enter');
  await until(shows('ready'));

  tmux('send-keys', '-l', 'typed 中文');
  await until(shows('typed 中文'));
  tmux('send-keys', 'M-Enter');
  tmux('send-keys', '-l', 'second line');
  await until(shows('│ second line'));

  tmux('send-keys', 'C-c');
  await until(shows('Cleared'));
  tmux('send-keys', '-l', '/exit');
  tmux('send-keys', 'Enter');
  await until(() => !shows('Message')());
  expect(tmux('capture-pane', '-p')).toMatch(/^before$/m);
});
