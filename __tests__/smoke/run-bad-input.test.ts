// What goes wrong around a turn of the built program: one clear line on standard error, the right exit code, no stack trace.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ModelServer, startModelServer } from '../support/model-server.js';
import { type Ended, programs, servedBy } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const tempFolder = tempFolders();
const nobody = 'http://127.0.0.1:9/v1';
let server: ModelServer;
let aFile: string;

beforeAll(async () => {
  server = await startModelServer();
  aFile = join(tempFolder(), 'file');
  writeFileSync(aFile, '');
});
afterAll(() => server.close());

/** The message is the first line of `paicli: …`; what to do may stand under it, indented. */
function messageOf({ stderr }: Ended): string {
  expect(stderr).not.toMatch(/^ {4}at /m);
  const said = stderr.split('\n').filter((line) => line.startsWith('paicli: '));
  expect(said).toHaveLength(1);
  return said[0]!.slice('paicli: '.length);
}

test.each<[string, string[], number, RegExp]>([
  ['an unknown flag', ['run', 'hi', '--bogus'], 2, /^unknown option --bogus$/],
  ['an unknown flag without a command', ['--bogus'], 2, /^unknown option --bogus$/],
  ['an unknown short flag', ['run', '-x'], 2, /^unknown option -x$/],
  ['an unknown command', ['frobnicate'], 2, /^there is no command "frobnicate"$/],
  ['a flag without its value', ['run', 'hi', '--model'], 2, /^--model needs a value$/],
  ['a flag whose value looks like a flag', ['run', '--model', '--output', 'json', 'hi'], 2, /^--model needs a value$/],
  ['a switch with a value', ['run', '--help=yes'], 2, /^--help takes no value$/],
  ['two flags that exclude each other', ['tui', '--continue', '--resume', 'x'], 2, /^--continue and --resume cannot/],
  ['a format that is none', ['run', 'hi', '--output', 'xml'], 2, /^--output: "xml" is not one of text, json/],
  ['a level that is none', ['run', 'hi', '--approve', 'yolo'], 2, /^approvals: "yolo" .* \(set by --approve\)$/],
  ['steps that are no number', ['run', 'hi', '--max-steps', 'two'], 2, /^maxSteps: "two" .* \(set by --max-steps\)$/],
  [
    'a cost that is none',
    ['run', 'hi', '--max-cost', 'free'],
    2,
    /^maxCostUsdPerTurn: "free" .* \(set by --max-cost\)$/,
  ],
  ['a time longer than timers go', ['run', 'hi', '--timeout', '1e9'], 2, /^--timeout: "1e9" is not .* up to 2147483$/],
  ['a folder that is not there', ['run', 'hi', '--cwd', '/nowhere'], 2, /^--cwd: there is no folder \/nowhere$/],
  ['no prompt at all', ['run'], 2, /^there is nothing to do: no prompt was given$/],
  ['a blank prompt', ['run', '  '], 2, /^there is nothing to do: no prompt was given$/],
  ['a script that is not there', ['run', 'hi', '--script', '/nowhere'], 2, /^the script \/nowhere cannot be read$/],
  ['a script for no scripted provider', ['run', 'hi', '--provider', 'demo', '--script', 'x'], 2, /^--script is for /],
  ['the scripted provider without a script', ['run', 'hi', '--provider', 'scripted'], 2, /needs a script$/],
  [
    'a provider that is none',
    ['run', 'hi', '--provider', 'nobody'],
    2,
    /^provider: "nobody" .* \(set by --provider\)$/,
  ],
  ['a model without anybody who serves it', ['run', 'hi', '--model', 'gpt-x'], 2, /^--model: .* no other provider/],
  ['an address that is none', ['run', 'hi', '--base-url', 'localhost'], 2, /^baseUrl: "localhost" .* --base-url\)$/],
  ['a thread that is not there', ['run', 'hi', '--resume', 'thread-x'], 2, /^there is no thread thread-x$/],
])('%s is one clear line with the right exit code', async (_what, args, code, message) => {
  const ended = await program.run(...args);
  expect(messageOf(ended)).toMatch(message);
  expect([ended.code, ended.stdout]).toEqual([code, '']);
});

