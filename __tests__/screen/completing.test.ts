import { describe, expect, test } from '@jest/globals';
import type { Command } from '../../src/protocol/command.js';
import { expectGolden } from '../support/golden.js';
import { openIdle, openWorking } from '../support/open-app.js';

const asked = (text: string): Command => ({ type: 'query.ask', query: { kind: 'files', text, limit: 50 } });
const files = (text: string, ...paths: string[]) => ({ kind: 'files', text, files: paths }) as const;

describe('a path after @', () => {
  test('is asked of the engine, shown above the message and taken with Tab', async () => {
    const app = await openIdle();
    await app.type('see @dat');
    expect(app.engine.commands[0]).toEqual(asked(''));
    app.engine.answerQuery(files('', 'README.md'));
    await app.settle();
    expect(app.engine.commands.at(-1)).toEqual(asked('dat'));
    expect(app.screenText()).not.toContain('README.md');
    app.engine.answerQuery(files('dat', 'src/date.ts', 'src/data.ts'));
    await app.waitForText('› src/date.ts');
    await app.press('tab');
    expect(app.screenText()).toContain('│ see @src/date.ts ');
    expect(app.screenText()).not.toContain('Files ─ Tab');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: 'see @src/date.ts ' });
  });

  test('arrows choose, Enter takes, and neither sends', async () => {
    const app = await openIdle();
    await app.type('@d');
    app.engine.answerQuery(files('', 'a'));
    await app.settle();
    app.engine.answerQuery(files('d', 'src/date.ts', 'src/data.ts'));
    await app.waitForText('› src/date.ts');
    await app.press('down');
    expect(app.screenText()).toContain('› src/data.ts');
    await app.press('down', 'up', 'enter');
    expect(app.screenText()).toContain('│ @src/data.ts ');
    expect(app.engine.commands.some(({ type }) => type === 'turn.start')).toBe(false);
  });

  test('Esc closes the list and does not stop the turn; the next one does', async () => {
    const app = await openWorking();
    await app.type('@');
    app.engine.answerQuery(files('', 'src/date.ts'));
    await app.waitForText('src/date.ts');
    await app.press('escape');
    expect(app.screenText()).not.toContain('Esc closes');
    expect(app.engine.commands.some(({ type }) => type === 'turn.cancel')).toBe(false);
    await app.type('x');
    expect(app.screenText()).not.toContain('Esc closes');
    await app.press('escape');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.cancel' });
  });

  test('that is written out is sent by Enter', async () => {
    const app = await openIdle();
    await app.send('@a.ts');
    app.engine.answerQuery(files('a.ts', 'a.ts', 'b/a.ts'));
    await app.waitForText('› a.ts');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: '@a.ts' });
  });

  test('an answer that comes too late shows nothing', async () => {
    const app = await openIdle();
    await app.send('@a');
    await app.type(' ');
    app.engine.answerQuery(files('a', 'a.ts'));
    await app.settle();
    expect(app.screenText()).not.toContain('a.ts');
  });

  test('an address has no list, and a paste asks for nothing', async () => {
    const app = await openIdle();
    await app.type('ada@example');
    await app.paste(' @src');
    expect(app.engine.commands).toEqual([]);
    await app.press('tab');
    expect(app.engine.commands).toEqual([asked('src')]);
  });
});

describe('a slash command', () => {
  test('is completed from the table, with what it does', async () => {
    const app = await openIdle();
    await app.type('/hi');
    expect(app.screenText()).toContain('› /hitl on|off');
    expect(app.screenText()).toContain('on: approvals ask; off: approvals all');
    await app.press('tab');
    expect(app.screenText()).toContain('│ /hitl ');
    expect(app.screenText()).toMatch(/│ {3}on +│\n.*│ {3}off/);
    await app.press('down', 'down', 'enter');
    expect(app.screenText()).toContain('│ /hitl off');
    await app.press('enter');
    expect(app.engine.commands).toEqual([{ type: 'settings.change', approvals: 'all' }]);
  });

  test('that is written out is run by Enter', async () => {
    const app = await openIdle();
    await app.type('/clear');
    await app.press('enter');
    expect(app.engine.commands).toEqual([{ type: 'thread.open', which: 'new' }]);
  });

  test('nothing is chosen for somebody who has not begun to choose', async () => {
    const app = await openIdle();
    await app.type('/approvals ');
    await app.press('enter');
    await app.waitForText('What runs without asking');
  });

  test('recalling one from the history opens no list', async () => {
    const app = await openIdle();
    await app.type('/cance');
    await app.press('enter', 'enter', 'up', 'up');
    expect(app.screenText()).not.toContain('Tab takes');
  });
});

test('the list stands above the message and covers nothing else for good', async () => {
  const app = await openIdle();
  await app.send('look at @dat');
  app.engine.answerQuery(files('dat', 'src/date.ts', 'test/date.test.ts', 'docs/日期.md'));
  await app.waitForText('日期');
  expectGolden('screen/completing-80x24', app.screenText());
});

test.each([
  [40, 10],
  [20, 5],
])('at %i by %i the list stands where there is room, and keys work all the same', async (cols, rows) => {
  const app = await openIdle();
  app.terminal.resize(cols, rows);
  await app.type('/hel');
  await app.press('tab', 'enter');
  await app.waitForText('Esc closes');
});
