// Plan mode by the whole engine: planned, reviewed, run in parallel, repaired, gone on with after a crash.
import { expect, test } from '@jest/globals';
import type { PlanAnswer } from '../../src/protocol/command.js';
import type { DurableEvent, Envelope } from '../../src/protocol/event.js';
import type { PlannedTask, TaskStatus } from '../../src/protocol/plan.js';
import type { ModelRequest } from '../../src/provider/provider.js';
import type { Reply } from '../../src/provider/script.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { createThreadStore } from '../../src/thread/thread-store.js';
import { type EngineHarness, engineHarness, type HarnessOptions } from '../support/engine-harness.js';
import { windowedModel } from '../support/windowed-model.js';

const start = engineHarness();

const task = (id: string, dependencies: string[] = [], type: PlannedTask['type'] = 'ANALYSIS'): PlannedTask => ({
  id,
  description: `do ${id}`,
  type,
  dependencies,
});
const planText = (...tasks: PlannedTask[]) => JSON.stringify({ summary: 'the plan', tasks });
const isPlanner = ({ tools }: ModelRequest) => tools.length === 0;
/** The task a request is about. */
const taskOf = ({ messages }: ModelRequest) => /Your task \((\w+)/.exec(messages[1]?.text ?? '')?.[1] ?? '';

interface Setup extends HarnessOptions {
  tasks?: PlannedTask[];
  /** What the planner says, call by call. */
  plans?: string[];
  work?: (id: string, request: ModelRequest) => Reply;
}

function startPlan({ tasks = [], plans = [planText(...tasks)], work, ...options }: Setup) {
  const said = [...plans];
  const seen = windowedModel({
    window: 200_000,
    reply: (request) =>
      isPlanner(request)
        ? { text: said.shift() ?? 'no plan left' }
        : (work?.(taskOf(request), request) ?? { text: `${taskOf(request)} is done` }),
  });
  return { engine: start({ model: seen.model, ...options }), seen };
}

const begin = (engine: EngineHarness, input = 'reach the goal') =>
  engine.send({ type: 'turn.start', input, mode: 'plan' });
async function answer(engine: EngineHarness, given: PlanAnswer) {
  const { plan } = await engine.waitFor('plan.proposed');
  return engine.send({ type: 'plan.answer', planId: plan.planId, answer: given });
}
async function runWhole(engine: EngineHarness) {
  await begin(engine);
  await answer(engine, { kind: 'run' });
  return engine.waitFor('turn.completed');
}
const states = (engine: EngineHarness) =>
  Object.fromEntries(engine.all('task.changed').map(({ taskId, status }) => [taskId, status]));
const timesOf = (engine: EngineHarness, id: string, status: TaskStatus) =>
  engine.envelopes.find(({ event }) => event.type === 'task.changed' && event.taskId === id && event.status === status)!
    .at;

const seed = [task('a'), task('b'), task('c'), task('d'), task('e', ['a', 'b', 'c', 'd'])];

test('four independent tasks run at once, the fifth when all are done, with their results', async () => {
  const { engine, seen } = startPlan({
    tasks: seed,
    work: (id) => ({ text: [`found by ${id}`], pauseMs: id === 'e' ? 0 : 200 }),
  });
  await runWhole(engine);
  const starts = ['a', 'b', 'c', 'd'].map((id) => timesOf(engine, id, 'RUNNING'));
  const ends = ['a', 'b', 'c', 'd'].map((id) => timesOf(engine, id, 'COMPLETED'));
  expect(Math.max(...starts)).toBeLessThan(Math.min(...ends));
  expect(timesOf(engine, 'e', 'RUNNING')).toBeGreaterThanOrEqual(Math.max(...ends));
  const last = seen.requests.find((request) => taskOf(request) === 'e')!;
  expect(last.messages[1]!.text).toContain('found by a');
  expect(last.messages[1]!.text).toContain('found by d');
});

test('at most four tasks run at a time', async () => {
  const tasks = Array.from({ length: 9 }, (_, i) => task(`t${i}`));
  const { engine } = startPlan({ tasks, work: () => ({ text: ['x'], pauseMs: 20 }) });
  await runWhole(engine);
  let running = 0;
  let most = 0;
  for (const { status } of engine.all('task.changed')) {
    running += status === 'RUNNING' ? 1 : -1;
    most = Math.max(most, running);
  }
  expect(most).toBe(4);
});

test('nothing runs before the person says so', async () => {
  const { engine } = startPlan({ tasks: seed });
  await begin(engine);
  await engine.waitFor('plan.proposed');
  expect(engine.all('task.changed')).toEqual([]);
  await engine.send({ type: 'turn.cancel' });
  await engine.waitFor('turn.completed');
  expect(engine.all('plan.completed')).toMatchObject([{ status: 'CANCELLED' }]);
});

test('the summary is one message of the conversation, and what was said inside tasks is not', async () => {
  const { engine, seen } = startPlan({ tasks: [task('a')], work: () => ({ text: 'inner words' }) });
  const { text } = await runWhole(engine);
  expect(text).toContain('do a');
  await engine.turn('and now?').catch(() => undefined);
  const { messages } = seen.requests.at(-1)!;
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(messages[2]!.text).toBe(text);
});

test('a failed task skips what hangs on it, and the rest goes on', async () => {
  const { engine } = startPlan({
    tasks: [task('a'), task('b', ['a']), task('c', ['b']), task('d')],
    work: (id) => (id === 'a' ? { text: 'FAILED: the file is missing' } : { text: 'ok' }),
  });
  engine.answerApprovals(() => ({ kind: 'answer', text: 'Finish the plan as it is' }));
  await runWhole(engine);
  expect(states(engine)).toEqual({ a: 'FAILED', b: 'SKIPPED', c: 'SKIPPED', d: 'COMPLETED' });
  expect(engine.all('task.changed').find(({ taskId }) => taskId === 'b')).toMatchObject({ error: 'a failed' });
  expect(engine.all('plan.completed')).toMatchObject([{ status: 'FAILED' }]);
});

test('a failed task can be run again from the question, and its dependents with it', async () => {
  let tries = 0;
  const { engine } = startPlan({
    tasks: [task('a'), task('b', ['a'])],
    work: (id) => (id === 'a' && tries++ === 0 ? { text: 'FAILED: not yet' } : { text: 'ok' }),
  });
  engine.answerApprovals(({ choices }) => ({ kind: 'answer', text: choices?.find((one) => /again/.test(one)) ?? '' }));
  await runWhole(engine);
  expect(states(engine)).toEqual({ a: 'COMPLETED', b: 'COMPLETED' });
});

test('a failed task can be run again by itself while another still runs', async () => {
  let tries = 0;
  const { engine } = startPlan({
    tasks: [task('a'), task('slow')],
    work: (id) => {
      if (id === 'slow') return { repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } };
      return tries++ === 0 ? { text: 'FAILED: not yet' } : { text: 'ok' };
    },
  });
  await begin(engine);
  await answer(engine, { kind: 'run' });
  await engine.waitFor('task.changed', ({ taskId, status }) => taskId === 'a' && status === 'FAILED');
  const { planId } = engine.all('task.changed')[0]!;
  expect(await engine.send({ type: 'task.control', planId, taskId: 'a', action: 'retry' })).toMatchObject({
    type: 'command.accepted',
  });
  await engine.waitFor('task.changed', ({ taskId, status }) => taskId === 'a' && status === 'COMPLETED');
  await engine.send({ type: 'task.control', planId, taskId: 'slow', action: 'skip' });
  await engine.waitFor('turn.completed');
  expect(states(engine)).toEqual({ a: 'COMPLETED', slow: 'SKIPPED' });
});

