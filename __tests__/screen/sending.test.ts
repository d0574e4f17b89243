import { describe, expect, test } from '@jest/globals';
import type { Command } from '../../src/protocol/command.js';
import { openIdle, openWorking } from '../support/open-app.js';
import { openHandFed } from '../support/screen-app.js';

const start = (input: string): Command => ({ type: 'turn.start', input });

describe('sending', () => {
  test('Enter sends the draft and empties the box', async () => {
    const app = await openIdle();
    await app.type('hello there');
    await app.press('enter');
    expect(app.engine.commands).toEqual([start('hello there')]);
    expect(app.screenText()).not.toContain('hello there');
  });

  test('Enter on nothing or on blanks sends nothing', async () => {
    const app = await openIdle();
    await app.press('enter');
    await app.type('  ');
    await app.press('enter');
    expect(app.engine.commands).toEqual([]);
  });

  test.each(['shift+enter', 'alt+enter', 'ctrl+j'])('%s makes a new line', async (key) => {
    const app = await openIdle();
    await app.type('one');
    await app.press(key);
    await app.type('two');
    await app.press('enter');
    expect(app.engine.commands).toEqual([start('one\ntwo')]);
  });

  test('a backslash before Enter makes a new line', async () => {
    const app = await openIdle();
    await app.type('one\\');
    await app.press('enter');
    await app.type('two');
    await app.press('enter');
    expect(app.engine.commands).toEqual([start('one\ntwo')]);
  });

  test('Enter while a turn runs sends too, for the engine to queue', async () => {
    const app = await openWorking();
    await app.type('next thing');
    await app.press('enter');
    expect(app.engine.commands).toEqual([start('next thing')]);
    app.engine.emit({ type: 'queue.changed', items: [{ itemId: 'q1', text: 'next thing' }] });
    await app.waitForText('queued next thing');
  });

  test('Ctrl+S steers the running turn', async () => {
    const app = await openWorking();
    await app.type('be brief');
    await app.press('ctrl+s');
    expect(app.engine.commands).toEqual([{ type: 'turn.steer', text: 'be brief' }]);
    expect(app.screenText()).toContain('goes to the model before its next step');
  });

  test('Ctrl+S starts a turn when none runs', async () => {
    const app = await openIdle();
    await app.type('hello');
    await app.press('ctrl+s');
    expect(app.engine.commands).toEqual([start('hello')]);
  });

  test('Alt+Up takes the newest queued message back once, before the draft', async () => {
    const app = await openWorking();
    app.engine.emit({
      type: 'queue.changed',
      items: [
        { itemId: 'q1', text: 'first' },
        { itemId: 'q2', text: 'second' },
      ],
    });
    await app.waitForText('queued second');
    await app.type('draft');
    await app.press('alt+up', 'alt+up', 'alt+up');
    expect(app.engine.commands).toEqual([
      { type: 'queue.remove', itemId: 'q2' },
      { type: 'queue.remove', itemId: 'q1' },
    ]);
    app.engine.emit({ type: 'queue.changed', items: [] });
    await app.waitFor((screen) => !screen.includes('queued'));
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toEqual(start('first\nsecond\ndraft'));
  });

  test('the first message of the command line is sent without a key', async () => {
    const app = await openHandFed({ firstInput: 'fix the test', opening: { kind: 'latest' } });
    const opening = { type: 'thread.open', which: 'latest' };
    expect(app.engine.commands).toEqual([opening]);
    app.engine.acceptNewest();
    await app.settle();
    expect(app.engine.commands).toEqual([opening, start('fix the test')]);
  });

  test('the first message of the command line is a draft when its thread could not be opened', async () => {
    const app = await openHandFed({ firstInput: 'fix the test', opening: { kind: 'latest' } });
    app.engine.rejectNewest('there is no earlier thread');
    await app.waitForText('fix the test');
    expect(app.engine.commands).toHaveLength(1);
  });
});

