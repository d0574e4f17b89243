// Team mode by the whole engine: workers at once, each task reviewed, one file and two workers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { PlannedTask, TaskStatus } from '../../src/protocol/plan.js';
import type { ModelRequest } from '../../src/provider/provider.js';
import type { Reply } from '../../src/provider/script.js';
import type { WireRequest } from '../../src/provider/wire.js';
import { type EngineHarness, engineHarness, type HarnessOptions } from '../support/engine-harness.js';
import { type ServerReply, startModelServer } from '../support/model-server.js';
import { windowedModel } from '../support/windowed-model.js';

const start = engineHarness();
const task = (id: string, dependencies: string[] = []): PlannedTask => ({
  id,
  description: `do ${id}`,
  type: 'FILE_WRITE',
  dependencies,
});
const approve = '{"approved": true, "reasons": []}';
const refuse = (reason: string) => `I looked. {not json}\n{"approved": false, "reasons": ["${reason}"]}`;

type Role = 'planner' | 'worker' | 'reviewer';
function roleOf({ tools, messages }: ModelRequest): Role {
  if (tools.length > 0) return 'worker';
  return messages[0]!.text.startsWith('You review') ? 'reviewer' : 'planner';
}
const taskOf = ({ messages }: ModelRequest) => /(?:Your|The) task \((\w+)/.exec(messages[1]?.text ?? '')?.[1] ?? '';

interface Setup extends HarnessOptions {
  tasks: PlannedTask[];
  work?: (id: string, request: ModelRequest) => Reply;
  /** `n` counts the reviews of this task from 1. */
  review?: (id: string, n: number, request: ModelRequest) => string;
}

function startTeam({ tasks, work, review, ...options }: Setup) {
  const reviews = new Map<string, number>();
  const seen = windowedModel({
    window: 200_000,
    reply(request) {
      const id = taskOf(request);
      const role = roleOf(request);
      if (role === 'planner') return { text: JSON.stringify({ summary: 's', tasks }) };
      if (role === 'worker') return work?.(id, request) ?? { text: `report of ${id}` };
      reviews.set(id, (reviews.get(id) ?? 0) + 1);
      return { text: review?.(id, reviews.get(id)!, request) ?? approve };
    },
  });
  return { engine: start({ model: seen.model, ...options }), seen };
}

async function runWhole(engine: EngineHarness) {
  await engine.send({ type: 'turn.start', input: 'build it', mode: 'team' });
  const { plan } = await engine.waitFor('plan.proposed');
  await engine.send({ type: 'plan.answer', planId: plan.planId, answer: { kind: 'run' } });
  return engine.waitFor('turn.completed');
}
const timesOf = (engine: EngineHarness, id: string, status: TaskStatus) =>
  engine.envelopes.find(({ event }) => event.type === 'task.changed' && event.taskId === id && event.status === status)!
    .at;
const states = (engine: EngineHarness) =>
  Object.fromEntries(engine.all('task.changed').map(({ taskId, status }) => [taskId, status]));

test('three workers work at once; a worker never holds two tasks', async () => {
  const { engine } = startTeam({
    tasks: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => task(id)),
    work: (id) => ({ text: [`report of ${id}`], pauseMs: 60 }),
  });
  await runWhole(engine);
  const starts = ['a', 'b', 'c'].map((id) => timesOf(engine, id, 'RUNNING'));
  expect(Math.max(...starts)).toBeLessThan(timesOf(engine, 'a', 'COMPLETED'));
  const held = new Map<string, string>();
  for (const event of engine.envelopes.map(({ event }) => event)) {
    if (event.type === 'agent.started' && event.role === 'worker') {
      expect(held.get(event.agentId) ?? event.taskId).toBe(event.taskId);
      held.set(event.agentId, event.taskId);
    }
    if (event.type === 'task.changed' && event.status === 'COMPLETED')
      for (const [agent, id] of held) if (id === event.taskId) held.delete(agent);
  }
  expect(new Set(engine.all('agent.started').map(({ agentId }) => agentId))).toEqual(
    new Set(['worker-1', 'worker-2', 'worker-3', 'reviewer']),
  );
});

test('a task that is rejected twice and then approved is completed without a warning', async () => {
  const { engine, seen } = startTeam({
    tasks: [task('a')],
    review: (_, n) => (n < 3 ? refuse(`no test ${n}`) : approve),
  });
  await runWhole(engine);
  expect(engine.all('task.changed').at(-1)).toMatchObject({ status: 'COMPLETED' });
  expect(engine.all('task.changed').at(-1)).not.toHaveProperty('warning');
  expect(engine.all('review.completed').map(({ approved, attempt }) => [approved, attempt])).toEqual([
    [false, 1],
    [false, 2],
    [true, 3],
  ]);
  const third = seen.requests.filter((request) => roleOf(request) === 'worker').at(-1)!;
  expect(third.messages.map(({ text }) => text).join('\n')).toContain('no test 2');
});

