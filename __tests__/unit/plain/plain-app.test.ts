import { expect, test } from '@jest/globals';
import { appStart } from '../../support/hand-fed-engine.js';
import { plainApps } from '../../support/plain-app.js';
import {
  called,
  completed,
  delta,
  question,
  resolved,
  said,
  turnCompleted,
  turnStarted,
  workedTurn,
} from '../../support/thread-events.js';

const start = plainApps();

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
  app.engine.emit(resolved('a1', 'once'), completed('call-a1', [], 0));
  expect(app.take()).toMatch(/^\ndone: execute_command one, approved once, 0 ms\ny = once,/);
});

test('a command is changed, hunks are chosen and a rule is saved by words', async () => {
  const alwaysRule = 'run commands that begin with `npm test`';
  const editable = { kind: 'command' as const, text: 'npm test' };
  const app = start(
    turnStarted('go'),
    ...question('a1', 'npm test', { editable }),
    ...question('a2', 'npm test', { alwaysRule }),
    ...question('a3', 'npm test', { hunks: 3 }),
  );
  app.clock.now += 300;
  await app.line('e npm test -- --silent');
  expect(app.take()).toContain(`always = saved for ever: ${alwaysRule}`);
  app.clock.now += 300;
  await app.line('A');
  app.clock.now += 300;
  await app.line('y 1, 3');
  expect(app.engine.commands).toEqual([
    { type: 'approval.answer', approvalId: 'a1', decision: { kind: 'edit', text: 'npm test -- --silent' } },
    { type: 'approval.answer', approvalId: 'a2', decision: { kind: 'thread' } },
    { type: 'approval.answer', approvalId: 'a3', decision: { kind: 'once', hunks: [0, 2] } },
  ]);
});

test('a question of the model is answered with a choice, in own words, or not at all', async () => {
  const asked = { subject: 'question' as const, title: 'Which database?', choices: ['SQLite', 'PostgreSQL'] };
  const asks = (id: string) => question(id, 'x', asked);
  const app = start(turnStarted('go'), ...asks('a1'), ...asks('a2'), ...asks('a3'));
  expect(app.take()).toMatch(/The agent asks[\s\S]*1 = SQLite, 2 = PostgreSQL, or your own answer/);
  for (const line of ['2', 'yes, the old one', '/skip']) {
    app.clock.now += 300;
    await app.line(line);
  }
  expect(app.engine.commands.map((command) => 'decision' in command && command.decision)).toEqual([
    { kind: 'answer', text: 'PostgreSQL' },
    { kind: 'answer', text: 'yes, the old one' },
    { kind: 'deny' },
  ]);
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

const twoTurns = [
  turnStarted('one'),
  said('a', 'First.'),
  turnCompleted(),
  turnStarted('two'),
  said('b', 'Second.'),
  turnCompleted(),
];

test('/undo takes the last turn back, says so, and asks for a message', async () => {
  const app = start(...twoTurns);
  app.take();
  await app.line('/undo');
  expect(app.engine.commands).toEqual([{ type: 'thread.rewind', turns: 1 }]);
  app.engine.emit({ type: 'thread.rewound', fromSeq: 4, turns: 1 });
  app.engine.acceptNewest();
  expect(app.take()).toMatch(/1 turn taken back[\s\S]*\/redo[\s\S]*Message: $/);
});

test('after a rewind what follows is told, and nothing twice', async () => {
  const app = start(...twoTurns);
  app.engine.emit({ type: 'thread.rewound', fromSeq: 1, turns: 2 });
  app.take();
  app.engine.emit(turnStarted('three'), said('c', 'Third.'), turnCompleted());
  const text = app.take();
  expect(text).toContain('You: three\n');
  expect(text).toContain('Third.');
  expect(text).not.toMatch(/First|Second|taken back/);
});

test('/redo says that it is done', async () => {
  const app = start(...twoTurns, { type: 'thread.rewound', fromSeq: 4, turns: 1 });
  app.take();
  await app.line('/redo');
  app.engine.emit({ type: 'thread.restored' });
  app.engine.acceptNewest();
  expect(app.take()).toMatch(/What was taken back is there again.\nMessage: $/);
});

test('/rewind lists the turns with what to type', async () => {
  const app = start(...twoTurns);
  app.take();
  await app.line('/rewind');
  expect(app.take()).toMatch(/two \(\d+s ago\): \/rewind 1\none \(\d+s ago\): \/rewind 2\nMessage: $/);
  await app.line('/rewind 2');
  expect(app.engine.commands).toEqual([{ type: 'thread.rewind', turns: 2 }]);
});

test('/context tells the parts in words', async () => {
  const app = start();
  app.take();
  await app.line('/context');
  app.engine.answerQuery({
    kind: 'context',
    windowTokens: 200_000,
    triggerTokens: 150_000,
    parts: [
      { name: 'system', tokens: 3000 },
      { name: 'history', tokens: 57_000 },
    ],
  });
  const text = app.take();
  expect(text).toContain(
    'About 60k of 200k tokens are used, 30%.\nsystem: about 3k.\nhistory: about 57k.\nfree: about 140k.\n',
  );
  expect(text).toContain('from about 150k on; /compact');
});

test('/usage tells the thread, today, and each model of today', async () => {
  const app = start();
  app.take();
  await app.line('/usage');
  const usage = { input: 2000, output: 300, cached: 500, reasoning: 40, costUsd: 0.5, estimated: false };
  app.engine.answerQuery({ kind: 'usage', turns: [], today: [{ model: 'm', usage }] });
  const spent = '2k tokens in (cached 500), 300 out (reasoning 40), $0.500.';
  expect(app.take()).toContain(`Today: ${spent}\nToday with m: ${spent}\n`);
});

test('while the conversation is being made smaller Ctrl+C stops that', async () => {
  const app = start(...twoTurns);
  await app.line('/compact');
  app.engine.emit({ type: 'context.compacting' });
  app.signals()?.interrupt();
  expect(app.engine.commands).toEqual([{ type: 'context.compact' }, { type: 'turn.cancel' }]);
});