test('one task can be stopped; the others go on', async () => {
  const { engine } = startPlan({
    tasks: [task('a'), task('slow')],
    work: (id) => (id === 'slow' ? { repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } } : { text: 'ok' }),
  });
  engine.answerApprovals(() => ({ kind: 'answer', text: 'Finish the plan as it is' }));
  await begin(engine);
  await answer(engine, { kind: 'run' });
  const { planId } = await engine.waitFor('task.changed', ({ taskId }) => taskId === 'slow');
  await engine.waitFor('message.delta');
  await engine.send({ type: 'task.control', planId, taskId: 'slow', action: 'cancel' });
  await engine.waitFor('turn.completed');
  expect(states(engine)).toEqual({ a: 'COMPLETED', slow: 'FAILED' });
});

test('an action that makes no sense is refused', async () => {
  const { engine } = startPlan({
    tasks: [task('slow')],
    work: () => ({ repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } }),
  });
  await begin(engine);
  await answer(engine, { kind: 'run' });
  const { planId } = await engine.waitFor('task.changed');
  for (const [taskId, action] of [
    ['slow', 'retry'],
    ['nobody', 'skip'],
  ] as const)
    expect(await engine.send({ type: 'task.control', planId, taskId, action })).toMatchObject({
      type: 'command.rejected',
    });
  await engine.send({ type: 'turn.cancel' });
  await engine.waitFor('turn.completed');
});

