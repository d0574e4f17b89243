// Answers to the engine's questions beyond yes and no, through the real engine: its log, its files, its audit.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ApprovalDecision } from '../../src/protocol/approval.js';
import { engineHarness } from '../support/engine-harness.js';

const start = engineHarness();
const command = (line: string) => ({ calls: [{ name: 'execute_command', arguments: { command: line } }] });
const ask = { name: 'ask_user', arguments: { question: 'Tabs or blanks?', choices: ['tabs', 'blanks'] } };

test('a changed command runs in place of the other; the log keeps both, the audit says so', async () => {
  const harness = start({ replies: [command('touch one'), { text: 'done' }] });
  const answers: ApprovalDecision[] = [{ kind: 'edit', text: 'touch two' }, { kind: 'once' }];
  harness.answerApprovals(() => answers.shift());
  const { end } = await harness.turn('go');
  expect(end).toMatchObject({ outcome: 'answered' });
  const { project, home } = harness.folders;
  expect([existsSync(join(project, 'one')), existsSync(join(project, 'two'))]).toEqual([false, true]);
  expect(harness.all('tool.called').map(({ arguments: args }) => args)).toEqual(['{"command":"touch one"}']);
  expect(harness.all('approval.requested').map(({ request }) => [request.title, request.changed])).toEqual([
    ['execute_command touch one', undefined],
    ['execute_command touch two', true],
  ]);
  expect(harness.all('tool.completed')).toMatchObject([
    { outcome: 'ok', text: expect.stringContaining('In its place: touch two]') },
  ]);
  const audit = readFileSync(join(home, 'audit', 'audit.jsonl'), 'utf8')
    .trim()
    .split('\n');
  expect(JSON.parse(audit.at(-1)!)).toMatchObject({
    by: 'user',
    arguments: { command: 'touch one' },
    changedTo: { command: 'touch two' },
  });
});

test('a change to what is refused at every level is refused', async () => {
  const harness = start({ replies: [command('touch one'), { text: 'done' }] });
  harness.answerApprovals(() => ({ kind: 'edit', text: 'sudo touch one' }));
  await harness.turn('go');
  expect(harness.all('tool.completed')).toMatchObject([{ outcome: 'denied' }]);
});

test.each(['never', 'all'] as const)('the model may ask at the level "%s", and reads the answer', async (approvals) => {
  const harness = start({ replies: [{ calls: [ask] }, { text: 'done' }], init: { approvals } });
  harness.answerApprovals(({ subject, choices }) =>
    subject === 'question' ? { kind: 'answer', text: choices?.[1] ?? '' } : undefined,
  );
  await harness.turn('go');
  expect(harness.all('approval.requested')).toMatchObject([
    { request: { subject: 'question', toolName: 'ask_user', title: 'Tabs or blanks?', choices: ['tabs', 'blanks'] } },
  ]);
  expect(harness.all('tool.completed')).toMatchObject([{ outcome: 'ok', text: 'The user answered: blanks' }]);
});

test('a question that nobody can be asked is no question, and the turn goes on', async () => {
  const harness = start({ replies: [{ calls: [ask] }, { text: 'blanks, I assume' }], init: { interactive: false } });
  const { end } = await harness.turn('go');
  expect(end).toMatchObject({ outcome: 'answered', text: 'blanks, I assume' });
  expect(harness.all('approval.requested')).toEqual([]);
  expect(harness.all('tool.completed')).toMatchObject([
    { outcome: 'failed', text: expect.stringContaining('Go on with the best assumption') },
  ]);
});

test('stopping the turn takes a question back', async () => {
  const harness = start({ replies: [{ calls: [ask] }] });
  await harness.send({ type: 'turn.start', input: 'go' });
  await harness.waitFor('approval.requested');
  await harness.send({ type: 'turn.cancel' });
  await harness.waitFor('turn.completed');
  expect(harness.all('approval.resolved')).toMatchObject([{ by: 'engine' }]);
  expect(harness.all('tool.completed')).toMatchObject([{ outcome: 'skipped' }]);
});
