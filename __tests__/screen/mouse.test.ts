// The mouse: off unless it is asked for (TU-15), and what it does when it is on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type AppInHand, openIdle } from '../support/open-app.js';
import { openHandFed, type ScreenOptions } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';
import { longTalk, question, readyIn, turnStarted } from '../support/thread-events.js';

const tempFolder = tempFolders();
const mouseModes = /\x1b\[\?100[0236][hl]/g;

/** A report as terminals send it; cells from 0. */
const report = (button: number, x: number, y: number, end = 'M') => `\x1b[<${button};${x + 1};${y + 1}${end}`;
const click = (app: AppInHand, x: number, y: number) => app.send(report(0, x, y) + report(0, x, y, 'm'));
const wheel = (app: AppInHand, up: boolean, x: number, y: number) => app.send(report(up ? 64 : 65, x, y));

async function openWithFiles(options: ScreenOptions = {}): Promise<AppInHand> {
  const folder = tempFolder();
  for (const path of ['src/one.ts', 'a.txt', 'b.txt']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  const app = await openHandFed({ cols: 120, rows: 24, mouse: true, ...options });
  app.engine.emit(readyIn(folder), { type: 'thread.opened', title: '', cwd: folder });
  app.engine.emit(turnStarted('go'), ...longTalk(30));
  await app.waitForText('a.txt');
  await app.waitForText('answer number 30');
  return app;
}

test('off: no mouse code is ever written, and the keyboard scrolls, TU-15', async () => {
  const app = await openIdle({}, turnStarted('go'), ...longTalk(30));
  await app.waitForText('answer number 30');
  await app.press('pageup', 'alt+1', 'z', 'escape', 'f1', 'escape');
  expect(app.screenText()).not.toContain('answer number 30');
  await app.press('alt+0', 'ctrl+d');
  await app.exitCode;
  expect(app.terminal.takeOutput()).not.toMatch(mouseModes);
});

test('/mouse switches at once, both ways, and help says how it stands, TU-15', async () => {
  const app = await openIdle({ rows: 24 });
  app.terminal.takeOutput();
  await app.type('/mouse on');
  await app.press('escape', 'enter');
  expect(app.terminal.takeOutput().match(mouseModes)).toEqual(['\x1b[?1000h', '\x1b[?1002h', '\x1b[?1006h']);
  await app.press('f1', 'G');
  expect(app.screenText()).toContain('on (/mouse off)');
  await app.press('escape');
  await app.type('/mouse off');
  await app.press('escape', 'enter');
  expect(app.terminal.takeOutput().match(mouseModes)).toEqual(['\x1b[?1006l', '\x1b[?1002l', '\x1b[?1000l']);
  await app.press('f1', 'G');
  expect(app.screenText()).toContain('off (/mouse on)');
});

test('what the terminal reports while it is off does nothing', async () => {
  const app = await openWithFiles({ mouse: false });
  const before = app.screenText();
  await wheel(app, true, 5, 5);
  await click(app, 110, 3);
  expect(app.screenText()).toBe(before);
});

test('the wheel scrolls what is under it', async () => {
  const app = await openWithFiles();
  await wheel(app, true, 5, 5);
  expect(app.screenText()).not.toContain('answer number 30');
  await wheel(app, false, 5, 5);
  expect(app.screenText()).toContain('answer number 30');
});

test('a click focuses, and selects a block', async () => {
  const app = await openWithFiles();
  await click(app, 20, 5);
  expect(app.terminal.row(5)).toMatch(/^│▌/);
  await click(app, 20, 20);
  await app.type('typed');
  expect(app.screenText()).toContain('typed');
});

test('a click on a folder opens it, on a file selects it', async () => {
  const app = await openWithFiles();
  const rowOf = (text: string) =>
    app
      .screenText()
      .split('\n')
      .findIndex((row) => row.includes(text));
  await click(app, 90, rowOf('▸ src'));
  await app.waitForText('one.ts');
  await click(app, 90, rowOf('b.txt'));
  await app.press('enter');
  expect(app.screenText()).toContain('@b.txt');
});

test('the border between conversation and files is dragged, and stays', async () => {
  const app = await openWithFiles();
  const border = () => app.terminal.row(0).indexOf('╮');
  expect(border()).toBe(81);
  await app.send(report(0, 82, 4) + report(32, 70, 4) + report(32, 61, 9) + report(0, 61, 9, 'm'));
  expect(border()).toBe(60);
  await app.send(report(35, 20, 9));
  expect(border()).toBe(60);
  await app.press('ctrl+\\', 'ctrl+\\');
  expect(border()).toBe(60);
  app.terminal.resize(160, 24);
  await app.waitFor(() => border() === 80);
});

test('a question is not answered by it, nor left', async () => {
  const app = await openWithFiles();
  app.engine.emit(...question('a1', 'npm install left-pad'));
  await app.waitForText('Approve?');
  app.clock.advance(1000);
  const before = app.screenText();
  for (let y = 0; y < 24; y++) await click(app, 20, y);
  expect(app.screenText()).toBe(before);
  expect(app.engine.commands).toEqual([]);
});
