// Commands in the background: they outlive a turn and its cancel, end with their thread, and the model learns of their end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Reply } from '../../src/provider/script.js';
import { type EngineHarness, engineHarness } from '../support/engine-harness.js';
import { gone, isAlive } from '../support/processes.js';

const start = engineHarness();
const inBackground = (command: string): Reply => ({
  calls: [{ name: 'execute_command', arguments: { command, background: true } }],
});
const call = (name: string, args: Record<string, unknown>): Reply => ({ calls: [{ name, arguments: args }] });
const server = 'echo $$ > pid; echo up; sleep 381';

/** The process that `server` left its number of. */
async function pidOf(engine: EngineHarness): Promise<number> {
  const file = join(engine.folders.project, 'pid');
  for (let n = 0; n < 500; n++) {
    try {
      const pid = Number(readFileSync(file, 'utf8'));
      if (pid > 0) return pid;
    } catch {
      // not written yet
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not start');
}
const lastResult = (engine: EngineHarness) => engine.all('tool.completed').at(-1)!;
const idIn = (engine: EngineHarness) => /bg-[0-9a-f]{4}/.exec(lastResult(engine).text)![0];

test('the call returns at once with an id, and the question said that it runs in the background', async () => {
  const engine = start({ replies: [inBackground(server), { text: 'It is up.' }] });
  engine.answerApprovals(() => ({ kind: 'once' }));
  await engine.turn('serve');
  const { request } = await engine.waitFor('approval.requested');
  expect(request.title).toContain('(in the background)');
  expect(request.notes).toEqual([expect.stringContaining('in the background'), 'runs without a sandbox']);
  expect(lastResult(engine)).toMatchObject({ outcome: 'ok', display: [{ kind: 'command', command: server }, {}] });
  expect(isAlive(await pidOf(engine))).toBe(true);
});

test('a cancel ends the turn and not the command; the end of the program ends it', async () => {
  const waits = call('execute_command', { command: 'sleep 382' });
  const engine = start({ init: { approvals: 'all' }, replies: [inBackground(server), waits] });
  await engine.send({ type: 'turn.start', input: 'serve' });
  await engine.waitFor('tool.called', ({ title }) => title === 'sleep 382');
  await engine.send({ type: 'turn.cancel' });
  await engine.waitFor('turn.completed');
  const pid = await pidOf(engine);
  expect(isAlive(pid)).toBe(true);
  await engine.close();
  await gone(pid);
});

test('it ends with its thread, and that is said', async () => {
  const engine = start({ init: { approvals: 'all' }, replies: [inBackground(server), { text: 'up' }] });
  await engine.turn('serve');
  const pid = await pidOf(engine);
  await engine.send({ type: 'thread.open', which: 'new' });
  await engine.waitFor(
    'notice.raised',
    ({ text }) => text === 'A background command of the thread you left ended with it.',
  );
  await gone(pid);
});

test('when it ends by itself the user is told, and the model with its next request', async () => {
  const engine = start({
    init: { approvals: 'all' },
    replies: [inBackground('until [ -e go ]; do sleep 0.01; done; exit 3'), { text: 'started' }, { text: 'I see.' }],
  });
  await engine.turn('build');
  const id = idIn(engine);
  await engine.send({ type: 'shell.run', command: 'touch go' });
  await engine.waitFor('notice.raised', ({ text }) => text.includes(id) && text.includes('(exit 3)'));
  await engine.turn('and?');
  const texts = engine.script().requests[2]!.messages.map(({ text }) => text);
  expect(texts.filter((text) => text.includes(id) && text.includes('has ended: exit code 3'))).toHaveLength(1);
});

test('the model reads what is new, waits for more, and ends it', async () => {
  const replies = [inBackground(server), { text: 'up' }];
  const engine = start({ init: { approvals: 'all' }, replies });
  await engine.turn('serve');
  const id = idIn(engine);
  const pid = await pidOf(engine);
  // Its id is known only now.
  replies.push(
    call('command_output', { id, offset: 0, wait_s: 5 }),
    call('command_output', { id }),
    call('command_output', { id, kill: true }),
    { text: 'done' },
  );
  await engine.turn('look');
  const texts = engine.all('tool.completed').map(({ text }) => text);
  expect(texts.slice(-3)).toEqual([
    expect.stringMatching(/has been running for \d+ s; offset 3\nup$/),
    expect.stringMatching(/has been running for \d+ s; offset 3\n\(no new output\)$/),
    expect.stringMatching(/has ended after \d+ s: killed; offset 3\n\(no more output\)$/),
  ]);
  await gone(pid);
});

test('an id that nobody knows is a failure the model can mend', async () => {
  const replies = [call('command_output', { id: 'bg-0000' }), { text: 'hm' }];
  const engine = start({ replies });
  await engine.turn('look');
  expect(lastResult(engine)).toMatchObject({
    outcome: 'failed',
    text: expect.stringContaining('no background command'),
  });
});