test('a stop ends all tasks and leaves a history that servers take', async () => {
  const { engine, seen } = startPlan({
    tasks: seed,
    work: () => ({ repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } }),
  });
  await begin(engine);
  await answer(engine, { kind: 'run' });
  await engine.waitFor('message.delta');
  await engine.send({ type: 'turn.cancel' });
  expect(await engine.waitFor('turn.completed')).toMatchObject({ outcome: 'cancelled' });
  expect(states(engine)).toMatchObject({ a: 'SKIPPED' });
  expect(seen.problems).toEqual([]);
});

test('a connection that breaks is tried once more by itself', async () => {
  let tries = 0;
  const { engine } = startPlan({
    tasks: [task('a')],
    work: () => (tries++ === 0 ? { error: { code: 'network', message: 'the connection broke' } } : { text: 'ok' }),
  });
  await runWhole(engine);
  expect(states(engine)).toEqual({ a: 'COMPLETED' });
});

test('the edited plan is what runs; an edit can be undone; a circle is refused by name', async () => {
  const { engine } = startPlan({ tasks: [task('a'), task('b'), task('c')] });
  await begin(engine);
  const { plan } = await engine.waitFor('plan.proposed');
  const send = (given: PlanAnswer) => engine.send({ type: 'plan.answer', planId: plan.planId, answer: given });
  expect(await send({ kind: 'revise', tasks: [task('a', ['b']), task('b', ['a'])] })).toMatchObject({
    error: { code: 'usage', message: expect.stringMatching(/a -> b -> a|b -> a -> b/) },
  });
  await send({ kind: 'revise', tasks: [task('a')] });
  await send({ kind: 'undo' });
  await send({ kind: 'revise', tasks: [task('b'), task('c', ['b'])] });
  await send({ kind: 'run' });
  await engine.waitFor('turn.completed');
  expect(states(engine)).toEqual({ b: 'COMPLETED', c: 'COMPLETED' });
  expect(timesOf(engine, 'c', 'RUNNING')).toBeGreaterThanOrEqual(timesOf(engine, 'b', 'COMPLETED'));
});

test('a requirement makes the planner plan again', async () => {
  const { engine, seen } = startPlan({ plans: [planText(task('a')), planText(task('b'))] });
  await begin(engine);
  await answer(engine, { kind: 'add', requirement: 'with tests' });
  await engine.waitFor('plan.proposed', ({ plan }) => plan.tasks[0]?.id === 'b');
  expect(JSON.stringify(seen.requests.at(-1)!.messages)).toContain('with tests');
  const { plan } = engine.all('plan.proposed').at(-1)!;
  await engine.send({ type: 'plan.answer', planId: plan.planId, answer: { kind: 'run' } });
  await engine.waitFor('turn.completed');
  expect(states(engine)).toEqual({ b: 'COMPLETED' });
});

