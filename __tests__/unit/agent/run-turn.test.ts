import { expect, test } from '@jest/globals';
import { runTurn } from '../../../src/agent/run-turn.js';
import { callReply, createFakeTurn, textReply } from '../../support/fake-turn.js';

const read = (path: string) => callReply({ name: 'read_file', args: { path } });
const types = (events: { type: string }[]) => events.map(({ type }) => type);

test('a reply without calls is the answer', async () => {
  const turn = createFakeTurn({ replies: [textReply('hello')] });
  expect(await runTurn(turn)).toMatchObject({
    outcome: 'answered',
    text: 'hello',
    steps: 1,
    usage: { input: 10, output: 2 },
  });
  expect(types(turn.events)).toEqual([
    'step.started',
    'message.started',
    'message.delta',
    'message.completed',
    'step.completed',
  ]);
});

test('the second request holds the call and its result behind the first request, which is unchanged', async () => {
  const turn = createFakeTurn({ replies: [read('a.txt'), textReply('done')], result: () => 'content of a' });
  await runTurn(turn);
  const [first, second] = turn.requests;
  expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
  expect(second?.messages.slice(-2)).toMatchObject([
    { role: 'assistant', calls: [{ name: 'read_file' }] },
    { role: 'tool', text: 'content of a' },
  ]);
});

test('a reply that was cut off at the output limit runs none of its calls', async () => {
  const cut = read('a.txt').map((event) => ({ ...event, finishReason: 'length' as const }));
  const turn = createFakeTurn({
    replies: [cut, textReply('ok')],
    onTools: () => {
      throw new Error('a tool was run');
    },
  });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'answered' });
  expect(turn.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', text: expect.stringContaining('cut off') });
});

test('the step limit ends the turn with a summary made without tools when nobody can be asked', async () => {
  let n = 0;
  const turn = createFakeTurn({ maxSteps: 2, replies: (i) => (i < 2 ? read(`f${n++}`) : textReply('summary')) });
  const end = await runTurn(turn);
  expect(end).toMatchObject({ outcome: 'limit', text: 'summary', steps: 3, error: { code: 'limit' } });
  expect(turn.requests[2]?.tools).toEqual([]);
  expect(turn.requests[2]?.messages.at(-1)).toMatchObject({
    role: 'user',
    text: expect.stringContaining('limit of 2 steps'),
  });
});

test('the step limit is lifted by as many steps again when the user says so', async () => {
  let asked = 0;
  const turn = createFakeTurn({
    maxSteps: 2,
    replies: (i) => (i < 3 ? read(`f${i}`) : textReply('done')),
    mayGoOn: () => ++asked === 1,
  });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'answered', steps: 4 });
  expect(asked).toBe(1);
});

test('the same call with the same result three times is first a nudge, then the end', async () => {
  const turn = createFakeTurn({ replies: (i) => (i < 6 ? read('same') : textReply('summary')), result: () => 'same' });
  const end = await runTurn(turn);
  expect(end).toMatchObject({ outcome: 'limit', text: 'summary' });
  expect(turn.events.filter((event) => event.type === 'turn.steered')).toMatchObject([
    { text: 'You repeat yourself.', by: 'engine' },
    { text: expect.stringContaining('repeated the same calls'), by: 'engine' },
  ]);
});

test('the same call with another result each time is no repetition', async () => {
  const turn = createFakeTurn({ replies: (i) => (i < 8 ? read('log') : textReply('done')) });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'answered', steps: 9 });
});

test('a cycle of two calls is repetition', async () => {
  const turn = createFakeTurn({
    replies: (i) => (i < 8 ? read(i % 2 ? 'a' : 'b') : textReply('summary')),
    result: () => 'x',
  });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'limit' });
});

test('one empty reply is asked again, two in a row fail the turn', async () => {
  const thinking = [{ type: 'reasoning', text: 'hm' } as const, ...textReply('')];
  expect(await runTurn(createFakeTurn({ replies: [thinking, textReply('now')] }))).toMatchObject({
    outcome: 'answered',
    text: 'now',
  });
  expect(await runTurn(createFakeTurn({ replies: [thinking, thinking] }))).toMatchObject({
    outcome: 'failed',
    error: { code: 'model' },
  });
});

test('a failed reply fails the turn and keeps the text that had come', async () => {
  const turn = createFakeTurn({
    replies: [
      [
        { type: 'text', text: 'half' },
        { type: 'failed', error: { code: 'network', message: 'cut' } },
      ],
    ],
  });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'failed', text: 'half', error: { code: 'network' } });
  expect(turn.events.find((event) => event.type === 'message.completed')).toMatchObject({
    text: 'half',
    partial: true,
  });
});

test('a cancelled reply ends the turn as cancelled', async () => {
  const turn = createFakeTurn({ replies: [[{ type: 'failed', error: { code: 'cancelled', message: 'cancelled' } }]] });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'cancelled' });
});

test('a cancel while tools run asks the model nothing more', async () => {
  const abort = new AbortController();
  const turn = createFakeTurn({ replies: [read('a')], signal: abort.signal, onTools: () => abort.abort() });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'cancelled', steps: 1 });
});

test('steering stands before the next step', async () => {
  const turn = createFakeTurn({ replies: [read('a'), textReply('ok')], steering: [[], ['look at b instead']] });
  await runTurn(turn);
  expect(turn.requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'look at b instead' });
});

test('a limit that was reached ends the turn before the next step when nobody lets it go on', async () => {
  const asked: string[] = [];
  const turn = createFakeTurn({
    replies: (i) => read(`f${i}`),
    reachedLimit: ({ costUsd = 0 }) =>
      costUsd >= 0.02
        ? { reason: 'the cost limit of $0.02 was reached', question: 'another $0.02?', hint: 'Wait.', goOn: () => {} }
        : undefined,
    mayGoOn: (question) => {
      asked.push(question);
      return false;
    },
  });
  expect(await runTurn(turn)).toMatchObject({
    outcome: 'limit',
    steps: 2,
    error: { message: expect.stringContaining('$0.02'), hint: 'Wait.' },
  });
  expect([asked, turn.requests.length]).toEqual([['another $0.02?'], 2]);
});

test('a person may let a turn go on past its limit', async () => {
  let bound = 0.02;
  const turn = createFakeTurn({
    replies: [read('a'), read('b'), textReply('done')],
    reachedLimit: ({ costUsd = 0 }) =>
      costUsd >= bound
        ? {
            reason: 'r',
            question: 'q',
            hint: 'h',
            goOn: () => {
              bound += 0.02;
            },
          }
        : undefined,
    mayGoOn: () => true,
  });
  expect(await runTurn(turn)).toMatchObject({ outcome: 'answered', steps: 3 });
});
