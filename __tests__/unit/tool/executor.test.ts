import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as z from 'zod';
import { createDeferred } from '../../../src/base/deferred.js';
import { PaiError } from '../../../src/base/error.js';
import type { PolicyDecision } from '../../../src/policy/decide.js';
import { ruleOf } from '../../../src/policy/rule.js';
import type { ApprovalDecision } from '../../../src/protocol/approval.js';
import type { ToolCall } from '../../../src/protocol/message.js';
import { createBuiltInTools } from '../../../src/tool/built-in.js';
import {
  type ApprovalQuestion,
  type CallRecord,
  createExecutor,
  type ExecutorDeps,
} from '../../../src/tool/executor.js';
import { createRegistry } from '../../../src/tool/registry.js';
import type { RunContext, Tool, ToolResult } from '../../../src/tool/tool.js';
import { createWorkspace, type Workspace } from './support.js';

const builtInTools = createBuiltInTools();

let work: Workspace;
let controller: AbortController;
beforeEach(() => {
  work = createWorkspace();
  controller = new AbortController();
});
afterEach(() => work.remove());

const done = (text: string): ToolResult => ({ ok: true, text, display: [] });

/** A tool whose run is the given function; its argument is a name that tells calls apart. */
function fakeTool(
  name: string,
  readOnly: boolean,
  run: (id: string, context: RunContext) => Promise<ToolResult>,
): Tool {
  const schema = z.object({ id: z.string(), seconds: z.number().optional() });
  const tool: Tool<typeof schema> = {
    name,
    schema,
    readOnly,
    timeoutMs: ({ seconds }) => (seconds ?? 60) * 1000,
    prepare: async ({ id }) => ({
      title: id,
      access: { reads: [], writes: [] },
      preview: [],
      run: (context) => run(id, context),
    }),
  };
  return tool;
}

const call = (callId: string, name: string, args: object | string = { id: callId }): ToolCall => ({
  callId,
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
});

interface Harness {
  log: string[];
  questions: ApprovalQuestion[];
  records: CallRecord[];
  rules: string[];
  run(...calls: ToolCall[]): ReturnType<ReturnType<typeof createExecutor>['runBatch']>;
}

function harness(tools: readonly Tool[], more: Partial<ExecutorDeps> = {}): Harness {
  const state = {
    log: [] as string[],
    questions: [] as ApprovalQuestion[],
    records: [] as CallRecord[],
    rules: [] as string[],
  };
  const executor = createExecutor({
    registry: createRegistry(tools, (name) => name),
    decide: async () => ({ kind: 'allow', reasons: [] }),
    ask: async (question) => {
      state.questions.push(question);
      return { kind: 'once' };
    },
    remember: (rule, scope) => void state.rules.push(`${scope}: ${rule.label}`),
    called: ({ callId }, title) => void state.log.push(`called ${callId} ${title}`),
    progress: (callId, text) => state.log.push(`progress ${callId} ${text}`),
    completed: ({ callId, outcome }) => void state.log.push(`completed ${callId} ${outcome}`),
    decided: (record) => void state.records.push(record),
    resultFolder: work.path('.results'),
    clock: { now: () => 0 },
    ...more,
  });
  const context = () => ({ ...work.context, signal: controller.signal });
  return { ...state, run: (...calls) => executor.runBatch(calls, context()) };
}

/** Every call was announced once and completed once, in that order. */
function expectPaired(log: string[], ids: string[]): void {
  for (const id of ids) {
    const own = log.filter((line) => line.split(' ')[1] === id && !line.startsWith('progress'));
    expect(own.map((line) => line.split(' ')[0])).toEqual(['called', 'completed']);
  }
}

const asks = (rule?: PolicyDecision['rule']) => async (): Promise<PolicyDecision> => ({
  kind: 'ask',
  reasons: ['writes files'],
  ...(rule ? { rule } : {}),
});

