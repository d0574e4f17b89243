// The built program plays a recording in a real terminal; and what is asked there before a thread is deleted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ptyPrograms } from '../support/pty-program.js';

const { start, place } = ptyPrograms();

test('a thread is exported from the screen, played from its file, stepped, and left as the terminal was', async () => {
  const at = place();
  const replies = [{ text: 'First **answer**.' }, { text: 'Second answer.' }];
  const program = start({ place: at, script: { replies }, columns: 100, rows: 30 });
  await program.waitFor('ready');
  program.send('one?');
  await program.waitFor('First answer.');
  await program.waitFor('ready');
  program.send('two?');
  await program.waitFor('Second answer.');
  await program.waitFor('ready');
  program.send('/export json log.json');
  await program.waitFor('The thread was written to log.json.');
  program.send('/fork 1');
  await program.waitFor('one? (fork)');
  expect(program.text()).not.toContain('Second answer.');
  program.send('/exit');
  expect(await program.exited).toBe(0);
  expect(JSON.parse(readFileSync(join(at.project, 'log.json'), 'utf8'))).toMatchObject({ title: 'one?' });

  const replay = start({ place: at, shell: true, columns: 100, rows: 30 });
  replay.send('$PAICLI replay log.json --step; echo "code $?"');
  await replay.waitFor('Replay · paused 1x · turn 0 of 2');
  replay.type(']');
  await replay.waitFor('› one?');
  expect(replay.text()).not.toContain('First answer.');
  replay.type('.');
  await replay.waitFor('First answer.');
  replay.type(' ');
  await replay.waitFor('Replay · at its end · turn 2 of 2');
  expect(replay.text()).toContain('Second answer.');
  replay.type('\x1b[D');
  await replay.waitFor((program) => !program.text().includes('Second answer.'));
  replay.type('q');
  await replay.waitFor('code 0');
  expect(replay.modes().get('1049')).toBe(false);
});

test('a thread is deleted at the terminal only after a yes', async () => {
  const at = place();
  const program = start({ place: at, script: { replies: [{ text: 'Answer.' }] } });
  await program.waitFor('ready');
  program.send('delete me');
  await program.waitFor('Answer.');
  await program.waitFor('ready');
  program.send('/exit');
  await program.exited;
  const shell = start({ place: at, shell: true, columns: 110 });
  for (const [answer, code] of [
    ['', 1],
    ['n', 1],
    ['y', 0],
  ] as const) {
    shell.send(`clear; $PAICLI threads delete thread-; echo "code $((${code} + 0))=$?"`);
    await shell.waitFor(/Delete the thread thread-\S+ "delete me" for good\? y\/N/);
    shell.send(answer);
    await shell.waitFor(`code ${code}=${code}`);
  }
  shell.send('clear; $PAICLI threads --all; echo "code $?"');
  await shell.waitFor('There is no thread.');
});