test.each<[string, string, RegExp]>([
  ['JSON that is none', '{\n  "model": oops\n}', /config\.json:2 is not valid JSON$/],
  ['a value of another type', '{ "maxSteps": "many" }', /^maxSteps: "many" .* \(set in .*config\.json:1\)$/],
])('a config file with %s is one line, exit code 2, and stays as it is', async (_what, config, message) => {
  const home = join(tempFolder(), '.paicli');
  mkdirSync(home);
  writeFileSync(join(home, 'config.json'), config);
  const ended = await program.start({ args: ['run', 'hi'], env: { PAICLI_HOME: home } }).ended;
  expect(messageOf(ended)).toMatch(message);
  expect(ended.code).toBe(2);
});

test('a script file that is no script is one line with its place and exit code 2', async () => {
  const script = join(tempFolder(), 'script.json');
  writeFileSync(script, '{"replies": [{"txt": "hi"}]}');
  const ended = await program.run('run', 'hi', '--script', script);
  expect(messageOf(ended)).toMatch(/cannot be played: script\.replies\[0\] has no member "txt"$/);
  expect(ended.code).toBe(2);
});

test('a server nobody can reach is tried again, then said with what to do, exit code 1', async () => {
  const ended = await program.start({ args: ['run', 'hi'], env: servedBy(nobody) }).ended;
  expect(messageOf(ended)).toBe(`no server answers at ${nobody}`);
  expect(ended.stderr).toMatch(/trying again/);
  expect(ended.stderr).toContain(`\n  Is the server running at ${nobody}?`);
  expect([ended.code, ended.stdout]).toEqual([1, '']);
}, 15_000);

test.each([
  [401, 'the server refuses the key', /refused the key \(401\): no such key$/, /^ {2}Check PAICLI_API_KEY: /m],
  [404, 'the model is not known', /does not know the model m \(404\)/, /^ {2}Check the model's name/m],
])('a %i is said with what to do, exit code 1: %s', async (status, _what, message, hint) => {
  server.push({ status, body: '{"error": {"message": "no such key"}}' });
  const ended = await program.start({ args: ['run', 'hi'], env: servedBy(server.url) }).ended;
  expect(messageOf(ended)).toMatch(message);
  expect(ended.stderr).toMatch(hint);
  expect([ended.code, ended.stdout]).toEqual([1, '']);
});

test('with --output json a failed turn is an object with its error too', async () => {
  server.push({ status: 401, body: '{"error": {"message": "no such key"}}' });
  const args = ['run', 'hi', '--output', 'json'];
  const ended = await program.start({ args, env: servedBy(server.url) }).ended;
  expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: 'failed', error: { code: 'auth' } });
  expect(ended.code).toBe(1);
});

test.each([
  ['a file', () => aFile],
  ['below a file', () => join(aFile, 'home')],
])('a home that is %s cannot be written to: one line with what to do, exit code 1', async (_what, home) => {
  const env = { ...servedBy(server.url), PAICLI_HOME: home() };
  const ended = await program.start({ args: ['run', 'hi'], env }).ended;
  expect(messageOf(ended)).toMatch(/cannot be made: ENOTDIR/);
  expect(ended.stderr).toContain('PAICLI_HOME');
  expect([ended.code, ended.stdout]).toEqual([1, '']);
});

test('no home, no terminal type and no locale do no harm', async () => {
  server.push({ reply: { text: 'ok' } });
  const env = { ...servedBy(server.url), TERM: '', LANG: 'C', HOME: '' };
  const ended = await program.start({ args: ['run', 'hi'], env }).ended;
  expect([ended.code, ended.stdout]).toEqual([0, 'ok\n']);
});
