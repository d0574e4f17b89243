import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { expectGolden } from '../support/golden.js';
import { openHandFed, type ScreenApp } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';
import { called, opened, question, ready, readyIn, turnStarted, workedTurn } from '../support/thread-events.js';

const sizes = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
] as const;
const tempFolder = tempFolders();

function expectPicture(name: string, app: ScreenApp): void {
  const { cols, rows } = app.terminal.terminal;
  expectGolden(`screen/${name}-${cols}x${rows}`, app.screenText());
}

describe.each(sizes)('at $cols x $rows', (size) => {
  test('the start says what to do', async () => {
    const app = await openHandFed(size);
    app.engine.emit(ready, opened);
    await app.waitForText('ready');
    expectPicture('start', app);
  });

  test('the demo says that it is one and how to get a real model', async () => {
    const app = await openHandFed(size);
    app.engine.emit(readyIn('/tmp/paicli-demo', { demo: true, provider: 'demo', model: 'demo' }), {
      ...opened,
      type: 'thread.opened',
      title: '',
      cwd: '/tmp/paicli-demo',
    });
    await app.waitForText('DEMO');
    expectPicture('demo', app);
  });

  test('a conversation shows tools, a diff, the output of a command and the answer', async () => {
    const app = await openHandFed(size);
    app.engine.emit(ready, opened, ...workedTurn);
    await app.waitForText('9 tests pass');
    expectPicture('conversation', app);
  });

  test('a running turn shows what runs, what is queued, and which keys stop it', async () => {
    const app = await openHandFed(size);
    app.engine.emit(
      ready,
      opened,
      turnStarted('look around'),
      { type: 'tool.called', callId: 'c', name: 'execute_command', arguments: '{}', title: 'npm test' },
      { type: 'tool.progress', callId: 'c', text: 'compiling\nrunning 3 tests\n' },
      {
        type: 'queue.changed',
        items: [
          { itemId: 'q1', text: 'then update the\nchangelog' },
          { itemId: 'q2', text: 'and the docs' },
        ],
      },
    );
    await app.waitForText('and the docs');
    await app.type('a draft');
    expectPicture('running', app);
  });

  test('a question shows what will run and the keys that answer it', async () => {
    const app = await openHandFed(size);
    app.engine.emit(ready, opened, turnStarted('add left-pad'), ...question('a1', 'npm install left-pad'));
    await app.waitForText('Approve?');
    expectPicture('approval', app);
  });

  test('help lists keys and commands', async () => {
    const app = await openHandFed(size);
    app.engine.emit(ready, opened);
    await app.waitForText('ready');
    await app.press('f1');
    expectPicture('help', app);
  });

  test('the thread picker shows titles, ages and folders', async () => {
    const app = await openHandFed({ ...size, opening: { kind: 'pick' } });
    app.engine.emit(ready, opened);
    app.engine.answerQuery({
      kind: 'threads',
      threads: [
        summary('thread-a', 'fix the failing date test', app.clock.now - 65_000, 3),
        summary('thread-b', 'explain the build', app.clock.now - 3 * 3_600_000, 1),
      ],
    });
    await app.waitForText('explain the build');
    await app.press('down');
    expectPicture('threads', app);
  });

  test('the end of the engine offers to restart it', async () => {
    const app = await openHandFed(size);
    app.engine.emit(ready, opened, ...workedTurn, {
      type: 'engine.crashed',
      error: {
        code: 'crash',
        message: 'The engine stopped: out of memory',
        hint: 'The conversation is kept; restart the engine to go on.',
      },
    });
    await app.waitForText('Restart the engine');
    expectPicture('crash', app);
  });

  test('the files panel marks what the agent changed', async () => {
    const home = tempFolder();
    const folder = join(home, 'demo');
    mkdirSync(join(folder, 'src'), { recursive: true });
    for (const file of ['src/date.ts', 'src/index.ts', 'package.json']) writeFileSync(join(folder, file), '');
    const app = await openHandFed({ ...size, userHome: home });
    app.engine.emit(readyIn(folder), { type: 'thread.opened', title: '', cwd: folder }, ...workedTurn);
    await app.waitForText('9 tests pass');
    await app.press('alt+3');
    await app.waitForText('package.json');
    await app.press('right');
    await app.waitForText('M date.ts');
    await app.press('left');
    await app.waitForText('▸ src  M');
    await app.press('right', 'down');
    await app.waitForText('M date.ts');
    expectPicture('files', app);
  });
});

const summary = (threadId: string, title: string, updatedAt: number, turns: number) => ({
  threadId,
  title,
  cwd: '/home/ada/code/demo',
  createdAt: updatedAt,
  updatedAt,
  turns,
});

