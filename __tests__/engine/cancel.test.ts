// A person stops the turn: while text streams, while a command runs, while a question waits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Reply } from '../../src/provider/script.js';
import { type EngineHarness, engineHarness, modelServers } from '../support/engine-harness.js';
import { frame } from '../support/model-server.js';
import { gone, isAlive } from '../support/processes.js';

const start = engineHarness();
const serve = modelServers();
/** The aim is 200 ms; the rest is room for a busy machine. */
const limitMs = 1000;

/** Cancels and returns how long the turn's end took, ms. */
async function cancel(engine: EngineHarness): Promise<number> {
  const cancelledAt = performance.now();
  const end = engine.next('turn.completed');
  expect(await engine.send({ type: 'turn.cancel' })).toMatchObject({ type: 'command.accepted' });
  expect(await end).toMatchObject({ outcome: 'cancelled' });
  return performance.now() - cancelledAt;
}

const command = (line: string): Reply => ({ calls: [{ name: 'execute_command', arguments: { command: line } }] });

test('a cancelled stream ends at once, keeps what had come, and the next turn is taken', async () => {
  const server = await serve(
    { body: frame({ content: 'Half of an ans' }) + frame({ content: 'wer' }), hangAfter: 10_000 },
    { reply: { text: 'on it' } },
  );
  const engine = start({ server });
  void engine.turn('tell me');
  await engine.waitFor('message.delta');
  expect(await cancel(engine)).toBeLessThan(limitMs);
  const [message] = engine.all('message.completed');
  expect(message).toMatchObject({ partial: true, text: expect.stringContaining('Half of an ans') });
  await engine.waitFor('engine.idle');
  expect((await engine.turn('go on')).end).toMatchObject({ outcome: 'answered', text: 'on it' });
  expect(server.requests[1]?.body.messages.slice(-3)).toMatchObject([
    { role: 'user', content: 'tell me' },
    { role: 'assistant', content: message?.text },
    { role: 'user', content: 'go on' },
  ]);
});

test('a cancelled command is gone with everything it started', async () => {
  const engine = start({
    init: { approvals: 'all' },
    replies: [command('sleep 30 & echo $! > pid; sleep 30; echo late')],
  });
  void engine.turn('wait');
  const pidFile = join(engine.folders.project, 'pid');
  const pid = await waitForPid(pidFile);
  expect(isAlive(pid)).toBe(true);
  expect(await cancel(engine)).toBeLessThan(limitMs);
  await gone(pid);
  expect(engine.all('tool.completed')).toMatchObject([
    { outcome: 'stopped', text: expect.stringContaining('started and stopped by the user') },
  ]);
});

test('a waiting question is withdrawn by the engine and its call counts as not run', async () => {
  const engine = start({ replies: [command('echo x > made.txt')] });
  void engine.turn('go');
  await engine.waitFor('approval.requested');
  expect(await cancel(engine)).toBeLessThan(limitMs);
  expect(engine.all('approval.resolved')).toMatchObject([{ by: 'engine', decision: { kind: 'deny' } }]);
  expect(engine.all('tool.completed')).toMatchObject([{ outcome: 'skipped' }]);
  expect(() => readFileSync(join(engine.folders.project, 'made.txt'))).toThrow('ENOENT');
});

test('a cancel during the question about the step limit asks the model nothing more', async () => {
  const list: Reply = { calls: [{ name: 'list_dir', arguments: {} }] };
  const engine = start({ init: { maxSteps: 1 }, replies: [list] });
  void engine.turn('go');
  await engine.waitFor('approval.requested', ({ request }) => request.subject === 'limit');
  await cancel(engine);
  expect(engine.all('turn.steered')).toEqual([]);
  expect(engine.script().requests).toHaveLength(1);
});

test("a cancel between the provider's tries ends the waiting", async () => {
  const server = await serve({ status: 503, headers: { 'retry-after': '30' }, body: '{}' });
  const engine = start({ server });
  void engine.turn('go');
  await engine.waitFor('notice.raised', ({ text }) => text.includes('trying again'));
  expect(await cancel(engine)).toBeLessThan(limitMs);
});

test('a cancel sent together with the start ends the turn before the model is asked', async () => {
  const engine = start({ replies: [{ text: 'too late' }] });
  const started = engine.send({ type: 'turn.start', input: 'go' });
  expect(await engine.send({ type: 'turn.cancel' })).toMatchObject({ type: 'command.accepted' });
  await started;
  expect(await engine.waitFor('turn.completed')).toMatchObject({ outcome: 'cancelled' });
  expect(engine.script().requests).toEqual([]);
});

test('a cancel when nothing runs is refused', async () => {
  const engine = start();
  expect(await engine.send({ type: 'turn.cancel' })).toMatchObject({
    type: 'command.rejected',
    error: { code: 'conflict' },
  });
});

test('stopping the engine ends the running turn properly and answers the command', async () => {
  const engine = start({ init: { approvals: 'all' }, replies: [command('sleep 30')] });
  void engine.turn('wait');
  await engine.waitFor('tool.called');
  expect(await engine.send({ type: 'engine.stop' })).toMatchObject({ type: 'command.accepted' });
  await engine.engine.stopped;
  expect(engine.all('turn.completed')).toMatchObject([{ outcome: 'cancelled' }]);
});

async function waitForPid(file: string): Promise<number> {
  const deadline = performance.now() + 5000;
  while (performance.now() < deadline) {
    try {
      const pid = Number(readFileSync(file, 'utf8'));
      if (pid > 0) return pid;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the command did not start');
}
