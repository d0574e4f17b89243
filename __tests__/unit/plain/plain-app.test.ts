import { PassThrough } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { openPlain } from '../../../src/plain/plain-app.js';
import type { Event } from '../../../src/protocol/event.js';
import { readSlashCommand } from '../../../src/tui/slash-commands.js';
import { appStart, createHandFedEngine } from '../../support/hand-fed-engine.js';
import {
  called,
  completed,
  delta,
  opened,
  question,
  ready,
  resolved,
  said,
  turnCompleted,
  turnStarted,
  workedTurn,
} from '../../support/thread-events.js';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function start(...events: Event[]) {
  const { port, hand } = createHandFedEngine();
  const input = new PassThrough();
  const clock = { now: appStart };
  let written = '';
  let signals: { interrupt(): void; end(exitCode: number): void } | undefined;
  const exitCode = openPlain({
    input,
    output: {
      columns: 80,
      write(text: string) {
        written += text;
        return true;
      },
    },
    startEngine: () => port,
    opening: [],
    readCommand: readSlashCommand,
    help: '/help: the commands\n',
    onSignals: (calls) => {
      signals = calls;
      return () => {};
    },
    now: () => clock.now,
  });
  open.push(() => {
    input.end();
    return exitCode;
  });
  hand.emit(ready, opened, ...events);
  return {
    engine: hand,
    exitCode,
    clock,
    signals: () => signals,
    /** What was written since it was asked last. */
    take() {
      const text = written;
      written = '';
      return text;
    },
    async line(text: string) {
      input.write(`${text}\n`);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a turn is told from top to bottom in words, without escape codes', () => {
  const app = start();
  app.take();
  app.engine.emit(...workedTurn, { type: 'engine.idle' });
  const text = app.take();
  expect(text).not.toMatch(/[\x1b╭│]/);
  expect(text).toContain('You: fix the failing date test\n');
  expect(text).toContain('done: edit_file src/date.ts +1 -1, 31 ms\n');
  expect(text).toContain('  +   return d.getFullYear();\n');
  expect(text).toMatch(/PaiCLI: The test passes now[\s\S]*- 9 tests pass\nMessage: $/);
});

test('what the model says is read out sentence by sentence, and once', () => {
  const app = start(turnStarted('go'), { type: 'step.started', step: 1 });
  app.take();
  app.engine.emit(delta('m', 'One thing. And an'));
  expect(app.take()).toBe('PaiCLI: One thing. ');
  app.engine.emit(delta('m', 'other one. '));
  app.engine.emit(said('m', 'One thing. And another one. '));
  expect(app.take()).toBe('And another one. \n');
});

test('a call that takes its time says so when it begins', () => {
  const app = start(turnStarted('go'), { type: 'step.started', step: 1 });
  app.take();
  app.engine.emit(called('c', 'execute_command', 'npm test'));
  expect(app.take()).toBe('running: execute_command npm test\n');
  app.engine.emit(completed('c', [], 4000));
  expect(app.take()).toBe('done: execute_command npm test, 4.0 s\n');
});

test('a line is a message, and is not told again', async () => {
  const app = start();
  app.take();
  await app.line('hello');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'hello' }]);
  app.engine.emit(turnStarted('hello'));
  expect(app.take()).toBe('');
});

test('a question shows all that will run, and y, a, n or n with a reason answers it', async () => {
  const app = start(turnStarted('go'), ...question('a1', 'npm install left-pad'));
  expect(app.take()).toMatch(
    /Approve\? {2}execute_command npm install left-pad\nnpm install left-pad\nasks because: network.*\ny = once, a = in this thread/,
  );
  app.clock.now += 300;
  await app.line('what?');
  expect(app.take()).toMatch(/^That is no answer\.\ny = once/);
  await app.line('n not now');
  expect(app.engine.commands).toEqual([
    { type: 'approval.answer', approvalId: 'a1', decision: { kind: 'deny', reason: 'not now' } },
  ]);
});

test('a line that was begun before the question is a message, not an answer', async () => {
  const app = start(turnStarted('go'), ...question('a1', 'rm -r build'));
  await app.line('y');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'y' }]);
});

test('the next question is put when the first is answered', async () => {
  const app = start(turnStarted('go'), ...question('a1', 'one'), ...question('a2', 'two'));
  expect(app.take()).toContain('(2 wait)');
  app.clock.now += 300;
  await app.line('y');
  expect(app.take()).toContain('execute_command two');
  app.engine.emit(resolved('a1', 'once'));
  expect(app.take()).toMatch(/^\nallowed once: execute_command one\ny = once,/);
});

test('Ctrl+C stops the turn; without one, twice leaves', async () => {
  const app = start(turnStarted('go'));
  app.signals()?.interrupt();
  expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
  app.engine.emit(turnCompleted());
  app.signals()?.interrupt();
  app.signals()?.interrupt();
  expect(await app.exitCode).toBe(0);
});

test('a signal that ends the program gives its exit code', async () => {
  const app = start();
  app.signals()?.end(143);
  expect(await app.exitCode).toBe(143);
});

test('lists are read out with what to type', async () => {
  const app = start();
  await app.line('/resume');
  app.take();
  const summary = {
    threadId: 'thread-a',
    title: 'fix it',
    cwd: '/x',
    createdAt: 0,
    updatedAt: appStart - 60_000,
    turns: 2,
  };
  app.engine.answerQuery({ kind: 'threads', threads: [summary] });
  expect(app.take()).toBe('fix it (1m 00s ago, 2 turns): /resume thread-a\nMessage: ');
});

test('another thread begins anew', () => {
  const app = start(...workedTurn);
  app.take();
  app.engine.emit({ type: 'thread.opened', title: 'the other one', cwd: '/x' });
  expect(app.take()).toContain('Thread: the other one\n');
});
