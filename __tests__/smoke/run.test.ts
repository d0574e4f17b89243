// `paicli run` of the built program: what it prints where, what it leaves behind, and its exit codes.
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathsUnder } from '../../src/config/paths.js';
import { checkTranscript } from '../../src/protocol/check-transcript.js';
import type { Envelope } from '../../src/protocol/event.js';
import { holdLock } from '../../src/storage/hold-lock.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { createThreadStore } from '../../src/thread/thread-store.js';
import { fixDateScript, testsPass, writeDateProject } from '../support/date-project.js';
import { type ModelServer, modelServers, type ServerReply } from '../support/model-server.js';
import { programs, type Running, servedBy } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const tempFolder = tempFolders();
const startModelServer = modelServers();
let server: ModelServer | undefined;

const fixDate = ['run', '--provider', 'scripted', '--script', fixDateScript, 'mend the label'];

async function served(...replies: ServerReply[]): Promise<Record<string, string>> {
  server = await startModelServer(replies);
  return servedBy(server.url);
}

const answer = (text: string): ServerReply => ({ reply: { text } });
const callOf = (name: string, args: Record<string, unknown>, id = 'c1'): ServerReply => ({
  reply: { calls: [{ id, name, arguments: args }] },
});
const linesOf = (text: string) => text.trim().split('\n');

test('a task is done to the end: the file is changed, its test passes, one JSON object says so', async () => {
  const cwd = writeDateProject(tempFolder());
  expect(testsPass(cwd)).toBe(false);

  const { code, stdout, stderr } = await program.start({
    args: [...fixDate, '--approve', 'all', '--output', 'json'],
    cwd,
  }).ended;

  expect([code, testsPass(cwd)]).toEqual([0, true]);
  expect(JSON.parse(stdout)).toEqual({
    threadId: expect.stringMatching(/^thread-/),
    turnId: expect.stringMatching(/^turn-/),
    outcome: 'answered',
    text: '`monthLabel` gives the full year now; the tests pass.',
    steps: 4,
    durationMs: expect.any(Number),
    usage: { input: 4600, output: 150, cached: 3200, reasoning: 5, estimated: false },
    tools: ['read_file', 'read_file', 'edit_file', 'execute_command'].map((name) => ({
      callId: expect.any(String),
      name,
      outcome: 'ok',
      durationMs: expect.any(Number),
    })),
  });
  expect(linesOf(stdout)).toHaveLength(1);
  expect(stderr).toContain('✓ edit_file src/date.js');
});

test('what needs approval is denied where no terminal is, that is said, and the run goes on', async () => {
  const cwd = writeDateProject(tempFolder());
  const { code, stdout, stderr } = await program.start({ args: [...fixDate, '--output', 'json'], cwd }).ended;

  const result = JSON.parse(stdout);
  expect([code, result.outcome]).toEqual([0, 'answered']);
  expect(result.tools.map((tool: { outcome: string }) => tool.outcome)).toEqual(['ok', 'ok', 'denied', 'denied']);
  expect(stderr).toMatch(/✗ edit_file .*there is no terminal to ask at/);
  expect(testsPass(cwd)).toBe(false);
});

test('stream-json is the events of the turn, one a line, and the result as the last line', async () => {
  const cwd = writeDateProject(tempFolder());
  const { code, stdout } = await program.start({
    args: [...fixDate, '--approve', 'edits', '--output', 'stream-json'],
    cwd,
  }).ended;

  const lines = linesOf(stdout).map((line) => JSON.parse(line));
  const result = lines.pop();
  expect(code).toBe(0);
  expect(result).toMatchObject({ type: 'result', outcome: 'answered', steps: 4 });
  expect(checkTranscript(lines)).toEqual([]);
  const types = lines.map(({ event }: Envelope) => event.type);
  expect(types).toEqual(expect.arrayContaining(['engine.ready', 'turn.started', 'message.delta', 'turn.completed']));
});

test('the answer alone goes to standard output, free of escape codes', async () => {
  const env = await served(answer('\x1b[31mred\x1b[0m and plain\n'));
  const { code, stdout, stderr } = await program.start({ args: ['run', 'hi'], env }).ended;
  expect([code, stdout]).toEqual([0, 'red and plain\n']);
  expect(stderr).not.toContain('\x1b');
});

test('JSON output holds no byte that a terminal would obey', async () => {
  const env = await served(answer('a\x1b[2J\u009b2Jb\u202ec'));
  const { stdout } = await program.start({ args: ['run', 'hi', '--output', 'json'], env }).ended;
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(JSON.parse(stdout).text).toBe('a\x1b[2J\u009b2Jb\u202ec');
});

