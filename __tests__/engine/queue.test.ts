// What is typed while a turn runs: queued for after it, or steering for its next step.
import { expect, test } from '@jest/globals';
import type { Reply } from '../../src/provider/script.js';
import { type EngineHarness, engineHarness } from '../support/engine-harness.js';

const start = engineHarness();
const asks: Reply = { calls: [{ name: 'execute_command', arguments: { command: 'echo one' } }] };
/** Text that takes a moment, so that something can be typed meanwhile. */
const slowly = (text: string): Reply => ({ text: text.split(' ').map((word) => `${word} `), pauseMs: 30 });

/** Starts a turn that waits for an answer; the returned function gives it. */
async function heldTurn(engine: EngineHarness, input: string): Promise<() => Promise<unknown>> {
  await engine.send({ type: 'turn.start', input });
  const { request } = await engine.waitFor('approval.requested');
  return () => engine.send({ type: 'approval.answer', approvalId: request.approvalId, decision: { kind: 'once' } });
}

test('text sent while a turn runs is queued, shown, and starts the next turns in order', async () => {
  const engine = start({ replies: [asks, { text: 'first' }, { text: 'second' }, { text: 'third' }] });
  const goOn = await heldTurn(engine, 'one');
  await engine.send({ type: 'turn.start', input: 'two' });
  await engine.send({ type: 'turn.start', input: 'three' });
  await engine.waitFor('queue.changed', ({ items }) => items.length === 2);
  expect(engine.all('turn.started')).toHaveLength(1);
  await goOn();
  await engine.waitFor('engine.idle');
  expect(engine.all('turn.started').map(({ input }) => input)).toEqual(['one', 'two', 'three']);
  expect(engine.all('turn.completed').map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  expect(engine.all('queue.changed').at(-1)?.items).toEqual([]);
});

test('a queued text can be taken back, once', async () => {
  const engine = start({ replies: [asks, { text: 'first' }] });
  const goOn = await heldTurn(engine, 'one');
  await engine.send({ type: 'turn.start', input: 'two' });
  const [item] = (await engine.waitFor('queue.changed')).items;
  const remove = { type: 'queue.remove', itemId: item!.itemId } as const;
  expect(await engine.send(remove)).toMatchObject({ type: 'command.accepted' });
  expect(await engine.send(remove)).toMatchObject({ type: 'command.rejected', error: { code: 'not-found' } });
  await goOn();
  await engine.waitFor('engine.idle');
  expect(engine.all('turn.started').map(({ input }) => input)).toEqual(['one']);
});

test('steering goes to the model before the next step of the same turn', async () => {
  const engine = start({ replies: [asks, { text: 'as you wish' }] });
  const goOn = await heldTurn(engine, 'one');
  await engine.send({ type: 'turn.steer', text: 'use two instead' });
  await goOn();
  await engine.waitFor('engine.idle');
  expect(engine.all('turn.started')).toHaveLength(1);
  expect(engine.all('turn.steered')).toMatchObject([{ text: 'use two instead' }]);
  expect(engine.script().requests[1]?.messages.slice(-2)).toMatchObject([
    { role: 'tool' },
    { role: 'user', text: 'use two instead' },
  ]);
});

test('steering that no step took stands at the front of the queue and starts the next turn', async () => {
  const engine = start({ replies: [slowly('this is the last reply'), { text: 'second' }, { text: 'third' }] });
  await engine.send({ type: 'turn.start', input: 'one' });
  await engine.waitFor('message.delta');
  await engine.send({ type: 'turn.start', input: 'three' });
  await engine.send({ type: 'turn.steer', text: 'two' });
  await engine.waitFor('engine.idle');
  expect(engine.all('turn.started').map(({ input }) => input)).toEqual(['one', 'two', 'three']);
  expect(engine.all('turn.steered')).toEqual([]);
});

test('after a stop what is queued waits, and goes before what is sent next', async () => {
  const engine = start({ replies: [slowly('a long reply that is stopped'), { text: 'second' }, { text: 'third' }] });
  await engine.send({ type: 'turn.start', input: 'one' });
  await engine.waitFor('message.delta');
  await engine.send({ type: 'turn.start', input: 'two' });
  await engine.send({ type: 'turn.cancel' });
  await engine.waitFor('engine.idle');
  expect(engine.all('turn.started').map(({ input }) => input)).toEqual(['one']);
  await engine.send({ type: 'turn.start', input: 'three' });
  await engine.waitFor('turn.started', ({ input }) => input === 'three');
  expect(engine.all('turn.started').map(({ input }) => input)).toEqual(['one', 'two', 'three']);
});

test('steering while nothing runs starts a turn', async () => {
  const engine = start({ replies: [{ text: 'hello' }] });
  await engine.send({ type: 'turn.steer', text: 'hi' });
  await engine.waitFor('engine.idle');
  expect(engine.all('turn.started')).toMatchObject([{ input: 'hi' }]);
});

test('an empty message is refused', async () => {
  const engine = start();
  for (const command of [{ type: 'turn.start', input: ' \n' } as const, { type: 'turn.steer', text: '' } as const])
    expect(await engine.send(command)).toMatchObject({ type: 'command.rejected', error: { code: 'usage' } });
});

test('at the step limit the person is asked, and yes lifts it by as many steps again', async () => {
  const list: Reply = { calls: [{ name: 'list_dir', arguments: {} }] };
  const engine = start({ init: { maxSteps: 2 }, replies: [list, list, { text: 'done' }] });
  const asked: string[] = [];
  engine.answerApprovals(({ subject, title }) => {
    asked.push(`${subject}: ${title}`);
    return { kind: 'once' };
  });
  expect((await engine.turn('go')).end).toMatchObject({ outcome: 'answered', steps: 3 });
  expect(asked).toEqual(['limit: 2 steps are done; another 2?']);
});

test('no to more steps ends the turn with a summary that was made without tools', async () => {
  const list: Reply = { calls: [{ name: 'list_dir', arguments: {} }] };
  const engine = start({ init: { maxSteps: 1 }, replies: [list, { text: 'Done: looked. Open: the rest.' }] });
  engine.answerApprovals(() => ({ kind: 'deny' }));
  expect((await engine.turn('go')).end).toMatchObject({
    outcome: 'limit',
    text: 'Done: looked. Open: the rest.',
    error: { code: 'limit' },
  });
  expect(engine.script().requests[1]?.tools).toEqual([]);
});