describe('small windows', () => {
  test.each([
    { cols: 40, rows: 10 },
    { cols: 20, rows: 5 },
  ])('$cols x $rows shows conversation, message and status', async (size) => {
    const app = await openHandFed(size);
    app.engine.emit(ready, opened, ...workedTurn);
    await app.waitForText('9 tests pass');
    await app.type('hello');
    expectPicture('small', app);
  });

  test.each([
    { cols: 40, rows: 10 },
    { cols: 20, rows: 5 },
  ])('$cols x $rows shows a question, all of it reachable', async (size) => {
    const app = await openHandFed(size);
    app.engine.emit(ready, opened, turnStarted('go'), ...question('a1', 'npm install left-pad && echo THE-END'));
    await app.waitForText('Approve?');
    let seen = app.screenText();
    expectPicture('small-approval', app);
    for (let i = 0; i < 10; i++) {
      await app.press('down');
      seen += app.screenText();
    }
    for (const part of ['npm install', '-pad', '-END', 'network', 'node_modules']) expect(seen).toContain(part);
    expect(app.screenText()).toMatch(/y a n Tab|y once/);
  });

  test('10 x 3 says in one line that it is too small, and comes back when it grows', async () => {
    const app = await openHandFed({ cols: 10, rows: 3 });
    app.engine.emit(ready, opened);
    await app.waitForText('too small');
    expectPicture('too-small', app);
    app.terminal.resize(80, 24);
    await app.waitForText('Enter sends');
    expectPicture('start', app);
  });
});

test('a long draft grows its box up to a limit and then scrolls in it', async () => {
  const app = await openHandFed({ cols: 80, rows: 24 });
  app.engine.emit(ready, opened, ...workedTurn);
  await app.waitForText('9 tests pass');
  await app.type('one');
  for (const line of ['two', '三', 'four 👍']) {
    await app.press('alt+enter');
    await app.type(line);
  }
  expectPicture('draft', app);
  for (let i = 5; i < 14; i++) {
    await app.press('ctrl+j');
    await app.type(`line ${i}`);
  }
  expectPicture('long-draft', app);
});

test('without colour no colour is sent, and what has the focus is bold', async () => {
  const app = await openHandFed({ color: false });
  app.engine.emit(ready, opened, ...workedTurn, turnStarted('go'), ...question('a1', 'rm -r build'));
  await app.waitForText('Approve?');
  await app.press('escape');
  expect(app.terminal.takeOutput()).not.toMatch(
    /\x1b\[(?:[\d;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8)(?:;[\d;]*)?m/,
  );
  app.engine.emit({ type: 'approval.resolved', approvalId: 'a1', decision: { kind: 'deny' }, by: 'user' });
  await app.waitForText('denied');
  expect(app.terminal.cell(0, 19).isBold()).toBeTruthy();
});

test('--ascii draws everything of its own in ASCII', async () => {
  const app = await openHandFed({ cols: 120, rows: 40, ascii: true });
  app.engine.emit(
    ready,
    opened,
    turnStarted('add left-pad'),
    { type: 'queue.changed', items: [{ itemId: 'q', text: 'next' }] },
    called('r', 'read_file', 'src/date.ts 5–80'),
    called('e', 'edit_file', 'src/date.ts +1 −1'),
    ...question('a1', 'npm install left-pad', { title: 'edit_file src/date.ts +1 −1' }),
    ...question('a2', 'npm test'),
  );
  await app.waitForText('Approve?');
  expectPicture('ascii', app);
  expect(app.screenText()).toMatch(/^[\x20-\x7e\n]*$/);
  app.clock.advance(300);
  await app.press('n');
  app.engine.emit({ type: 'approval.resolved', approvalId: 'a1', decision: { kind: 'deny' }, by: 'user' });
  app.engine.emit({ type: 'approval.resolved', approvalId: 'a2', decision: { kind: 'deny' }, by: 'user' });
  await app.waitFor((screen) => !screen.includes('Approve?'));
  await app.press('alt+1');
  expect(app.screenText()).toMatch(/^[\x20-\x7e\n]*$/);
  await app.press('f1');
  await app.waitForText('Help');
  expect(app.screenText()).toMatch(/^[\x20-\x7e\n]*$/);
});

test('a notice of the start stands below the welcome, not in its place', async () => {
  const app = await openHandFed();
  app.engine.emit(ready, { type: 'notice.raised', level: 'warning', text: 'the config file has an unknown key' });
  await app.waitForText('unknown key');
  expect(app.screenText()).toContain('Enter sends');
});

test('where there is no frame, hints stand in the place of the draft', async () => {
  const app = await openHandFed({ cols: 30, rows: 6 });
  app.engine.emit(ready, opened);
  await app.waitForText('ready');
  await app.press('ctrl+c');
  expect(app.screenText()).toContain('› Press Ctrl+C again to quit');
  await app.type('x');
  expect(app.screenText()).toContain('› x');
});