test.each([
  ['words', ['say', 'hi'], undefined, 'say hi'],
  ['standard input', [], 'from a pipe\n', 'from a pipe'],
  ['both, the input appended', ['review this'], '+ a line\n', 'review this\n\n+ a line'],
  ['words that look like an option', ['--', '--help me'], undefined, '--help me'],
])('the prompt comes from %s', async (_where, words, input, prompt) => {
  const env = await served(answer('ok'));
  const options = { args: ['run', ...words], env, ...(input === undefined ? {} : { input }) };
  expect((await program.start(options).ended).code).toBe(0);
  expect(JSON.stringify(server?.requests[0]?.body.messages.at(-1))).toContain(JSON.stringify(prompt).slice(1, -1));
});

test('a resumed thread goes on with its history, and only the new turn is reported', async () => {
  const env = await served(callOf('list_dir', {}), answer('one'), answer('two'));
  const first = await program.start({ args: ['run', 'first', '--output', 'json'], env }).ended;
  const { threadId } = JSON.parse(first.stdout);

  const args = ['run', 'second', '--resume', threadId, '--output', 'stream-json'];
  const second = await program.start({ args, env }).ended;

  const lines = linesOf(second.stdout).map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ type: 'result', threadId, text: 'two', steps: 1, tools: [] });
  expect(lines.filter(({ event }) => event?.type === 'turn.started')).toHaveLength(1);
  expect(second.stderr).not.toContain('list_dir');
  const sent = server?.requests.at(-1)?.body.messages.map(({ role }) => role);
  expect(sent).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
  expect(server?.problems).toEqual([]);
});

test('a thread that another program writes to is refused with the way out, and --fork goes on in a copy', async () => {
  const env = await served(answer('one'), answer('two'));
  const first = await program.start({ args: ['run', 'first', '--output', 'json'], env }).ended;
  const { threadId } = JSON.parse(first.stdout);
  const lock = holdLock(pathsUnder(program.home()).threadLock(threadId));
  const args = ['run', 'second', '--resume', threadId, '--output', 'json'];
  const refused = await program.start({ args, env }).ended;
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/Another PaiCLI writes to the thread .*\n.*--fork/);
  const copied = await program.start({ args: [...args, '--fork'], env }).ended;
  lock?.release();
  expect(copied.code).toBe(0);
  expect(JSON.parse(copied.stdout)).toMatchObject({ text: 'two', threadId: expect.not.stringMatching(threadId) });
  expect(JSON.stringify(server?.requests.at(-1)?.body.messages)).toContain('first');
});

test('the limit of steps ends the turn with a summary and exit code 4', async () => {
  const env = await served(callOf('list_dir', {}), answer('done: nothing; open: all'));
  const args = ['run', 'work', '--max-steps', '1', '--output', 'json'];
  const { code, stdout, stderr } = await program.start({ args, env }).ended;
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'limit', error: { code: 'limit' }, text: expect.any(String) });
  expect(stderr).toMatch(/limit of 1 steps/);
});

test('the limit of cost ends the turn with exit code 4', async () => {
  const costly: ServerReply = {
    reply: { calls: [{ id: 'c', name: 'list_dir', arguments: {} }], usage: { input: 50_000_000, output: 10 } },
  };
  const { PAICLI_BASE_URL } = await served(costly);
  const env = { PAICLI_BASE_URL: PAICLI_BASE_URL ?? '', PAICLI_PROVIDER: 'deepseek', DEEPSEEK_API_KEY: 'k' };
  const args = ['run', 'work', '--max-cost', '0.01', '--output', 'json'];
  const { code, stdout } = await program.start({ args, env }).ended;
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'limit', usage: { costUsd: expect.any(Number) } });
});

test('a limit of cost that cannot be held is pointed out', async () => {
  const env = await served(answer('ok'));
  const { code, stderr } = await program.start({ args: ['run', 'hi', '--max-cost', '1'], env }).ended;
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('(set by --max-cost) has no effect: the price of m is not known'),
  ]);
});

test('the time limit cancels the turn, keeps what was said, and is exit code 4', async () => {
  const env = await served({ reply: { text: 'half an ans' }, hangAfter: 200 });
  const args = ['run', 'hi', '--timeout', '0.5', '--output', 'json'];
  const { code, stdout } = await program.start({ args, env }).ended;
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'limit',
    text: 'half an ans',
    error: { message: expect.stringContaining('0.5 s') },
  });
});

