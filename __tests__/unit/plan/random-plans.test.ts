// A thousand replies as bad planners write them: never a crash, never a plan that cannot be run, always the same again.
import { expect, test } from '@jest/globals';
import { parsePlan } from '../../../src/plan/parse-plan.js';
import { createPlanState, newPlan } from '../../../src/plan/plan-state.js';
import { runPlan } from '../../../src/plan/run-plan.js';
import { problemsOf } from '../../../src/protocol/check-tasks.js';
import type { FinishReason } from '../../../src/protocol/message.js';
import { orderTasks } from '../../../src/protocol/task-graph.js';
import { noUsage } from '../../../src/protocol/usage.js';
import { numbersFrom } from '../../support/seeded.js';

type Random = (below: number) => number;

const count = 1000;
const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]!;

function randomId(random: Random, index: number): unknown {
  return pick<unknown>(random, [
    `task_${index + 1}`,
    `task_${index + 1}`,
    index + 1,
    `${index + 1}`,
    'same',
    null,
    undefined,
    '',
    'a b\u0007',
    { id: index },
    `__proto__`,
    'constructor',
    'x'.repeat(100),
  ]);
}

function randomDependencies(random: Random, size: number): unknown {
  const one = () => 1 + random(size + 1);
  return pick<() => unknown>(random, [
    () => [],
    () => null,
    () => undefined,
    () => [`task_${one()}`],
    () => [one(), one()],
    () => `${one()}, task_${one()}`,
    () => one(),
    () => [`title ${one()}`],
    () => ({ id: one() }),
    () => [''],
    () => true,
    () => '12',
  ])();
}

function randomReply(random: Random): string {
  const size = random(8);
  // Half of them are mild, so that good plans are among them.
  const isMild = random(2) === 0;
  const tasks = Array.from({ length: size }, (_, i) => ({
    id: isMild ? `task_${i + 1}` : randomId(random, i),
    [pick(random, ['title', 'description', 'name'])]: pick(random, [`title ${i + 1}`, `title ${i + 1}`, 'é “x” {y']),
    ...(isMild
      ? { dependencies: i === 0 || random(2) === 0 ? [] : [`task_${1 + random(i)}`] }
      : { [pick(random, ['dependencies', 'depends_on', 'dependsOn', 'deps'])]: randomDependencies(random, size) }),
    ...(random(3) === 0
      ? { type: pick<unknown>(random, ['file_read', 'COMMAND', 'test', isMild ? 'edit' : 'dance']) }
      : {}),
  }));
  const json = JSON.stringify(pick<unknown>(random, [{ tasks }, { summary: 's', tasks }, tasks, { plan: { tasks } }]));
  const wrapped = pick(random, [
    json,
    `\`\`\`json\n${json}\n\`\`\``,
    `Here you are: ${json} [end] {x}`,
    `<think>{"tasks":[]}</think>${json}`,
    `\uFEFF${json.replaceAll('}', ',}')}`,
    `\`\`\`\n${json.slice(0, 20)}\n\`\`\`\n\`\`\`\n${json}\n\`\`\``,
    json.replaceAll('"', '“'),
    `// plan\n${json}`,
  ]);
  return random(6) === 0 ? wrapped.slice(0, random(wrapped.length + 1)) : wrapped;
}

test('a reply gives a plan that can be run, or says what is wrong', () => {
  let plans = 0;
  for (let seed = 1; seed <= count; seed++) {
    const random = numbersFrom(seed);
    const reply = randomReply(random);
    const finishReason = pick<FinishReason>(random, ['stop', 'stop', 'stop', 'none', 'length']);
    const parsed = parsePlan(reply, { finishReason });
    expect(parsePlan(reply, { finishReason })).toEqual(parsed);
    if (parsed.kind === 'problems') {
      expect(parsed.problems.length).toBeGreaterThan(0);
      continue;
    }
    plans++;
    expect(finishReason).not.toBe('length');
    expect(problemsOf(parsed.tasks)).toEqual([]);
    const order = orderTasks(parsed.tasks).ids!;
    const early = parsed.tasks.filter(({ id, dependencies }) =>
      dependencies.some((before) => order.indexOf(before) >= order.indexOf(id)),
    );
    expect(early).toEqual([]);
  }
  // Neither all nor none: otherwise the replies would test nothing.
  expect(plans).toBeGreaterThan(count / 5);
  expect(plans).toBeLessThan((count * 4) / 5);
});

/** Who started when, and how each task ended. */
async function ranWith(seed: number): Promise<{ starts: string[]; ends: string[] }> {
  const random = numbersFrom(seed);
  const size = 1 + random(30);
  const tasks = Array.from({ length: size }, (_, i) => ({
    id: `t${i}`,
    description: 'd',
    type: 'ANALYSIS' as const,
    dependencies: [...new Set(Array.from({ length: random(4) }, () => `t${random(size)}`))].filter(
      (id) => Number(id.slice(1)) < i,
    ),
  }));
  const state = createPlanState(newPlan({ planId: 'p', goal: 'g', summary: '', tasks }), () => undefined, {
    now: () => 0,
  });
  const starts: string[] = [];
  let atOnce = 0;
  state.accept();
  await runPlan({
    state,
    parallel: () => 4,
    signal: new AbortController().signal,
    async runTask(task) {
      if (task.dependencies.some((id) => state.task(id)?.status !== 'COMPLETED')) throw new Error('too early');
      starts.push(task.id);
      if (++atOnce > 4) throw new Error('too many');
      for (let wait = random(5); wait > 0; wait--) await Promise.resolve();
      atOnce--;
      return random(6) === 0
        ? { kind: 'failed', error: 'by chance', transient: false, usage: noUsage }
        : { kind: 'completed', result: 'r', usage: noUsage };
    },
    replan: () => Promise.resolve(undefined),
    afterFailure: () => Promise.resolve('finish'),
    nextControl: () => new Promise(() => undefined),
    started: () => undefined,
  });
  return { starts, ends: state.plan.tasks.map(({ id, status, error }) => `${id} ${status} ${error ?? ''}`) };
}

test('any graph is run to its end: each task once, after its dependencies, and the same way each time', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { starts, ends } = await ranWith(seed);
    expect(new Set(starts).size).toBe(starts.length);
    expect(ends.filter((end) => /PENDING|RUNNING|too/.test(end))).toEqual([]);
    expect(await ranWith(seed)).toEqual({ starts, ends });
  }
});
