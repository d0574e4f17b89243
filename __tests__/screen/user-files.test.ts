import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openIdle } from '../support/open-app.js';
import { tempFolders } from '../support/temp-folder.js';

const tempFolder = tempFolders();

function homeWith(files: Record<string, string>): string {
  const home = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

test("keys of the user's own work, and help and palette show them", async () => {
  const home = homeWith({ 'keybindings.json': '{"ctrl+x": "palette.open", "ctrl+p": null, "f1": null, "f5": "fly"}' });
  const app = await openIdle({ paicliHome: home });
  // The fault tells that the file has been read.
  await app.waitForText('no action "fly"');
  await app.press('ctrl+p', 'f1');
  expect(app.screenText()).not.toMatch(/Palette|Help/);
  await app.press('ctrl+x');
  expect(app.screenText()).toContain('Palette');
  await app.type('this help');
  expect(app.screenText()).toMatch(/this help.*\?/);
  await app.press('enter');
  await app.waitForText('Everywhere');
  for (let i = 0; i < 3 && !app.screenText().includes('Ctrl+X'); i++) await app.press('pagedown');
  expect(app.screenText()).toMatch(/Ctrl\+X +the palette/);
});

test('faults and conflicts of keybindings.json are one notice, and the program goes on', async () => {
  const home = homeWith({ 'keybindings.json': '{\n  "ctrl+o": "help.open",\n  "f5": "fly.away"\n}' });
  const app = await openIdle({ paicliHome: home, cols: 200 });
  await app.waitForText('fly.away');
  const screen = app.screenText();
  expect(screen).toContain('keybindings.json:3: f5: there is no action "fly.away"');
  expect(screen).toContain('Ctrl+O (global): help.open takes the place of conversation.expand-all');
  await app.press('ctrl+o');
  expect(app.screenText()).toContain('Help');
});

test('a keybindings.json that is no JSON is one notice with its line', async () => {
  const home = homeWith({ 'keybindings.json': '{\n  "f5" "help.open"\n}' });
  const app = await openIdle({ paicliHome: home, cols: 200 });
  await app.waitForText('keybindings.json:2 is not valid JSON');
});

test("the screen begins in a theme of the user's own, and its faults are told", async () => {
  const home = homeWith({ 'themes/mine.json': '{\n  "title": {"fg": 208},\n  "nonsense": {}\n}' });
  const app = await openIdle({ paicliHome: home, cols: 200, themeName: 'mine' });
  await app.waitForText('mine.json:3: "nonsense" is no role');
  expect(app.terminal.cell(2, 0).getFgColor()).toBe(208);
});

test('NO_COLOR wins over a theme', async () => {
  const app = await openIdle({ color: false, themeName: 'dark' });
  await app.type('/theme light');
  await app.press('enter');
  expect(app.terminal.takeOutput()).not.toMatch(/\x1b\[[\d;]*38;5/);
});