test('reads run beside each other, at most four; results keep the order of the calls', async () => {
  const started: string[] = [];
  const gates = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, createDeferred<ToolResult>()]));
  const allFour = createDeferred<void>();
  const read = fakeTool('read', true, (id) => {
    started.push(id);
    if (started.length === 4) allFour.resolve();
    return gates.get(id)!.promise;
  });
  const { run } = harness([read]);
  const results = run(...[...gates.keys()].map((id) => call(id, 'read')));
  await allFour.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  for (const id of ['d', 'c', 'b', 'a', 'e']) gates.get(id)!.resolve(done(id));
  expect((await results).map(({ callId, text }) => [callId, text])).toEqual([...gates.keys()].map((id) => [id, id]));
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('writing calls run one after another in order, and reads do not pass them', async () => {
  const order: string[] = [];
  const runs = (id: string) => async () => {
    order.push(`+${id}`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`-${id}`);
    return done(id);
  };
  const tools = [fakeTool('read', true, (id) => runs(id)()), fakeTool('write', false, (id) => runs(id)())];
  const { run } = harness(tools);
  await run(call('w1', 'write'), call('w2', 'write'), call('r1', 'read'), call('r2', 'read'), call('w3', 'write'));
  expect(order).toEqual(['+w1', '-w1', '+w2', '-w2', '+r1', '+r2', '-r1', '-r2', '+w3', '-w3']);
});

test('a tool that throws touches only its own result', async () => {
  const tool = fakeTool('read', true, async (id) => {
    if (id === 'b') throw new TypeError('boom');
    if (id === 'c') throw new PaiError('tool', 'no such thing', 'Try another.');
    return done(id);
  });
  const { run, log } = harness([tool]);
  const results = await run(call('a', 'read'), call('b', 'read'), call('c', 'read'), call('d', 'read'));
  expect(results.map(({ outcome, text }) => `${outcome}: ${text}`)).toEqual([
    'ok: a',
    'failed: Failed: boom.',
    'failed: Failed: no such thing. Try another.',
    'ok: d',
  ]);
  expectPaired(log, ['a', 'b', 'c', 'd']);
});

test.each([
  [
    '{"path":"a.txt","new":"He said "hi""}',
    /^Failed: the arguments of read_file are no valid JSON: .* at position 32 of 37, near /,
  ],
  ['{"path":tru}', /at position 8 of 12/],
  ['{"path":"a"', /at position 11 of 11/],
  ['{"path":}', /at position 8 of 9/],
  ['{"limit":"x"}', /do not fit: path: .*string.*; limit: .*number/],
  ['[]', /do not fit: the whole: /],
])('arguments that cannot be used are named and not run: %s', async (args, message) => {
  const { run, log } = harness(builtInTools);
  const [result] = await run(call('a', 'read_file', args));
  expect(result).toMatchObject({ outcome: 'failed', text: expect.stringMatching(message) });
  expectPaired(log, ['a']);
});

test('an unknown tool is answered with the nearest names', async () => {
  const { run } = harness(builtInTools);
  const [near, far] = await run(call('a', 'readFile'), call('b', 'teleport'));
  expect(near?.text).toBe('Failed: there is no tool named "readFile". Did you mean read_file?');
  expect(far?.text).toContain('There are: read_file, list_dir');
});

test('a call without arguments gets an empty object', async () => {
  const { run } = harness(builtInTools);
  work.write('a', '');
  const results = await run(...['', '  ', '{}', 'null'].map((args, at) => call(`c${at}`, 'list_dir', args)));
  expect(results.map(({ text }) => text)).toEqual(Array(4).fill('a  0 B'));
});

test('what the policy denies is not run and says why', async () => {
  const decide = async (): Promise<PolicyDecision> => ({ kind: 'deny', reasons: ['is a fork bomb', 'network'] });
  const { run, records } = harness(builtInTools, { decide });
  const [result] = await run(call('a', 'execute_command', { command: 'touch ran' }));
  expect(result).toMatchObject({ outcome: 'denied', text: 'Denied by policy: is a fork bomb; network' });
  expect(existsSync(work.path('ran'))).toBe(false);
  expect(records).toMatchObject([{ decision: 'deny', by: 'policy', outcome: 'denied' }]);
});