test('a task that is rejected three times is completed with a warning, counted apart', async () => {
  const { engine } = startTeam({
    tasks: [task('a'), task('b')],
    review: (id) => (id === 'a' ? refuse('bad') : approve),
  });
  const { text } = await runWhole(engine);
  expect(engine.all('task.changed').findLast(({ taskId }) => taskId === 'a')).toMatchObject({
    status: 'COMPLETED',
    warning: 'the reviewer did not approve: bad',
  });
  const { team } = engine.all('plan.completed')[0]!;
  expect(team).toMatchObject({ completionRate: 1, warnings: 1, retries: 2, reviewPassRate: 0.25 });
  expect(text).toMatch(/warning/i);
});

test('a verdict in prose is asked for once more', async () => {
  const { engine } = startTeam({ tasks: [task('a')], review: (_, n) => (n === 1 ? 'Looks fine to me!' : approve) });
  await runWhole(engine);
  expect(engine.all('review.completed')).toMatchObject([{ approved: true, attempt: 1 }]);
});

test('a reviewer that never gives a verdict leaves a warning, and the worker is not sent round in circles', async () => {
  const { engine, seen } = startTeam({ tasks: [task('a')], review: () => 'Hm.' });
  await runWhole(engine);
  expect(engine.all('task.changed').at(-1)).toMatchObject({
    status: 'COMPLETED',
    warning: expect.stringContaining('no verdict'),
  });
  expect(seen.requests.filter((request) => roleOf(request) === 'worker')).toHaveLength(1);
});

test('only workers have tools, and each is told its role', async () => {
  const { engine, seen } = startTeam({ tasks: [task('a')] });
  await runWhole(engine);
  const roles = seen.requests.map((request) => [roleOf(request), request.tools.length > 0]);
  expect(roles).toEqual([
    ['planner', false],
    ['worker', true],
    ['reviewer', false],
  ]);
  expect(seen.requests[0]!.messages[0]!.text).toContain('This plan is for a team');
});

test('a worker gets the results of direct dependencies only, and begins each task anew', async () => {
  const { engine, seen } = startTeam({
    tasks: [task('a'), task('b', ['a']), task('c', ['b'])],
    work: (id) => ({ text: `found-${id}` }),
    init: { team: { workers: 1 } },
  });
  await runWhole(engine);
  const last = seen.requests.find((request) => roleOf(request) === 'worker' && taskOf(request) === 'c')!;
  const heard = last.messages.map(({ text }) => text).join('\n');
  expect(heard).toContain('found-b');
  expect(heard).not.toContain('found-a');
});

test('a worker whose model breaks fails its own task; dependents are skipped, the rest goes on', async () => {
  const { engine } = startTeam({
    tasks: [task('a'), task('b', ['a']), task('c')],
    work: (id) => (id === 'a' ? { error: { code: 'network', message: 'gone' } } : { text: 'ok' }),
    init: { interactive: false, approvals: 'all' },
  });
  await runWhole(engine).catch(() => undefined);
  expect(states(engine)).toEqual({ a: 'FAILED', b: 'SKIPPED', c: 'COMPLETED' });
});