test('where nobody can be asked the plan runs at once', async () => {
  const { engine } = startPlan({ tasks: [task('a')], init: { interactive: false, approvals: 'all' } });
  await begin(engine);
  await engine.waitFor('turn.completed');
  expect(states(engine)).toEqual({ a: 'COMPLETED' });
});

test('a plan that mostly failed is planned anew at most twice', async () => {
  const { engine } = startPlan({
    plans: [planText(task('a')), planText(task('b')), planText(task('c')), planText(task('d'))],
    work: () => ({ text: 'FAILED: no' }),
    init: { interactive: false, approvals: 'all' },
  });
  await begin(engine);
  await engine.waitFor('turn.completed');
  expect(engine.all('plan.revised')).toHaveLength(2);
  expect(engine.all('plan.completed')).toMatchObject([{ status: 'FAILED' }]);
});

test('a phase is expanded when it is reached, and what waited for it waits for its tasks', async () => {
  const { engine } = startPlan({
    plans: [
      planText(task('p', [], 'PLANNING'), task('z', ['p'])),
      planText(task('task_1'), task('task_2', ['task_1'])),
    ],
  });
  await runWhole(engine);
  const order = engine
    .all('task.changed')
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ taskId }) => taskId);
  expect(order).toEqual(['p', 'p_1', 'p_2', 'z']);
});

test('an approval inside a task says which task asks', async () => {
  const { engine } = startPlan({
    tasks: [task('w', [], 'FILE_WRITE')],
    work: (_, { messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'written' }
        : { calls: [{ name: 'write_file', arguments: { path: 'new.txt', content: 'x' } }] },
  });
  engine.answerApprovals(() => ({ kind: 'once' }));
  await runWhole(engine);
  expect(engine.envelopes.find(({ event }) => event.type === 'approval.requested')).toMatchObject({ taskId: 'w' });
  expect(engine.envelopes.find(({ event }) => event.type === 'approval.resolved')).toMatchObject({ taskId: 'w' });
});

/** The log as it stood when the program died after this many events, in a home of its own. */
function diedAfter(envelopes: Envelope<DurableEvent>[], count: number, engine: EngineHarness): EngineHarness {
  const again = startPlan({ work: (id) => ({ text: `${id} again` }) }).engine;
  const database = openDatabase(`${again.folders.home}/runtime/runtime.db`);
  createThreadStore(database).addThread(
    { threadId: engine.threadId(), cwd: engine.folders.project, title: 't', at: 1 },
    envelopes.slice(0, count),
  );
  database.close();
  return again;
}

test('killed after any event, a plan is gone on with: what was completed is not run again', async () => {
  const { engine } = startPlan({ tasks: [task('a'), task('b', ['a']), task('c', ['b'])] });
  await runWhole(engine);
  const log = engine.stored();
  const accepted = log.findIndex(({ event }) => event.type === 'plan.accepted');
  const ended = log.findIndex(({ event }) => event.type === 'plan.completed');
  for (let count = accepted + 1; count <= ended; count++) {
    const completed = log
      .slice(0, count)
      .flatMap(({ event }) => (event.type === 'task.changed' && event.status === 'COMPLETED' ? [event.taskId] : []));
    const again = diedAfter(log, count, engine);
    await again.send({ type: 'thread.open', which: { threadId: engine.threadId() } });
    const from = again.envelopes.length;
    await again.send({ type: 'turn.start', input: '/plan resume', mode: 'plan' });
    await again.next('turn.completed').catch(() => undefined);
    const ran = again.envelopes
      .slice(from)
      .flatMap(({ event }) => (event.type === 'task.changed' && event.status === 'RUNNING' ? [event.taskId] : []));
    expect(ran).toEqual(['a', 'b', 'c'].filter((id) => !completed.includes(id)));
    await again.close();
  }
});

test('a running turn can become a plan, which is told what was done so far', async () => {
  const { engine, seen } = startPlan({
    tasks: [task('a')],
    work: (id, { messages }) =>
      id !== ''
        ? { text: 'ok' }
        : messages.some(({ role }) => role === 'tool')
          ? { repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } }
          : { calls: [{ name: 'list_dir', arguments: { path: '.' } }] },
  });
  await engine.send({ type: 'turn.start', input: 'build the thing' });
  await engine.waitFor('message.delta');
  expect(await engine.send({ type: 'turn.plan' })).toMatchObject({ type: 'command.accepted' });
  const { plan } = await engine.waitFor('plan.proposed');
  expect(plan.goal).toContain('build the thing');
  expect(plan.goal).toContain('list_dir');
  expect(engine.all('turn.completed')).toMatchObject([{ outcome: 'cancelled' }]);
  expect(seen.problems).toEqual([]);
  await engine.send({ type: 'plan.answer', planId: plan.planId, answer: { kind: 'run' } });
  await engine.waitFor('plan.completed');
});