test.each([
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
  ['SIGHUP', 129, 'terminated'],
] as const)('%s cancels the turn, ends with %i, and the thread can be gone on with', async (signal, exitCode, word) => {
  const sleeper = callOf('execute_command', { command: 'echo begun > begun; sleep 60' });
  const env = await served(sleeper, answer('went on'));
  const cwd = tempFolder();
  const args = ['run', 'wait', '--approve', 'all', '--output', 'stream-json'];
  const running = program.start({ args, env, cwd });
  await until(running, (seen) => seen.stdout().includes('tool.called'));

  running.child.kill(signal);

  const { code, stdout, stderr } = await running.ended;
  const lines = linesOf(stdout).map((line) => JSON.parse(line));
  const result = lines.pop();
  expect([code, result.outcome]).toEqual([exitCode, 'cancelled']);
  expect(stderr).toContain(`The turn was ${word}.`);
  expect(checkTranscript(lines)).toEqual([]);
  const next = await program.start({ args: ['run', 'go on', '--resume', result.threadId], env }).ended;
  expect([next.code, next.stdout, server?.problems]).toEqual([0, 'went on\n', []]);
});

test('a reader that leaves early stops the turn quietly, and the turn is closed', async () => {
  const env = await served({ ...callOf('execute_command', { command: 'sleep 60' }), delayMs: 300 });
  const running = program.start({ args: ['run', 'hi', '--approve', 'all', '--output', 'stream-json'], env });
  await until(running, (seen) => seen.stdout().includes('turn.started'));
  running.child.stdout?.destroy();

  const { stderr } = await running.ended;

  expect(stderr).not.toMatch(/EPIPE|Error| {4}at /);
  expect(storedTypes(program.home()).at(-1)).toBe('turn.completed');
});

test('an output that is full is said in one line', async () => {
  const env = await served(answer('ok'));
  const { code, stderr } = await program.start({ args: ['run', 'hi'], env, stdout: openSync('/dev/full', 'w') }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^paicli: standard output cannot be written: ENOSPC.*$/m);
});

test('words without a command do as run does where no terminal is, TU-10', async () => {
  const env = await served(answer('plain'));
  const { code, stdout, stderr } = await program.start({ args: ['say', 'something', '--output', 'json'], env }).ended;
  expect([code, JSON.parse(stdout).text]).toEqual([0, 'plain']);
  expect(stdout + stderr).not.toContain('\x1b');
});

test('a message of any size goes in and out whole', async () => {
  const long = 'word '.repeat(60_000);
  const env = await served(answer(long));
  const { code, stdout } = await program.start({ args: ['run'], input: long, env }).ended;
  expect([code, stdout.trim() === long.trim()]).toEqual([0, true]);
  expect(server?.requests[0]?.text).toContain(long.trim());
});

test('the flags of settings reach the request', async () => {
  server = await startModelServer([answer('ok')]);
  const args = ['run', 'hi', '--base-url', server.url, '--model', 'by-flag'];
  expect((await program.start({ args }).ended).code).toBe(0);
  expect(server.requests[0]?.body.model).toBe('by-flag');
});

test('a tool call that takes longer than --tool-timeout is ended', async () => {
  const env = await served(callOf('execute_command', { command: 'sleep 30' }), answer('ok'));
  const args = ['run', 'hi', '--approve', 'all', '--tool-timeout', '1', '--output', 'json'];
  const { stdout } = await program.start({ args, env }).ended;
  expect(JSON.parse(stdout).tools).toMatchObject([{ outcome: 'timed-out' }]);
});

test('a script that ends too early is a failure of the turn, not of the program', async () => {
  const script = join(tempFolder(), 'short.json');
  writeFileSync(script, '{"replies": [{"calls": [{"name": "list_dir", "arguments": {}}]}]}');
  const { code, stdout } = await program.run('run', 'hi', '--script', script, '--output', 'json');
  expect([code, JSON.parse(stdout).outcome]).toEqual([1, 'failed']);
});

/** Types of the events of the newest thread, as they are on disk. */
function storedTypes(home: string): string[] {
  const database = openDatabase(join(home, 'runtime', 'runtime.db'));
  try {
    const store = createThreadStore(database);
    const [newest] = store.list({ limit: 1 });
    return store.load(newest?.threadId ?? '').envelopes.map(({ event }) => event.type);
  } finally {
    database.close();
  }
}

/** Waits for something a running program prints. */
async function until(running: Running, holds: (running: Running) => boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => holds(running) && resolve();
    running.child.stdout?.on('data', look);
    running.child.stderr?.on('data', look);
    void running.ended.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)));
  });
}
