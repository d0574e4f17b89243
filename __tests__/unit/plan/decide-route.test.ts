import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import { decideRoute, type Routing } from '../../../src/plan/decide-route.js';
import { goalFromTurn } from '../../../src/plan/goal-from-turn.js';
import type { PlannerReply } from '../../../src/plan/planner.js';
import { createPrompts } from '../../../src/prompt/load-prompt.js';
import { noUsage } from '../../../src/protocol/usage.js';

const prompts = createPrompts(join(packageRoot(), 'no-such-folder'));
const large = 'Add a login page, write tests for it, then update the docs and finally deploy to staging';
const unclear = 'refactor the parser, write tests for it and then update the docs';

async function decided(input: string, routing: Routing, reply?: string | Partial<PlannerReply>) {
  let calls = 0;
  const decision = await decideRoute(input, {
    routing,
    prompts,
    async ask() {
      calls++;
      const given = typeof reply === 'string' ? { text: reply } : reply;
      return { text: '', finishReason: 'stop', usage: { ...noUsage, input: 7 }, ...given };
    },
  });
  return { mode: decision.mode, suggestion: decision.suggestion, by: decision.by, calls };
}

test('switched off, every input is taken as it is', async () => {
  expect(await decided(large, 'off')).toEqual({ mode: 'react', suggestion: undefined, by: 'features', calls: 0 });
});

test('suggest never changes the mode and never asks the model; it offers a plan in one line', async () => {
  expect(await decided(large, 'suggest')).toEqual({
    mode: 'react',
    suggestion: 'This looks like several steps (4 things to do, in an order): Alt+P makes a plan of it',
    by: 'features',
    calls: 0,
  });
  expect(await decided(unclear, 'suggest')).toMatchObject({ suggestion: undefined, calls: 0 });
});

test('auto plans what is clear without asking', async () => {
  expect(await decided(large, 'auto')).toMatchObject({ mode: 'plan', by: 'features', calls: 0 });
  expect(await decided('why?', 'auto')).toMatchObject({ mode: 'react', by: 'features', calls: 0 });
});

test('auto asks the model where the features are not sure', async () => {
  const reply = 'So: {"mode":"plan","confidence":0.9,"reason":"three parts"}';
  expect(await decided(unclear, 'auto', reply)).toMatchObject({ mode: 'plan', by: 'model', calls: 1 });
});

test.each<[string, string | Partial<PlannerReply>]>([
  ['low confidence', '{"mode":"plan","confidence":0.6,"reason":"hm"}'],
  ['no JSON', 'plan'],
  ['another mode', '{"mode":"team","confidence":1}'],
  ['a confidence that is none', '{"mode":"plan","confidence":"high"}'],
  ['a failed call', { error: 'gone', text: '{"mode":"plan","confidence":1}' }],
  ['a cut reply', { finishReason: 'length', text: '{"mode":"plan","confidence":1}' }],
])('%s means react', async (_, reply) => {
  expect(await decided(unclear, 'auto', reply)).toMatchObject({ mode: 'react', calls: 1 });
});

test('a plan that takes over a turn has its input for a goal', () => {
  expect(goalFromTurn({ input: ' do it ', steered: ['in C', ' '], calls: [] }, prompts)).toEqual({
    goal: 'do it',
    requirements: ['in C'],
  });
});

test('and is told the last calls of the turn, each on a line', () => {
  const calls = Array.from({ length: 25 }, (_, i) => ({ name: 'read_file', title: `f${i}\n# x`, outcome: 'ok' }));
  const { goal } = goalFromTurn({ input: 'do {done}', steered: [], calls }, prompts);
  const lines = goal.split('\n');
  expect(lines[0]).toBe('do {done}');
  expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(21);
  expect(lines).toContain('- … 5 earlier calls');
  expect(lines.at(-1)).toBe('- read_file f24 # x: ok');
});