test('with nothing running there is nothing to make a plan of', async () => {
  const { engine } = startPlan({ tasks: [] });
  expect(await engine.send({ type: 'turn.plan' })).toMatchObject({ error: { code: 'conflict' } });
});

const long =
  'First read the config, then refactor the loader, then update the tests and finally write the docs for all of it.';

test('an input of several steps is answered with one line that offers a plan', async () => {
  const { engine } = startPlan({ tasks: [], work: () => ({ text: 'ok' }), init: { routing: 'suggest' } });
  await engine.turn(long);
  expect(engine.all('notice.raised').filter(({ text }) => text.includes('Alt+P'))).toHaveLength(1);
});

test('with routing off, and for a simple question, nothing is offered', async () => {
  const off = startPlan({ tasks: [], work: () => ({ text: 'ok' }), init: { routing: 'off' } }).engine;
  await off.turn(long);
  const simple = startPlan({ tasks: [], work: () => ({ text: 'ok' }), init: { routing: 'suggest' } }).engine;
  await simple.turn('what is this?');
  expect([...off.all('notice.raised'), ...simple.all('notice.raised')]).toEqual([]);
});

test('with routing auto such an input becomes a plan', async () => {
  const { engine } = startPlan({ tasks: [task('a')], init: { routing: 'auto' } });
  await engine.send({ type: 'turn.start', input: long });
  await engine.waitFor('plan.proposed');
  await engine.send({ type: 'turn.cancel' });
  await engine.waitFor('turn.completed');
});

test('words of its own in answer to a failure are what the planner is told', async () => {
  let tries = 0;
  const { engine, seen } = startPlan({
    plans: [planText(task('a')), planText(task('b'))],
    work: (id) => (id === 'a' && tries++ === 0 ? { text: 'FAILED: no' } : { text: 'ok' }),
  });
  engine.answerApprovals(({ title }) => ({
    kind: 'answer',
    text: title.startsWith('Take') ? 'Take the new plan' : 'use the other library',
  }));
  await runWhole(engine);
  expect(states(engine)).toEqual({ a: 'FAILED', b: 'COMPLETED' });
  const planned = seen.requests.filter(isPlanner).at(-1)!;
  expect(planned.messages.at(-1)!.text).toContain('use the other library');
});

test('planning anew that comes to nothing is said, and asked about again', async () => {
  const { engine } = startPlan({
    plans: [planText(task('a')), 'no plan at all', 'still none'],
    work: () => ({ text: 'FAILED: no' }),
  });
  engine.answerApprovals(({ choices = [] }) => ({
    kind: 'answer',
    text: engine.all('notice.raised').some(({ text }) => text.startsWith('Not planned anew'))
      ? 'Finish the plan as it is'
      : (choices.find((one) => one.startsWith('Plan anew')) ?? ''),
  }));
  await runWhole(engine);
  expect(engine.all('notice.raised').filter(({ text }) => text.startsWith('Not planned anew'))).toHaveLength(1);
  expect(engine.all('approval.requested')).toHaveLength(2);
});
