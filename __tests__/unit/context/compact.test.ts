import { expect, test } from '@jest/globals';
import { budgetFor } from '../../../src/context/budget.js';
import { type CompactionInput, compact } from '../../../src/context/compact.js';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import type { ChatMessage } from '../../../src/protocol/message.js';
import { noUsage } from '../../../src/protocol/usage.js';
import { plainRules } from '../../../src/provider/catalog-data.js';
import { estimateMessages, estimateText } from '../../../src/provider/estimate.js';
import { historyProblems } from '../../../src/provider/strict-history.js';
import { toWireRequest } from '../../../src/provider/wire.js';
import { placedHistory } from '../../../src/thread/history.js';
import { stamp } from '../../fixtures/transcript.js';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');
const turn = (input: string): DurableEvent => ({ type: 'turn.started', input, mode: 'react', model: 'm' });
const answer = (n: number, text: string, ...callIds: string[]): DurableEvent => ({
  type: 'message.completed',
  messageId: `m${n}`,
  text,
  reasoning: '',
  calls: callIds.map((callId) => ({ callId, name: 'read_file', arguments: '{"path":"a"}' })),
  finishReason: 'stop',
  partial: false,
});
const result = (callId: string, text: string): DurableEvent => ({
  type: 'tool.completed',
  callId,
  outcome: 'ok',
  text,
  display: [],
  durationMs: 1,
});
/** Four rounds: two calls at once with results of this many words, then one more call. */
const recorded = (resultWords: number): Envelope[] =>
  stamp(
    Array.from({ length: 4 }, (_, i): DurableEvent[] => [
      turn(`request ${i} ${words(5)}`),
      answer(i * 3, '', `a${i}`, `b${i}`),
      result(`a${i}`, words(resultWords)),
      result(`b${i}`, words(resultWords)),
      answer(i * 3 + 1, 'on it', `c${i}`),
      result(`c${i}`, words(resultWords)),
      answer(i * 3 + 2, `answer ${i}`),
    ]).flat(),
  );

type Ask = CompactionInput['summaryDeps']['ask'];
const says =
  (text: string | undefined, asked: ChatMessage[][] = []): Ask =>
  async (messages) => {
    asked.push(messages);
    return { text, usage: { ...noUsage, input: 10, output: 1 } };
  };

function input(log: Envelope[], window: number, ask: Ask, more: Partial<CompactionInput> = {}): CompactionInput {
  return {
    cause: 'limit',
    budget: budgetFor({ window, fixed: 100 }),
    messages: placedHistory(log),
    cleared: (throughSeq) => placedHistory(log, throughSeq),
    tokensOf: estimateMessages,
    summaryDeps: {
      ask,
      tokensOf: estimateText,
      instructions: { whole: 'WHOLE', piece: 'PIECE', join: 'JOIN' },
    },
    standIn: (summary) => ({ user: `Summary: ${summary}`, assistant: 'Read.' }),
    ...more,
  };
}
const after = (log: Envelope[], event: DurableEvent) =>
  placedHistory(stamp([...log.map((one) => one.event as DurableEvent), event]));

test('old results are cleared first, and that is enough where they were the weight', async () => {
  const log = recorded(400);
  const asked: ChatMessage[][] = [];
  const { event } = await compact(input(log, 40_000, says('S', asked)));
  expect(event).toMatchObject({ summary: '', summarizedThroughSeq: 0 });
  expect(event!.clearedThroughSeq).toBeGreaterThan(0);
  expect(event!.afterTokens).toBeLessThan(event!.beforeTokens);
  expect(asked).toEqual([]);
});

test('results of the last rounds are not cleared', async () => {
  const log = recorded(400);
  const { event } = await compact(input(log, 40_000, says('S')));
  const texts = after(log, event!).flatMap(({ message }) => (message.role === 'tool' ? [message.text] : []));
  expect(texts.slice(-3)).toEqual([words(400), words(400), words(400)]);
  expect(texts[0]).toMatch(/removed to save room/);
});

