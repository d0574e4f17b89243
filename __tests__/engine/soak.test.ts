// A long day: many turns with tools in a small window, with cancels, cut streams and servers that are busy. How many
// turns: PAICLI_SOAK_TURNS (default 60).
import { afterEach, expect, jest, test } from '@jest/globals';
import { findModel } from '../../src/provider/catalog.js';
import { estimateText } from '../../src/provider/estimate.js';
import { createOpenAiCompatibleProvider } from '../../src/provider/openai-compatible.js';
import type { WireRequest } from '../../src/provider/wire.js';
import { engineHarness } from '../support/engine-harness.js';
import { type ModelServer, type ServerReply, startModelServer } from '../support/model-server.js';
import { numbersFrom } from '../support/seeded.js';

const window = 32_000;
const turns = Number(process.env.PAICLI_SOAK_TURNS ?? 60);
const goal = 'Port the tea timer to the moon base, colour #C0FFEE.';
const start = engineHarness();
jest.setTimeout(600_000);

let server: ModelServer | undefined;
afterEach(() => server?.close());

/** As a server counts: everything in the request, and what it is asked to write. */
function sizeOf({ messages, tools = [], max_tokens = 0 }: WireRequest): number {
  return (
    estimateText(JSON.stringify(tools)) + messages.reduce((sum, one) => sum + 4 + estimateText(textOf(one)), max_tokens)
  );
}
const textOf = (message: WireRequest['messages'][number]) =>
  `${message.content ?? ''}${message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.function.name + call.function.arguments).join('') : ''}`;
const isSummary = ({ tools, messages }: WireRequest) => !tools && /summari[sz]e|notes/.test(messages[0]?.content ?? '');

test(`${turns} turns with cancels, cut streams and busy servers: every request is lawful and fits, and the goal is not lost`, async () => {
  const numbers = numbersFrom(7);
  const random = () => numbers(1000) / 1000;
  const sizes: number[] = [];
  let step = 0;
  const respond = (body: WireRequest): ServerReply => {
    sizes.push(sizeOf(body));
    if (sizeOf(body) > window) return { refuse: () => `maximum context length is ${window}` };
    const chance = random();
    if (chance < 0.05) return { status: 429, headers: { 'retry-after': '0' }, body: '{"error":{"message":"busy"}}' };
    if (chance < 0.08) return { reply: { text: 'half of an answer that breaks' }, cutAfter: 150 };
    if (isSummary(body))
      return { reply: { text: `## Goal\nthe goal\n## Work done, with evidence\n${'done '.repeat(50)}` } };
    step++;
    const words = 'lorem ipsum dolor '.repeat(10 + Math.floor(random() * 120));
    if (step % 3 === 0) return { reply: { text: words } };
    const path = ['big.txt', 'small.txt', `gone${step}.txt`][step % 3]!;
    const read = { name: 'read_file', arguments: { path, offset: (step % 50) + 1 } };
    return {
      reply: {
        text: step % 2 ? words : '',
        calls: random() < 0.3 ? [read, { name: 'list_dir', arguments: { path: '.' } }] : [read],
      },
    };
  };
  server = await startModelServer([], { respond });
  const profile = { ...findModel('custom', 'soak'), contextWindow: window };
  const provider = createOpenAiCompatibleProvider({ baseUrl: server.url, profile, delay: async () => {} });
  const engine = start({
    model: { provider, profile, demo: false, calibration: 1 },
    files: { 'big.txt': `${'a line of some length that repeats\n'.repeat(900)}`, 'small.txt': 'small\n' },
  });
  for (let turn = 0; turn < turns; turn++) {
    const cancels = random() < 0.1;
    const running = engine.turn(turn === 0 ? goal : `turn ${turn}: go on with the tea timer`);
    if (cancels) {
      await engine.next('step.started');
      await engine.send({ type: 'turn.cancel' });
    }
    const { end } = await running;
    if (end.type === 'turn.failed') expect(end.error.code).not.toBe('context-overflow');
  }
  expect(server.problems).toEqual([]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(window);
  expect(engine.all('context.compacted').length).toBeGreaterThan(0);
  const last = server.requests.findLast(({ body }) => !isSummary(body));
  expect(last?.body.messages.some(({ content }) => content?.includes(goal))).toBe(true);
});
