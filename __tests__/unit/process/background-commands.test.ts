// Real commands in the background of this process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import {
  type BackgroundCommand,
  type BackgroundCommands,
  createBackgroundCommands,
  mostRunning,
} from '../../../src/process/background-commands.js';
import { gone, isAlive } from '../../support/processes.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const open: BackgroundCommands[] = [];
afterEach(async () => {
  for (const commands of open.splice(0)) await commands.endAll();
});

function background(onEnd: (command: BackgroundCommand) => void = () => {}) {
  const commands = createBackgroundCommands(onEnd);
  open.push(commands);
  return commands;
}

const longWaitMs = 8000;
/** Reads until a text has come. */
async function readUntil(commands: BackgroundCommands, id: string, text: string): Promise<string> {
  let said = '';
  for (let n = 0; n < 100 && !said.includes(text); n++) said += (await commands.read(id, { waitMs: longWaitMs })).text;
  expect(said).toContain(text);
  return said;
}
/** Reads on until it has ended. */
async function readToEnd(commands: BackgroundCommands, id: string) {
  let reading = await commands.read(id, { since: 0, waitMs: longWaitMs });
  while (reading.state.isRunning) reading = await commands.read(id, { waitMs: longWaitMs });
  return reading;
}

test('it is read piece by piece, and again from any place', async () => {
  const cwd = tempFolder();
  const commands = background();
  const id = await commands.start({ command: 'echo one; until [ -e go ]; do sleep 0.01; done; echo two', cwd });
  const first = await commands.read(id, { waitMs: longWaitMs });
  expect(first).toMatchObject({ text: 'one\n', next: 4, state: { isRunning: true, exitCode: null } });
  expect((await commands.read(id)).text).toBe('');
  writeFileSync(join(cwd, 'go'), '');
  expect(await readUntil(commands, id, 'two')).toBe('two\n');
  const last = await readToEnd(commands, id);
  expect(last.state).toMatchObject({ isRunning: false, exitCode: 0, wasKilled: false });
  expect((await commands.read(id, { since: 0 })).text).toBe('one\ntwo\n');
  expect((await commands.read(id, { since: 4 })).text).toBe('two\n');
});

test('its end tells exit code or signal', async () => {
  const commands = background();
  const cwd = tempFolder();
  const failing = await commands.start({ command: 'exit 3', cwd });
  expect((await readToEnd(commands, failing)).state).toMatchObject({ exitCode: 3, isRunning: false });
  const struck = await commands.start({ command: 'kill -9 $$', cwd });
  expect((await readToEnd(commands, struck)).state).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});

test('a wait ends when its time is over, or at a stop, with what there is', async () => {
  const commands = background();
  const id = await commands.start({ command: 'sleep 361', cwd: tempFolder() });
  expect(await commands.read(id, { waitMs: 30 })).toMatchObject({ text: '', state: { isRunning: true } });
  const stopped = await commands.read(id, { waitMs: 60_000, signal: AbortSignal.timeout(30) });
  expect(stopped.state.isRunning).toBe(true);
});

test('a kill ends the whole tree, also a child with a session of its own that ignores TERM', async () => {
  const cwd = tempFolder();
  const commands = background();
  const command = `setsid -f bash -c 'trap "" TERM; echo $$ > child; echo up; sleep 362; sleep 363'; sleep 364`;
  const id = await commands.start({ command, cwd });
  await readUntil(commands, id, 'up');
  const child = Number(readFileSync(join(cwd, 'child'), 'utf8'));
  expect(isAlive(child)).toBe(true);
  await commands.kill(id);
  await gone(child);
  expect((await commands.read(id)).state).toMatchObject({ isRunning: false, wasKilled: true });
});

test('one that ends by itself is told once, and not when its end was read or it was killed', async () => {
  const told: string[] = [];
  let onEnd: () => void = () => {};
  const commands = background((command) => {
    told.push(command.command);
    onEnd();
  });
  const cwd = tempFolder();
  const endOf = (command: string) =>
    new Promise<string>((resolve) => {
      void commands.start({ command, cwd }).then((id) => {
        onEnd = () => resolve(id);
        if (told.includes(command)) resolve(id);
      });
    });
  const alone = await endOf('true');
  expect(commands.takeEnded().map(({ id }) => id)).toEqual([alone]);
  expect(commands.takeEnded()).toEqual([]);
  await commands.read(await endOf('echo read'));
  const killed = await commands.start({ command: 'sleep 365', cwd });
  await commands.kill(killed);
  expect(commands.takeEnded()).toEqual([]);
  expect(told).toEqual(['true', 'echo read']);
});

test('only so many run at once, and the refusal names them', async () => {
  const commands = background();
  const cwd = tempFolder();
  const start = () => commands.start({ command: 'sleep 366', cwd });
  const ids = await Promise.all(Array.from({ length: mostRunning }, start));
  await expect(start()).rejects.toMatchObject({ code: 'tool', message: expect.stringContaining(ids[0]!) });
  await commands.kill(ids[0]!);
  await start();
});

test('at the end all are ended, and none is started afterwards', async () => {
  const cwd = tempFolder();
  const commands = background();
  const id = await commands.start({ command: 'echo $$ > pid; echo up; sleep 367', cwd });
  await readUntil(commands, id, 'up');
  expect(await commands.endAll()).toBe(1);
  await gone(Number(readFileSync(join(cwd, 'pid'), 'utf8')));
  await expect(commands.start({ command: 'touch late', cwd })).rejects.toMatchObject({ code: 'conflict' });
  expect(existsSync(join(cwd, 'late'))).toBe(false);
});

test('what cannot be started is an error, and counts for nothing', async () => {
  const commands = background();
  await expect(commands.start({ command: 'true', cwd: '/no/such/folder' })).rejects.toMatchObject({ code: 'tool' });
  expect(await commands.endAll()).toBe(0);
  await expect(commands.read('bg-0000')).rejects.toMatchObject({ code: 'not-found' });
});
