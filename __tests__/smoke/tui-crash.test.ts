// What is left when the built program, or only its engine, ends in the middle of a turn: the conversation goes on.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type ModelServer, modelServers, type ServerReply } from '../support/model-server.js';
import type { Place } from '../support/pty-place.js';
import { type PtyProgram, ptyPrograms, until } from '../support/pty-program.js';

const { start, place } = ptyPrograms();
const startModelServer = modelServers();

const serve = (...replies: ServerReply[]): Promise<ModelServer> => startModelServer(replies);

const modelAt = (server: ModelServer) => ({ PAICLI_BASE_URL: server.url, PAICLI_MODEL: 'test-model' });

test('killed while a question waits and while a command runs, the thread goes on with a sound history', async () => {
  const loop = 'echo begun > begun; for i in $(seq 400); do [ -e stop ] && break; sleep 0.05; done';
  const server = await serve(
    { reply: { text: 'I add a file.', calls: [{ name: 'write_file', arguments: { path: 'new.txt', content: 'x' } }] } },
    { reply: { text: 'Then a command.', calls: [{ name: 'execute_command', arguments: { command: loop } }] } },
    { reply: { text: 'All is well again.' } },
  );
  const at = place();
  const first = start({ place: at, env: modelAt(server) });
  await first.waitFor('ready');
  first.send('add a file');
  await first.waitFor('Approve?');
  await killed(first);
  expect(existsSync(join(at.project, 'new.txt'))).toBe(false);

  const second = start({ place: at, env: modelAt(server), args: ['--continue', '--approve', 'all'] });
  await second.waitFor('I add a file.');
  expect(second.text()).toContain('› add a file');
  expect(second.text()).not.toContain('Approve?');
  second.send('go on');
  await until(() => existsSync(join(at.project, 'begun')));
  await killed(second);
  writeFileSync(join(at.project, 'stop'), '');

  const third = start({ place: at, env: modelAt(server), args: ['--continue'] });
  await third.waitFor('Then a command.');
  expect(third.text()).toContain('› go on');
  third.send('and now?');
  await third.waitFor('All is well again.');
  expect(server.problems).toEqual([]);
  const results = server.requests[2]?.body.messages.filter(({ role }) => role === 'tool');
  expect(results).toMatchObject([{ content: /^Skipped/ }, { content: /^Stopped/ }]);
});

/** A generous bound, for machines that do other work meanwhile. */
const echoLimitMs = 500;

/** Loaded into every thread before the program: does something to the worker once `trigger` is there. */
function faultAt(at: Place, does: string): { trigger: string; env: { NODE_OPTIONS: string } } {
  const trigger = join(at.home, 'trigger');
  writeFileSync(
    join(at.home, 'fault.cjs'),
    `const { isMainThread } = require('node:worker_threads');
     const look = () => { if (require('node:fs').existsSync(${JSON.stringify(trigger)})) { ${does} } };
     if (!isMainThread) setInterval(look, 20).unref();`,
  );
  return { trigger, env: { NODE_OPTIONS: `--require ${join(at.home, 'fault.cjs')}` } };
}

test('an engine that spins: keys are echoed, Esc ends it, Enter restarts it and the conversation is kept', async () => {
  const at = place();
  const { trigger, env } = faultAt(at, 'for (;;);');
  const program = start({
    place: at,
    env,
    script: {
      replies: [{ text: 'I wait.', calls: [{ name: 'execute_command', arguments: { command: 'sleep 60' } }] }],
      afterwards: { text: 'Here I am again.' },
    },
    args: ['--approve', 'all'],
  });
  await program.waitFor('ready');
  program.send('look for files');
  await program.waitFor('execute_command');
  writeFileSync(trigger, '');
  expect(Math.max(...(await program.typeWatched('still typing')))).toBeLessThan(echoLimitMs);

  program.press('escape');
  await program.waitFor('The engine stopped');
  rmSync(trigger);
  await program.answer('enter', 'The engine stopped');
  await program.waitFor('ready');
  await program.waitFor('› look for files');
  expect(program.text()).toContain('I wait.');
  expect(program.text()).toContain('still typing');
  program.press('enter');
  await program.waitFor('Here I am again.');
});

test('an engine that dies of a fault: the screen says why, Enter restarts it and the conversation is kept', async () => {
  const at: Place = place();
  const { trigger, env } = faultAt(at, "throw new Error('a fault of its own');");
  const program = start({
    place: at,
    env,
    script: {
      replies: [{ text: 'I write it.', calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }] }],
      afterwards: { text: 'Back at work.' },
    },
  });
  await program.waitFor('ready');
  program.send('write a file');
  await program.waitFor('Approve?');
  writeFileSync(trigger, '');
  await program.waitFor('a fault of its own');
  expect(program.text()).toContain('The engine stopped');
  expect(program.text()).not.toContain('Approve?');
  rmSync(trigger);
  await program.answer('enter', 'The engine stopped');
  await program.waitFor('ready');
  await program.waitFor('› write a file');
  expect(program.text()).not.toContain('Approve?');
  program.send('again');
  await program.waitFor('Back at work.');
  expect(existsSync(join(at.project, 'a.txt'))).toBe(false);
});

async function killed(program: PtyProgram): Promise<void> {
  program.signal('SIGKILL');
  expect(await program.exited).toBe(137);
}