test("the reviewer sees the worker's changes", async () => {
  let shown = '';
  const { engine } = startTeam({
    tasks: [task('a')],
    work: (_, { messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'done' }
        : { calls: [{ name: 'write_file', arguments: { path: 'new.txt', content: 'fresh line\n' } }] },
    review: (_, __, { messages }) => {
      shown = messages[1]!.text;
      return approve;
    },
    init: { approvals: 'edits' },
  });
  await runWhole(engine);
  expect(shown).toContain('added new.txt');
  expect(shown).toContain('+fresh line');
});

/** Reads, then edits its own line of one shared file; on a refusal it reads again and edits what is there. */
function editsItsLine(id: string, { messages }: ModelRequest): Reply {
  const last = messages.at(-1)!;
  if (last.role === 'user') return { calls: [{ name: 'read_file', arguments: { path: 'notes.md' } }] };
  if (last.role === 'tool' && last.name === 'edit_file' && !/^(Denied|Failed|Timed)/.test(last.text))
    return { text: 'done' };
  if (last.role === 'tool' && last.name === 'read_file')
    return {
      calls: [
        {
          name: 'edit_file',
          arguments: { path: 'notes.md', edits: [{ old: `line ${id}`, new: `line ${id} edited` }] },
        },
      ],
    };
  return { calls: [{ name: 'read_file', arguments: { path: 'notes.md' } }] };
}

test('two workers and one file: no edit is lost, 50 times (PL-13)', async () => {
  for (let round = 0; round < Number(process.env.PAICLI_TEAM_ROUNDS ?? 8); round++) {
    const { engine } = startTeam({
      tasks: [task('a'), task('b'), task('c')],
      work: editsItsLine,
      files: { 'notes.md': 'line a\nmiddle\nline b\nmiddle\nline c\n' },
      init: { approvals: 'edits' },
    });
    await runWhole(engine);
    expect(readFileSync(join(engine.folders.project, 'notes.md'), 'utf8')).toBe(
      'line a edited\nmiddle\nline b edited\nmiddle\nline c edited\n',
    );
    await engine.close();
  }
});

test('text for one worker reaches it before its next step, and nobody else', async () => {
  let steered = '';
  const { engine } = startTeam({
    tasks: [task('a'), task('b')],
    work(id, { messages }) {
      const heard = messages.filter(({ role, text }) => role === 'user' && text === 'use tabs').length;
      if (id === 'a' && heard === 1) {
        steered = id;
        return { text: 'done' };
      }
      if (id === 'b') return { text: heard > 0 ? 'FAILED: heard it too' : 'done' };
      return {
        text: [' '],
        calls: [{ name: 'list_dir', arguments: { path: messages.length % 2 ? '.' : './' } }],
        pauseMs: 30,
      };
    },
  });
  const whole = runWhole(engine);
  await engine.waitFor('agent.started', ({ taskId, role }) => taskId === 'a' && role === 'worker');
  await engine.waitFor('step.completed');
  expect(await engine.send({ type: 'turn.steer', text: 'use tabs', taskId: 'a' })).toMatchObject({
    type: 'command.accepted',
  });
  await whole;
  expect(steered).toBe('a');
  expect(states(engine)).toEqual({ a: 'COMPLETED', b: 'COMPLETED' });
});

test('text for a task that nobody works on is refused', async () => {
  const { engine } = startTeam({ tasks: [task('a')] });
  await runWhole(engine);
  expect(await engine.send({ type: 'turn.steer', text: 'x', taskId: 'a' })).toMatchObject({
    error: { code: 'not-found' },
  });
});

test('a paused team begins nothing new, and goes on when it may', async () => {
  const { engine } = startTeam({
    tasks: [task('a'), task('b', ['a'])],
    work: (id) => (id === 'a' ? { text: ['x', 'y', 'z'], pauseMs: 50 } : { text: 'ok' }),
  });
  const whole = runWhole(engine);
  await engine.waitFor('agent.started');
  await engine.send({ type: 'team.control', paused: true });
  await engine.waitFor('task.changed', ({ taskId, status }) => taskId === 'a' && status === 'COMPLETED');
  expect(states(engine).b).toBeUndefined();
  expect(engine.all('team.changed').at(-1)).toMatchObject({ paused: true });
  await engine.send({ type: 'team.control', paused: false });
  await whole;
  expect(states(engine).b).toBe('COMPLETED');
});

test('the pool can grow while the team works', async () => {
  const { engine } = startTeam({
    tasks: [task('a'), task('b'), task('c')],
    work: () => ({ repeatText: { piece: 'x', times: 30, perSecond: 100 } }),
    init: { team: { workers: 1 } },
  });
  const whole = runWhole(engine);
  await engine.waitFor('agent.started');
  await engine.send({ type: 'team.control', workers: 3 });
  await whole;
  expect(timesOf(engine, 'c', 'RUNNING')).toBeLessThan(timesOf(engine, 'a', 'COMPLETED'));
});

test('a worker can be told to begin its task anew', async () => {
  let tries = 0;
  const { engine } = startTeam({
    tasks: [task('a')],
    work: () => (tries++ === 0 ? { repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } } : { text: 'ok' }),
  });
  const whole = runWhole(engine);
  const { planId } = await engine.waitFor('task.changed');
  await engine.waitFor('message.delta');
  await engine.send({ type: 'task.control', planId, taskId: 'a', action: 'restart' });
  await whole;
  expect(engine.all('task.changed').map(({ status }) => status)).toEqual([
    'RUNNING',
    'PENDING',
    'RUNNING',
    'COMPLETED',
  ]);
});

test('a stop ends everybody, and the history stays valid', async () => {
  const { engine, seen } = startTeam({
    tasks: [task('a'), task('b'), task('c')],
    work: () => ({ repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } }),
  });
  void runWhole(engine).catch(() => undefined);
  await engine.waitFor('message.delta');
  await engine.send({ type: 'turn.cancel' });
  expect(await engine.waitFor('turn.completed')).toMatchObject({ outcome: 'cancelled' });
  expect(seen.problems).toEqual([]);
});

test('roles may have other models', async () => {
  const answer = ({ messages, tools }: WireRequest): ServerReply => {
    const system = messages[0]?.content ?? '';
    if (tools) return { reply: { text: 'report' } };
    const plan = JSON.stringify({ summary: 's', tasks: [task('a')] });
    return { reply: { text: system.startsWith('You review') ? approve : plan } };
  };
  const server = await startModelServer([], { respond: answer });
  const models = { planner: 'thinker', reviewer: 'judge' };
  const engine = start({ server, init: { team: { models } } });
  await runWhole(engine);
  await server.close();
  expect(server.requests.map(({ body }) => body.model)).toEqual(['thinker', 'test-model', 'judge']);
});

test('the metrics name every agent with what it used', async () => {
  const { engine } = startTeam({ tasks: [task('a'), task('b')] });
  await runWhole(engine);
  const { team } = engine.all('plan.completed')[0]!;
  expect(team!.agents.map(({ agentId, role }) => [agentId, role])).toEqual([
    ['planner', 'planner'],
    ['worker-1', 'worker'],
    ['worker-2', 'worker'],
    ['reviewer', 'reviewer'],
  ]);
  expect(team!.agents.every(({ usage }) => usage.input > 0)).toBe(true);
});