test('a person is shown the call, its reasons, its preview and the rule; "thread" makes the rule', async () => {
  const questions: ApprovalQuestion[] = [];
  const { run, rules, records } = harness(builtInTools, {
    decide: asks(ruleOf('allow', 'path', '**')),
    ask: async (question) => {
      questions.push(question);
      return { kind: 'thread' };
    },
  });
  const [result] = await run(call('a', 'write_file', { path: 'x.txt', content: 'hi\n' }));
  expect(result).toMatchObject({ outcome: 'ok', text: 'x.txt created: 3 bytes, +1 −0 lines.' });
  expect(questions).toMatchObject([
    {
      callId: 'a',
      toolName: 'write_file',
      title: 'write_file x.txt +1 −0',
      reasons: ['writes files'],
      preview: [{ kind: 'diff', path: 'x.txt', status: 'added' }],
      threadRule: 'edit files in this folder',
    },
  ]);
  expect(rules).toEqual(['thread: edit files in this folder']);
  expect(records).toMatchObject([{ decision: 'allow', by: 'user', outcome: 'ok' }]);
});

test('MH-01: interrupt in the middle of a batch: the first has its result, the second was stopped, the third not run', async () => {
  work.write('a.txt', 'hello\n');
  const started = createDeferred<void>();
  const { run, log } = harness(builtInTools, { progress: () => started.resolve() });
  const results = run(
    call('a', 'read_file', { path: 'a.txt' }),
    call('b', 'execute_command', { command: 'echo begun; sleep 361' }),
    call('c', 'write_file', { path: 'c.txt', content: 'c' }),
  );
  await started.promise;
  controller.abort();
  const [a, b, c] = await results;
  expect(a).toMatchObject({ callId: 'a', outcome: 'ok', text: '     1\thello' });
  expect(b).toMatchObject({ callId: 'b', outcome: 'stopped' });
  expect(b?.text).toMatch(/was started and stopped by the user\.\n.*\nbegun$/);
  expect(c).toMatchObject({
    callId: 'c',
    outcome: 'skipped',
    text: expect.stringContaining('not run: cancelled by the user'),
  });
  expect(existsSync(work.path('c.txt'))).toBe(false);
  expectPaired(log, ['a', 'b', 'c']);
});

test('MH-01: a denial in the middle of a batch: the others run', async () => {
  work.write('a.txt', 'hello\n');
  const { run, log } = harness(builtInTools, {
    decide: asks(),
    ask: async ({ callId }): Promise<ApprovalDecision> =>
      callId === 'b' ? { kind: 'deny', reason: 'use rg' } : { kind: 'once' },
  });
  const results = await run(
    call('a', 'read_file', { path: 'a.txt' }),
    call('b', 'execute_command', { command: 'touch b.txt' }),
    call('c', 'write_file', { path: 'c.txt', content: 'c' }),
  );
  expect(results.map(({ callId, outcome }) => `${callId} ${outcome}`)).toEqual(['a ok', 'b denied', 'c ok']);
  expect(results[1]?.text).toBe('Denied by the user: use rg. The call was not run.');
  expect(existsSync(work.path('b.txt'))).toBe(false);
  expect(work.text('c.txt')).toBe('c');
  expectPaired(log, ['a', 'b', 'c']);
});

test('a cancel while a question is open skips the call, whatever the question is closed with', async () => {
  const asked = createDeferred<void>();
  const answer = createDeferred<ApprovalDecision>();
  const { run, log } = harness(builtInTools, {
    decide: asks(),
    ask: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const results = run(call('a', 'execute_command', { command: 'touch ran' }));
  await asked.promise;
  controller.abort();
  answer.resolve({ kind: 'deny' });
  expect(await results).toMatchObject([{ outcome: 'skipped' }]);
  expect(existsSync(work.path('ran'))).toBe(false);
  expectPaired(log, ['a']);
});

test('a call that does not end in its time is told to stop and its partial result is kept', async () => {
  const { run } = harness(builtInTools, { limits: { toolMs: 100_000 } });
  const [result] = await run(call('a', 'execute_command', { command: 'echo begun; sleep 371', timeout_s: 1 }));
  expect(result?.outcome).toBe('timed-out');
  expect(result?.text).toMatch(/^Timed out: the call did not end within 1 s\.\n.*\nbegun$/);
});

test('a call that ignores its signal is given up', async () => {
  const tool = fakeTool('read', true, () => new Promise(() => {}));
  const { run } = harness([tool], { limits: { graceMs: { cancelled: 10, 'timed-out': 10 } } });
  const [result] = await run(call('a', 'read', { id: 'a', seconds: 0.02 }));
  expect(result).toMatchObject({ outcome: 'timed-out' });
});

test('waiting for a person counts neither for the call nor for the batch', async () => {
  const { run } = harness([fakeTool('write', false, async (id) => done(id))], {
    decide: asks(),
    ask: () => new Promise((resolve) => setTimeout(resolve, 120, { kind: 'once' })),
    limits: { batchMs: 100 },
  });
  const results = await run(
    call('a', 'write', { id: 'a', seconds: 0.1 }),
    call('b', 'write', { id: 'b', seconds: 0.1 }),
  );
  expect(results).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }]);
  expect(results[0]!.durationMs).toBeLessThan(100);
});

