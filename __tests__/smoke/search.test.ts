// Searches of the built program: in a thread of their own, with the ripgrep that npm brought.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Envelope } from '../../src/protocol/event.js';
import { modelServers, type ServerReply } from '../support/model-server.js';
import { programs, servedBy } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const tempFolder = tempFolders();
const startModelServer = modelServers();

const call = (name: string, args: Record<string, unknown>): ServerReply => ({
  reply: { calls: [{ id: 'c1', name, arguments: args }] },
});

/** What the model got back from one call in a folder with many files. */
async function resultOf(name: string, args: Record<string, unknown>): Promise<string> {
  const server = await startModelServer([call(name, args), { reply: { text: 'Done.' } }]);
  const cwd = tempFolder();
  mkdirSync(join(cwd, 'src'));
  for (let n = 0; n < 60; n++) writeFileSync(join(cwd, 'src', `${n}.txt`), `line ${n}\n`);
  writeFileSync(join(cwd, 'long.txt'), `${'a'.repeat(40)}!\n`);
  writeFileSync(join(cwd, '.gitignore'), '5*.txt\n');
  const env = servedBy(server.url);
  const { stdout } = await program.start({ args: ['run', '--output', 'stream-json', 'search'], cwd, env }).ended;
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Envelope).event);
  const completed = events.find((event) => event.type === 'tool.completed');
  return completed?.type === 'tool.completed' ? completed.text : `no result in: ${stdout}`;
}

test('grep_code finds lines in the files that are not ignored', async () => {
  expect(await resultOf('grep_code', { pattern: 'line [45]\\d$' })).toBe(
    Array.from({ length: 10 }, (_, n) => `src/4${n}.txt:1: line 4${n}`).join('\n'),
  );
});

test('glob_files finds files that are not ignored', async () => {
  expect(await resultOf('glob_files', { pattern: 'src/[56].txt' })).toBe('src/6.txt');
});

test('an expression that would never end is an error for the model, and the turn goes on', async () => {
  expect(await resultOf('grep_code', { pattern: '^(a+)+$' })).toBe(
    'Failed: The pattern takes too long to search with. Use a simpler expression.',
  );
});