describe('TU-06 a paste', () => {
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at + 1}`).join('\n');

  test('of many lines is one draft, folded, and one message', async () => {
    const app = await openIdle();
    await app.paste(lines);
    expect(app.engine.commands).toEqual([]);
    expect(app.screenText()).toContain('[pasted 500 lines]');
    await app.press('enter');
    expect(app.engine.commands).toEqual([start(lines)]);
  });

  test('of a few lines stays as it is, also while a turn runs', async () => {
    const app = await openWorking();
    await app.paste('one\r\ntwo\r\nthree\r\n');
    expect(app.engine.commands).toEqual([]);
    expect(app.screenText()).toContain('│ three');
    await app.press('enter');
    expect(app.engine.commands).toEqual([start('one\ntwo\nthree\n')]);
  });

  test.each(['/exit now', '!rm -rf .'])('that begins with %j is a message', async (text) => {
    const app = await openIdle();
    await app.paste(text);
    await app.press('enter');
    expect(app.engine.commands).toEqual([start(text)]);
    expect(app.exited()).toBeUndefined();
  });

  test('goes into the draft from any panel', async () => {
    const app = await openIdle();
    await app.press('alt+1');
    await app.paste('from the clipboard');
    await app.type('!');
    expect(app.screenText()).toContain('from the clipboard!');
  });
});

describe('slash commands', () => {
  test('unknown ones are refused with the nearest name and never sent', async () => {
    const app = await openIdle();
    await app.type('/halp me');
    await app.press('enter');
    expect(app.screenText()).toContain('there is no command /halp; did you mean /help?');
    expect(app.screenText()).toContain('/halp me');
    await app.press('ctrl+s');
    expect(app.engine.commands).toEqual([]);
  });

  test('one taken back from the queue is a message, as it was before', async () => {
    const app = await openWorking();
    app.engine.emit({ type: 'queue.changed', items: [{ itemId: 'q1', text: '/exit the loop' }] });
    await app.waitForText('queued');
    await app.press('alt+up', 'enter');
    expect(app.engine.commands.at(-1)).toEqual(start('/exit the loop'));
  });

  test.each<[string, Command]>([
    ['/clear', { type: 'thread.open', which: 'new' }],
    ['/resume abc', { type: 'thread.open', which: { threadId: 'abc' } }],
    ['/cancel', { type: 'turn.cancel' }],
    ['/approvals edits', { type: 'settings.change', approvals: 'edits' }],
    ['/hitl on', { type: 'settings.change', approvals: 'ask' }],
    ['/hitl off', { type: 'settings.change', approvals: 'all' }],
    ['/model glm-5', { type: 'settings.change', model: 'glm-5' }],
  ])('%s becomes a command', async (line, command) => {
    const app = await openIdle();
    await app.type(line);
    await app.press('enter');
    expect(app.engine.commands).toEqual([command]);
  });

  test.each(['/approvals sometimes', '/hitl maybe'])('%s is refused with what it takes', async (line) => {
    const app = await openIdle();
    await app.type(line);
    await app.press('enter');
    expect(app.screenText()).toContain(' takes ');
    expect(app.engine.commands).toEqual([]);
  });

  test('/approvals alone opens the levels to choose from', async () => {
    const app = await openIdle();
    await app.type('/approvals');
    await app.press('enter', 'down', 'enter');
    expect(app.engine.commands).toEqual([{ type: 'settings.change', approvals: 'edits' }]);
  });

  test('/resume opens the threads, and Enter goes on with one', async () => {
    const app = await openIdle();
    await app.type('/resume');
    await app.press('enter');
    const thread = { threadId: 't-2', title: 'older', cwd: '/x', createdAt: 0, updatedAt: 0, turns: 2 };
    app.engine.answerQuery({ kind: 'threads', threads: [thread] });
    await app.waitForText('older');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'thread.open', which: { threadId: 't-2' } });
    expect(app.screenText()).not.toContain('older');
  });

  test('/help and F1 open help with a draft too, ? only without', async () => {
    const app = await openIdle();
    await app.type('/help');
    await app.press('enter');
    expect(app.screenText()).toContain('Esc closes');
    await app.press('escape');
    await app.press('?');
    expect(app.screenText()).toContain('Esc closes');
    await app.press('q');
    await app.type('why?');
    expect(app.screenText()).not.toContain('Esc closes');
    expect(app.screenText()).toContain('why?');
    await app.press('f1');
    expect(app.screenText()).toContain('Esc closes');
  });

  test('/exit quits', async () => {
    const app = await openIdle();
    await app.type('/exit');
    await app.press('enter');
    expect(await app.exitCode).toBe(0);
  });
});
