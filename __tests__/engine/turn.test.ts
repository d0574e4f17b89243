// A whole turn on a small project, and how approvals steer it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Reply } from '../../src/provider/script.js';
import { engineHarness } from '../support/engine-harness.js';

const start = engineHarness();

const project = {
  'package.json': '{ "name": "sums", "type": "module" }\n',
  'src/sum.js': 'export function sum(numbers) {\n  return numbers.reduce((a, b) => a - b, 0);\n}\n',
  'test/sum.test.js':
    "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from '../src/sum.js';\ntest('adds', () => assert.equal(sum([1, 2]), 3));\n",
};
const run = (command: string): Reply => ({ calls: [{ name: 'execute_command', arguments: { command } }] });
const edit: Reply = {
  calls: [{ name: 'edit_file', arguments: { path: 'src/sum.js', edits: [{ old: 'a - b', new: 'a + b' }] } }],
};
const usage = { input: 1000, output: 20 };

test('a failing test of a real project is found, mended and seen to pass; the file changes only after the answer', async () => {
  const engine = start({
    files: project,
    replies: [
      { text: 'I look at the test.', ...run('node --test test/'), usage },
      {
        calls: [
          { name: 'grep_code', arguments: { pattern: 'reduce' } },
          { name: 'read_file', arguments: { path: 'src/sum.js' } },
        ],
        usage,
      },
      { ...edit, usage },
      { ...run('node --test test/'), usage },
      { text: 'It subtracted; now it adds, and the test passes.', usage },
    ],
  });
  const source = join(engine.folders.project, 'src/sum.js');
  const seenWhenAsked: string[] = [];
  engine.answerApprovals(() => {
    seenWhenAsked.push(readFileSync(source, 'utf8').includes('a + b') ? 'changed' : 'as it was');
    return { kind: 'once' };
  });

  const { end } = await engine.turn('mend the failing test');

  expect(end).toMatchObject({ type: 'turn.completed', outcome: 'answered', steps: 5 });
  expect(end.usage).toMatchObject({ input: 5000, output: 100, estimated: false });
  expect(seenWhenAsked).toEqual(['as it was', 'as it was', 'changed']);
  const resultsOf = (name: string) => {
    const ids = engine.all('tool.called').flatMap((call) => (call.name === name ? [call.callId] : []));
    return ids.map((id) => engine.all('tool.completed').find(({ callId }) => callId === id));
  };
  const [firstRun, secondRun] = resultsOf('execute_command');
  expect(firstRun).toMatchObject({ outcome: 'failed', text: expect.stringContaining('exit code 1') });
  expect(resultsOf('grep_code')[0]).toMatchObject({ outcome: 'ok', text: expect.stringContaining('src/sum.js:2: ') });
  expect(resultsOf('read_file')[0]).toMatchObject({ outcome: 'ok', text: expect.stringContaining('a - b') });
  expect(resultsOf('edit_file')[0]?.display).toMatchObject([
    { kind: 'diff', path: 'src/sum.js', added: 1, removed: 1 },
  ]);
  expect(secondRun).toMatchObject({ outcome: 'ok', text: expect.stringContaining('pass 1') });
  expect(engine.all('approval.requested').map(({ request }) => request.toolName)).toEqual([
    'execute_command',
    'edit_file',
    'execute_command',
  ]);
  expect(readFileSync(source, 'utf8')).toContain('a + b');
  engine.script().assertFinished();
});

test('a denial reaches the model with its reason, and nothing is changed', async () => {
  const engine = start({
    files: project,
    replies: [
      { calls: [{ name: 'read_file', arguments: { path: 'src/sum.js' } }] },
      edit,
      { text: 'Then I leave it.' },
    ],
  });
  engine.answerApprovals(() => ({ kind: 'deny', reason: 'that file is generated' }));
  const { end } = await engine.turn('change it');
  expect(end).toMatchObject({ outcome: 'answered', text: 'Then I leave it.' });
  expect(engine.all('tool.completed').at(-1)).toMatchObject({
    outcome: 'denied',
    text: expect.stringContaining('that file is generated'),
  });
  expect(engine.script().requests[2]?.messages.at(-1)).toMatchObject({
    role: 'tool',
    text: expect.stringContaining('that file is generated'),
  });
  expect(readFileSync(join(engine.folders.project, 'src/sum.js'), 'utf8')).toContain('a - b');
});

test('"this thread" answers the second equal call without a question, in later turns too', async () => {
  const engine = start({
    replies: [run('echo one'), { text: 'ok' }, run('echo one'), run('echo two'), { text: 'ok' }],
  });
  engine.answerApprovals(({ threadRule }) => (threadRule ? { kind: 'thread' } : { kind: 'once' }));
  await engine.turn('first');
  await engine.turn('second');
  expect(engine.all('approval.requested').map(({ request }) => request.title)).toEqual([
    'execute_command echo one',
    'execute_command echo two',
  ]);
  expect(engine.all('tool.completed').map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
});

test('a question is answered once: the second answer is refused', async () => {
  const engine = start({ replies: [run('echo one'), { text: 'ok' }] });
  const turn = engine.turn('go');
  const { request } = await engine.waitFor('approval.requested');
  const answer = { type: 'approval.answer', approvalId: request.approvalId, decision: { kind: 'once' } } as const;
  expect(await engine.send(answer)).toMatchObject({ type: 'command.accepted' });
  expect(await engine.send(answer)).toMatchObject({ type: 'command.rejected', error: { code: 'not-found' } });
  await turn;
});

test('the approval level can be changed while a turn runs and holds from the next call on', async () => {
  const engine = start({ replies: [run('echo one'), run('echo two'), { text: 'ok' }] });
  const turn = engine.turn('go');
  const { request } = await engine.waitFor('approval.requested');
  expect(await engine.send({ type: 'settings.change', approvals: 'all' })).toMatchObject({ type: 'command.accepted' });
  await engine.waitFor('settings.changed', ({ approvals }) => approvals === 'all');
  await engine.send({ type: 'approval.answer', approvalId: request.approvalId, decision: { kind: 'once' } });
  await turn;
  expect(engine.all('approval.requested')).toHaveLength(1);
  expect(engine.all('tool.completed')).toHaveLength(2);
});

test('without anybody to ask, what needs asking is denied and the turn goes on', async () => {
  const engine = start({ init: { interactive: false }, replies: [run('echo one'), { text: 'I could not.' }] });
  const { end } = await engine.turn('go');
  expect(end).toMatchObject({ outcome: 'answered' });
  expect(engine.all('approval.requested')).toEqual([]);
  expect(engine.all('tool.completed')).toMatchObject([
    { outcome: 'denied', text: expect.stringContaining('no terminal to ask at') },
  ]);
});