test('where clearing is not enough, what is old is summarised and the rest kept', async () => {
  const log = recorded(400);
  const { event } = await compact(input(log, 6000, says('the summary')));
  const history = after(log, event!).map(({ message }) => message);
  expect(history[0]).toEqual({ role: 'user', text: 'Summary: the summary' });
  expect(history.at(-1)).toMatchObject({ text: 'answer 3' });
  expect(event).toMatchObject({ method: 'model', usage: { input: 30 } });
});

test("a person's wish summarises all but the last round", async () => {
  const log = recorded(20);
  const { event } = await compact(input(log, 100_000, says('S'), { cause: 'user' }));
  const history = after(log, event!).map(({ message }) => message);
  expect(history.slice(0, 3)).toEqual([
    { role: 'user', text: 'Summary: S' },
    { role: 'assistant', text: 'Read.', calls: [] },
    { role: 'user', text: `request 3 ${words(5)}` },
  ]);
});

test('the wish of the person goes to the model', async () => {
  const asked: ChatMessage[][] = [];
  await compact(input(recorded(20), 100_000, says('S', asked), { cause: 'user', focus: 'the port number' }));
  expect(asked[0]![0]!.text).toContain('the port number');
});

test('what does not fit into one request is read in pieces and joined', async () => {
  const asked: ChatMessage[][] = [];
  const log = recorded(1000);
  const { event } = await compact(input(log, 3000, says('part', asked)));
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThanOrEqual(9);
  expect(asked.map(([system]) => system!.text.slice(0, 5)).at(-1)).toBe('JOIN');
  expect(event!.summary).toBe('part');
});

test('every request for a summary is far below the window', async () => {
  const asked: ChatMessage[][] = [];
  await compact(input(recorded(1000), 3000, says('part', asked)));
  expect(Math.max(...asked.map(estimateMessages))).toBeLessThan(3000 * 0.75);
});

test('a model that fails leaves the summary to be put together from the messages', async () => {
  const log = recorded(400);
  const { event } = await compact(input(log, 6000, says(undefined)));
  expect(event).toMatchObject({ method: 'extract' });
  expect(event!.summary).toContain('## Goal');
  expect(event!.summary).toContain('request 0');
});

test('a summary that frees nothing is given up', async () => {
  const log = stamp([turn('one'), answer(1, 'a'), turn('two'), answer(2, 'b')]);
  const { event } = await compact(input(log, 100_000, says(words(300)), { cause: 'user' }));
  expect(event).toBeUndefined();
});

test('a conversation of one message has nothing to take away', async () => {
  expect(await compact(input(stamp([turn(words(2000))]), 3000, says('S')))).toEqual({});
});

test('a second compaction takes the first summary in', async () => {
  const log = recorded(300);
  const first = await compact(input(log, 5000, says('first summary')));
  const more = stamp(
    [...log, ...[]]
      .map((one) => one.event as DurableEvent)
      .concat(
        first.event!,
        recorded(300).map((one) => one.event as DurableEvent),
      ),
  );
  const asked: ChatMessage[][] = [];
  const second = await compact(input(more, 5000, says('second summary', asked)));
  expect(asked[0]!.at(-1)!.text).toContain('first summary');
  expect(after(more, second.event!)[0]!.message.text).toBe('Summary: second summary');
});

test('after a compaction at any place of a recorded history strict servers accept the request', async () => {
  const whole = recorded(60);
  for (let length = 2; length <= whole.length; length++)
    for (const cause of ['limit', 'overflow', 'user'] as const)
      for (const window of [600, 1500, 4000]) {
        const log = whole.slice(0, length);
        const { event } = await compact(input(log, window, says('S'), { cause }));
        const messages = event ? after(log, event) : placedHistory(log);
        const request = {
          model: 'm',
          messages: [{ role: 'system' as const, text: 's' }, ...messages.map(({ message }) => message)],
          tools: [],
        };
        expect(historyProblems(toWireRequest(request, plainRules))).toEqual([]);
      }
});
