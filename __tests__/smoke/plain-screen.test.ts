import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ptyPrograms } from '../support/pty-program.js';

const programs = ptyPrograms();

test('--plain-screen: a turn with a question, in lines of text on the normal screen', async () => {
  const program = programs.start({
    args: ['--plain-screen'],
    columns: 100,
    rows: 40,
    script: {
      replies: [
        {
          text: 'I write the file.',
          calls: [{ name: 'write_file', arguments: { path: 'hello.txt', content: 'hello\n' } }],
        },
        { text: 'The file is there.' },
      ],
    },
  });
  await program.waitFor('Message: ');
  program.send('make a file');
  await program.waitFor('y = once');
  await program.quiet();
  program.send('y');
  await program.waitFor('PaiCLI: The file is there.');
  await program.waitFor(/there\.\nMessage:/);
  expect(readFileSync(join(program.place.project, 'hello.txt'), 'utf8')).toBe('hello\n');
  expect(program.bytes()).not.toMatch(/\x1b/);
  program.send('/exit');
  expect(await program.exited).toBe(0);
  const { before, after } = program.settings();
  expect(after).toBe(before);
});

test('--plain-screen: Ctrl+C stops the turn and the program goes on', async () => {
  const program = programs.start({
    args: ['--plain-screen', '--approve', 'all'],
    script: { replies: [{ calls: [{ name: 'execute_command', arguments: { command: 'sleep 30' } }] }] },
  });
  await program.waitFor('Message: ');
  program.send('wait');
  await program.waitFor('running: execute_command');
  program.press('ctrl+c');
  await program.waitFor('Stopping.');
  await program.waitFor(/stopped/);
  program.press('ctrl+d');
  expect(await program.exited).toBe(0);
});
