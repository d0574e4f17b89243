// A thread with plans beside its turns: opened after a crash, rewound, and the mode that suits an input.
import { expect, test } from '@jest/globals';
import type { DurableEvent, Envelope } from '../../src/protocol/event.js';
import type { ModelRequest } from '../../src/provider/provider.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { createThreadStore } from '../../src/thread/thread-store.js';
import { type EngineHarness, engineHarness, type HarnessOptions } from '../support/engine-harness.js';
import { windowedModel } from '../support/windowed-model.js';

const start = engineHarness();
const isPlanner = ({ tools }: ModelRequest) => tools.length === 0;
const plan = JSON.stringify({
  summary: 'two tasks',
  tasks: ['a', 'b'].map((id, at) => ({
    id,
    description: `do ${id}`,
    type: 'ANALYSIS',
    dependencies: at === 0 ? [] : ['a'],
  })),
});

function startEngine(init: HarnessOptions['init'] = {}): EngineHarness {
  const { model } = windowedModel({
    window: 200_000,
    reply: (request) => ({ text: isPlanner(request) ? plan : 'done' }),
  });
  return start({ model, init });
}

/** A thread whose program died while task b ran, in an engine that has not opened it yet. */
async function interrupted(): Promise<{ engine: EngineHarness; threadId: string }> {
  const first = startEngine({ reviewPlans: false });
  await first.send({ type: 'turn.start', input: 'go', mode: 'plan' });
  await first.waitFor('turn.completed');
  const log: Envelope<DurableEvent>[] = first.stored();
  const died = log.findIndex(({ event }) => event.type === 'task.changed' && event.taskId === 'b') + 1;
  const engine = startEngine({ reviewPlans: false });
  const database = openDatabase(`${engine.folders.home}/runtime/runtime.db`);
  const threadId = first.threadId();
  createThreadStore(database).addThread(
    { threadId, cwd: engine.folders.project, title: 't', at: 1 },
    log.slice(0, died),
  );
  database.close();
  return { engine, threadId };
}
const open = ({ engine, threadId }: Awaited<ReturnType<typeof interrupted>>) =>
  engine.send({ type: 'thread.open', which: { threadId } });
const notices = (engine: EngineHarness) =>
  engine.envelopes.flatMap(({ event }) =>
    event.type === 'notice.raised' ? [`${event.text} ${event.hint ?? ''}`] : [],
  );

test('a thread whose plan was interrupted says so once, and how to go on', async () => {
  const it = await interrupted();
  await open(it);
  expect(notices(it.engine).filter((text) => text.includes('interrupted'))).toEqual([
    'A plan of this thread was interrupted; 1 of its 2 tasks are done. /plan resume goes on with the others.',
  ]);
});

test('once it is gone on with there is nothing more to resume', async () => {
  const it = await interrupted();
  await open(it);
  await it.engine.send({ type: 'turn.start', input: '/plan resume', mode: 'plan' });
  await it.engine.waitFor('turn.completed');
  await open(it);
  expect(notices(it.engine).filter((text) => text.includes('interrupted'))).toHaveLength(1);
});

test('a plan whose turn was taken back is not gone on with', async () => {
  const it = await interrupted();
  await open(it);
  await it.engine.send({ type: 'thread.rewind', turns: 1 });
  const failed = it.engine.next('turn.failed');
  await it.engine.send({ type: 'turn.start', input: '/plan resume', mode: 'plan' });
  expect(await failed).toMatchObject({ error: { code: 'not-found' } });
});

test('where a person is there but plans are not reviewed, a plan runs at once', async () => {
  const engine = startEngine({ interactive: true, reviewPlans: false });
  await engine.send({ type: 'turn.start', input: 'go', mode: 'plan' });
  await engine.waitFor('turn.completed');
  expect(engine.all('plan.completed')).toMatchObject([{ status: 'COMPLETED' }]);
});

test('an engine can begin in plan mode', async () => {
  const engine = startEngine({ mode: 'plan', reviewPlans: false });
  await engine.send({ type: 'turn.start', input: 'go' });
  await engine.waitFor('turn.completed');
  expect(engine.all('turn.started')).toMatchObject([{ mode: 'plan' }]);
});

test.each([
  ['First read the code, then refactor the parser, after that add tests, and finally update the docs', 'plan'],
  ['what is this?', 'react'],
] as const)('in the mode auto %j is taken in the mode %s', async (input, mode) => {
  const engine = startEngine({ mode: 'auto', reviewPlans: false });
  await engine.send({ type: 'turn.start', input });
  await engine.waitFor('turn.completed');
  expect(engine.all('turn.started')).toMatchObject([{ mode }]);
});

test('a mode that is named counts, whatever suits the input', async () => {
  const engine = startEngine({ mode: 'auto', reviewPlans: false });
  await engine.send({ type: 'turn.start', input: 'what is this?', mode: 'plan' });
  await engine.waitFor('turn.completed');
  expect(engine.all('turn.started')).toMatchObject([{ mode: 'plan' }]);
});
