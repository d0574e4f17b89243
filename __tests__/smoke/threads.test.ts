// Threads as files, in the built program: list, show, export, delete, and playing a recording without a terminal.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ModelServer, startModelServer } from '../support/model-server.js';
import { programs, servedBy } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const folder = tempFolders();
let server: ModelServer;
let project: string;

beforeAll(async () => {
  server = await startModelServer();
  project = folder();
});
afterAll(() => server.close());

const paicli = (args: string[], env: Record<string, string> = {}) => program.start({ args, cwd: project, env }).ended;

/** One turn; returns the id of its thread. */
async function turn(prompt: string, text: string, ...more: string[]): Promise<string> {
  server.push({ reply: { text } });
  const { stdout } = await paicli(['run', prompt, '--output', 'json', ...more], servedBy(server.url));
  return (JSON.parse(stdout) as { threadId: string }).threadId;
}

test('before the first thread there is none, and asking for it makes no file', async () => {
  const { code, stdout, stderr } = await paicli(['threads']);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`There is no thread in ${project}`);
  expect((await paicli(['threads', 'show', 'thread-x'])).code).toBe(2);
  expect(existsSync(join(program.home(), 'runtime'))).toBe(false);
});

test('threads are listed for their folder, newest first, and for all folders with --all', async () => {
  const first = await turn('first question', 'first answer');
  const second = await turn('zweite Frage 日本', 'second answer');
  const { code, stdout } = await paicli(['threads']);
  expect(code).toBe(0);
  const rows = stdout.trimEnd().split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(
    new RegExp(`^${second} {2}zweite Frage 日本 {2}1 turn {4}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}\\S`),
  );
  expect(rows[1]).toMatch(new RegExp(`^${first} {2}first question {5}1 turn`));
  const elsewhere = await program.start({ args: ['threads'], cwd: folder() }).ended;
  expect([elsewhere.code, elsewhere.stdout]).toEqual([0, '']);
  const all = await program.start({ args: ['threads', '--all', '--json'], cwd: folder() }).ended;
  expect(JSON.parse(all.stdout)).toMatchObject([
    { threadId: second, title: 'zweite Frage 日本', cwd: project, turns: 1 },
    { threadId: first, turns: 1 },
  ]);
});

test('show prints the conversation; any beginning of the id that is unique will do', async () => {
  const id = await turn('what is it?', 'It is **this**.');
  for (const given of [id, id.replace('thread-', '')]) {
    const { code, stdout } = await paicli(['threads', 'show', given]);
    expect(code).toBe(0);
    expect(stdout).toContain('› what is it?\n\nIt is this.\n');
  }
  const several = await paicli(['threads', 'show', 'thread-']);
  expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining('threads begin with thread-') });
});

test('an export is Markdown or JSON, on standard output or in a new file, and replay prints the JSON again', async () => {
  const id = await turn('export me', 'the answer');
  const markdown = await paicli(['threads', 'export', id]);
  expect(markdown).toMatchObject({ code: 0, stderr: '' });
  expect(markdown.stdout).toMatch(/^# export me\n[\s\S]*### Assistant\n\nthe answer\n$/);
  const args = ['threads', 'export', id, '--format', 'json', '-o', 'log.json'];
  expect(await paicli(args)).toEqual({ code: 0, stdout: '', stderr: '' });
  const file = join(project, 'log.json');
  const before = readFileSync(file, 'utf8');
  expect(await paicli(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('log.json is there already') });
  expect(readFileSync(file, 'utf8')).toBe(before);
  for (const recording of [file, id])
    expect(await paicli(['replay', recording])).toEqual({ code: 0, stdout: '› export me\n\nthe answer\n', stderr: '' });
});

test('the lines of a run are a recording too', async () => {
  server.push({ reply: { text: ['the ', 'streamed ', 'answer'] } });
  const run = await paicli(['run', 'stream it', '--output', 'stream-json'], servedBy(server.url));
  writeFileSync(join(project, 'run.jsonl'), run.stdout);
  expect((await paicli(['replay', 'run.jsonl'])).stdout).toBe('› stream it\n\nthe streamed answer\n');
});

test('a thread is deleted with --yes only where nobody can be asked', async () => {
  const id = await turn('delete me', 'done');
  expect(await paicli(['threads', 'delete', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await paicli(['threads', 'delete', id, '--yes'])).toMatchObject({ code: 0, stderr: `Deleted ${id}.\n` });
  expect((await paicli(['threads', '--all'])).stdout).not.toContain(id);
  expect((await paicli(['threads', 'show', id])).code).toBe(2);
});

test.each([
  [['threads', 'destroy'], /no command "destroy"/],
  [['threads', 'show'], /takes one id/],
  [['threads', 'export', 'nope', '--format', 'pdf'], /no thread nope/],
  [['replay'], /takes one file or thread/],
  [['replay', 'no/such.json'], /no file no\/such.json/],
  [['replay', 'nope'], /no thread nope/],
  [['replay', 'bad.json'], /line 1 is no JSON/],
  [['replay', 'other.json'], /holds no events/],
  [['replay', 'broken.json'], /cannot be read/],
  [['replay', 'other.json', '--speed', '0'], /--speed: "0" is not a positive number/],
])('%j is one line and exit code 2', async (args, message) => {
  writeFileSync(join(project, 'bad.json'), 'no json\nat all');
  writeFileSync(join(project, 'other.json'), '{"name":"x"}');
  const broken = { at: 1, threadId: 't', seq: 1, turnId: 'a', event: { type: 'message.completed', messageId: 'm' } };
  writeFileSync(join(project, 'broken.json'), JSON.stringify([broken]));
  const { code, stdout, stderr } = await paicli(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^paicli: .*\n( {2}.*\n)?$/);
});
