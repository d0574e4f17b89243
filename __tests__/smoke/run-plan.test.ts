// Plan mode of the built program without a screen: planned, saved, run, killed in the middle and gone on with.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkTranscript } from '../../src/protocol/check-transcript.js';
import type { Envelope } from '../../src/protocol/event.js';
import type { WireRequest } from '../../src/provider/wire.js';
import { type ModelServer, modelServers, type ServerReply } from '../support/model-server.js';
import { programs, servedBy } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const tempFolder = tempFolders();
const startModelServer = modelServers();
let server: ModelServer | undefined;

const textOf = (request: WireRequest) => JSON.stringify(request.messages);
/** The task that a request is about; empty for the planner's. */
const taskOf = (request: WireRequest) => /Your task \((\w+),/.exec(textOf(request))?.[1] ?? '';
const planned = (...tasks: [id: string, ...dependencies: string[]][]): ServerReply => ({
  reply: {
    text: JSON.stringify({
      summary: 'the plan',
      tasks: tasks.map(([id, ...dependencies]) => ({ id, description: `do ${id}`, type: 'ANALYSIS', dependencies })),
    }),
  },
});
const says = (text: string): ServerReply => ({ reply: { text } });

async function served(plan: ServerReply, work: (id: string) => ServerReply): Promise<Record<string, string>> {
  server = await startModelServer([], {
    respond: (body) => (taskOf(body) === '' && !body.tools ? plan : work(taskOf(body))),
  });
  return servedBy(server.url);
}

/** Which tasks the model was asked about. */
const asked = () => (server?.requests ?? []).map(({ body }) => taskOf(body)).filter((id) => id !== '');

test('the demo plans, reads four files at once, edits, fails a test, mends it and passes', async () => {
  const { code, stdout, stderr } = await program.run(
    ...['run', '--demo', '--mode', 'plan', 'fix the tests', '--approve', 'all', '--output', 'stream-json'],
  );
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { plan, tools, text } = lines.pop();
  const envelopes: Envelope[] = lines;

  expect([code, plan.status]).toEqual([0, 'COMPLETED']);
  expect(text).toContain('Plan done');
  expect(checkTranscript(envelopes)).toEqual([]);
  const begin = plan.tasks.slice(0, 4).map(({ startedAt }: { startedAt: number }) => startedAt);
  const ends = plan.tasks.slice(0, 4).map(({ endedAt }: { endedAt: number }) => endedAt);
  expect(Math.max(...begin)).toBeLessThan(Math.min(...ends));
  const work = tools.map(({ name, outcome }: { name: string; outcome: string }) => `${name} ${outcome}`);
  expect(work.filter((call: string) => call.startsWith('execute_command'))).toEqual([
    'execute_command failed',
    'execute_command ok',
  ]);
  expect(work.filter((call: string) => call === 'edit_file ok')).toHaveLength(2);
  expect(envelopes.find(({ event }) => event.type === 'tool.called')).toMatchObject({ taskId: 'task_1' });
  expect(stderr).toMatch(/^▸ task_1 Read src\/date\.js/m);
  expect(stderr).toMatch(/^✓ task_6 \d/m);

  const file = join(tempFolder(), 'run.jsonl');
  writeFileSync(file, stdout);
  const replayed = await program.run('replay', file);
  expect(replayed.code).toBe(0);
  expect(replayed.stdout).toMatch(/✓ task_6 [\s\S]*execute_command npm test[\s\S]*Plan done/);
}, 30_000);

test('a plan is printed without being run, and run later from its file', async () => {
  const env = await served(planned(['task_1'], ['task_2', 'task_1']), (id) => says(`${id} is done`));
  const first = await program.start({ args: ['run', '--plan-only', 'reach it'], env }).ended;
  expect([first.code, asked()]).toEqual([0, []]);
  const file = join(tempFolder(), 'plan.json');
  writeFileSync(file, first.stdout);

  const second = await program.start({ args: ['run', '--plan-file', file, '--output', 'json'], env }).ended;
  const { plan } = JSON.parse(second.stdout);
  expect([second.code, asked()]).toEqual([0, ['task_1', 'task_2']]);
  expect(plan).toMatchObject({ goal: 'reach it', status: 'COMPLETED', tasks: [{ id: 'task_1' }, { id: 'task_2' }] });

  writeFileSync(file, second.stdout);
  expect((await program.start({ args: ['run', '--plan-file', file], env }).ended).code).toBe(0);
});

test('a failed task skips what hangs on it, the rest is done, and the exit code says so', async () => {
  const env = await served(planned(['task_1'], ['task_2', 'task_1'], ['task_3'], ['task_4']), (id) =>
    says(id === 'task_1' ? 'FAILED: it is not there' : 'ok'),
  );
  const { code, stdout, stderr } = await program.start({ args: ['run', '--mode', 'plan', 'go'], env }).ended;
  expect(code).toBe(3);
  expect(stdout).toContain('Plan ended with failed tasks');
  expect(stderr).toContain('✗ task_1: it is not there\n');
  expect(stderr).toContain('⊘ task_2: task_1 failed\n');
  expect(stderr).toMatch(/^✓ task_3 /m);
});

test('killed in the middle, a plan is gone on with: what was done is not done again', async () => {
  let isKilled = false;
  const env = await served(planned(['task_1'], ['task_2', 'task_1'], ['task_3', 'task_2']), (id) =>
    id === 'task_2' && !isKilled ? { silent: true } : says(`${id} is done`),
  );
  const home = { ...env, PAICLI_HOME: tempFolder() };
  const cwd = tempFolder();
  const first = program.start({ args: ['run', '--mode', 'plan', 'go'], env: home, cwd });
  const begun = new Promise<void>((resolve) =>
    first.child.stderr?.on('data', () => first.stderr().includes('▸ task_2') && resolve()),
  );
  await begun;
  first.child.kill('SIGKILL');
  expect((await first.ended).code).toBeNull();
  isKilled = true;
  const before = asked().filter((id) => id !== 'task_2');

  const threads = await program.start({ args: ['threads', '--json'], env: home, cwd }).ended;
  const [{ threadId }] = JSON.parse(threads.stdout);
  const args = ['run', '--resume', threadId, '--plan-resume', '--output', 'json'];
  const second = await program.start({ args, env: home, cwd }).ended;

  expect(before).toEqual(['task_1']);
  expect(asked().filter((id) => id === 'task_1')).toHaveLength(1);
  expect(asked().slice(-2)).toEqual(['task_2', 'task_3']);
  const { plan } = JSON.parse(second.stdout);
  expect([second.code, plan.status]).toEqual([0, 'COMPLETED']);
  expect(second.stderr).toContain('1 of its 3 tasks are done');
  expect(second.stderr).toContain('task_1  do task_1  (done)');
});

test('a prompt of many steps is planned with --mode auto, a question is not', async () => {
  const env = await served(planned(['task_1']), () => says('the answer'));
  const goal = 'First read the code, then refactor the parser, after that add tests, and finally update the docs';
  const long = await program.start({ args: ['run', '--mode', 'auto', goal, '--output', 'json'], env }).ended;
  expect(JSON.parse(long.stdout).plan?.status).toBe('COMPLETED');
  const question = ['run', '--mode', 'auto', 'what is in this folder?', '--output', 'json'];
  const short = await program.start({ args: question, env }).ended;
  expect(JSON.parse(short.stdout).plan).toBeUndefined();
});

test.each<[string, (file: string) => string[], RegExp]>([
  [
    'a plan file with a circle',
    (file) => ['run', '--plan-file', file],
    /^paicli: --plan-file: .* circle: a -> a|depends on itself/m,
  ],
])('%s is wrong usage', async (_what, args, message) => {
  const file = join(tempFolder(), 'plan.json');
  const task = { id: 'a', description: 'd', type: 'ANALYSIS', dependencies: ['a'] };
  writeFileSync(file, JSON.stringify({ goal: 'g', tasks: [task] }));
  const { code, stderr } = await program.run(...args(file));
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
