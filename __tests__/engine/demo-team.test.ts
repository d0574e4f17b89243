// The demo in team mode: three workers, one task sent back and mended, one approval.
import { expect, test } from '@jest/globals';
import { demoPlanReply } from '../../src/provider/demo-plan.js';
import { demoProject } from '../../src/provider/demo-project.js';
import { engineHarness } from '../support/engine-harness.js';
import { windowedModel } from '../support/windowed-model.js';

const start = engineHarness();

test('the demo team reads with three workers, mends what the reviewer sends back, and its tests pass', async () => {
  const { model } = windowedModel({
    window: 100_000,
    reply: (request) => ({ ...(demoPlanReply(request) ?? { text: 'not in my part' }), pauseMs: 0 }),
  });
  const engine = start({ model, files: demoProject });
  const asked: string[] = [];
  engine.answerApprovals(({ toolName = '' }) => {
    asked.push(toolName);
    return { kind: 'once' };
  });
  await engine.send({ type: 'turn.start', input: 'fix the tests', mode: 'team' });
  const { plan } = await engine.waitFor('plan.proposed');
  await engine.send({ type: 'plan.answer', planId: plan.planId, answer: { kind: 'run' } });
  const end = await engine.waitFor('turn.completed');
  expect(engine.all('plan.completed')).toMatchObject([
    { status: 'COMPLETED', team: { workers: 3, retries: 1, warnings: 0 } },
  ]);
  expect(engine.all('review.completed').filter(({ approved }) => !approved)).toMatchObject([{ taskId: 'task_5' }]);
  expect(asked).toContain('edit_file');
  expect(end.text).toContain('All tests pass');
});