test('when the time of a batch is used up, what is left times out without being run', async () => {
  const ran: string[] = [];
  const tool = fakeTool('write', false, async (id, { signal }) => {
    ran.push(id);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return { ok: false, text: '', display: [] };
  });
  const { run } = harness([tool], { limits: { batchMs: 30 } });
  const results = await run(call('a', 'write'), call('b', 'write'));
  expect(results.map(({ outcome }) => outcome)).toEqual(['timed-out', 'timed-out']);
  expect(results[1]?.text).toBe('Timed out: the time for all calls of this reply was used up.');
  expect(ran).toEqual(['a']);
});

test('a longer time for each call lengthens the time of the batch', async () => {
  const { timeoutMs: _, ...tool } = fakeTool('write', false, async (id) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return done(id);
  });
  const limits = { batchMs: 30, graceMs: { cancelled: 0, 'timed-out': 0 } };
  const usual = harness([tool], { limits });
  expect(await usual.run(call('a', 'write', { id: 'a' }))).toMatchObject([{ outcome: 'timed-out' }]);
  const longer = harness([tool], { limits: { ...limits, toolMs: 61_000 } });
  expect(await longer.run(call('a', 'write', { id: 'a' }))).toMatchObject([{ outcome: 'ok' }]);
});

test('a long result is saved; the model gets both ends and the way to the rest', async () => {
  const text = `BEGIN${'x'.repeat(40_000)}END`;
  const { run } = harness([fakeTool('read', true, async () => done(text))]);
  const [result] = await run(call('read_file:0', 'read'));
  expect(result!.text).toMatch(
    /^BEGINx+\n\[… 37208 characters left out\. The whole result is in .*read_file.*…\]\nx+END$/,
  );
  expect(result!.text.length).toBeLessThan(3200);
  const path = /is in (\S+):/.exec(result!.text)![1]!;
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('nothing is reported as progress after the call has completed', async () => {
  let late: () => void = () => {};
  const tool = fakeTool('read', true, async (_id, { progress }) => {
    progress('now');
    late = () => progress('late');
    return done('a');
  });
  const { run, log } = harness([tool]);
  await run(call('a', 'read'));
  late();
  expect(log).toEqual(['called a a', 'progress a now', 'completed a ok']);
});

test('a policy that fails lets nothing run', async () => {
  const decide = async () => {
    throw new Error('no policy');
  };
  const { run } = harness(builtInTools, { decide });
  const [result] = await run(call('a', 'execute_command', { command: 'touch ran' }));
  expect(result).toMatchObject({ outcome: 'failed', text: expect.stringContaining('no policy') });
  expect(existsSync(work.path('ran'))).toBe(false);
});

test('a question that cannot be put fails its call alone', async () => {
  const { run, log } = harness(builtInTools, { decide: asks(), ask: () => Promise.reject(new Error('screen gone')) });
  const results = await run(call('a', 'execute_command', { command: 'true' }), call('b', 'list_dir', '{'));
  expect(results[0]?.text).toBe('Failed: nobody could be asked: screen gone.');
  expectPaired(log, ['a', 'b']);
});

test('a command that fails gives its exit code and output; one that works too', async () => {
  const { run } = harness(builtInTools);
  const results = await run(
    call('a', 'execute_command', { command: 'echo out; exit 3' }),
    call('b', 'execute_command', { command: 'echo fine' }),
  );
  expect(results.map(({ outcome, text }) => [outcome, text])).toEqual([
    ['failed', 'Failed: exit code 3\nout'],
    ['ok', 'exit code 0\nfine'],
  ]);
  expect(results[0]?.display).toEqual([
    { kind: 'command', command: 'echo out; exit 3', cwd: work.cwd, output: 'out\n', exitCode: 3 },
  ]);
});
