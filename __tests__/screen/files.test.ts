import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { HandFedEngine } from '../support/hand-fed-engine.js';
import { openHandFed, type ScreenApp, type ScreenOptions } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';
import { longTalk, readyIn, turnStarted } from '../support/thread-events.js';

const tempFolder = tempFolders();

async function openIn(
  files: string[],
  options: ScreenOptions = { cols: 120, rows: 20 },
): Promise<{ app: ScreenApp & { engine: HandFedEngine }; folder: string }> {
  const folder = tempFolder();
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const app = await openHandFed(options);
  app.engine.emit(readyIn(folder), { type: 'thread.opened', title: '', cwd: folder });
  await app.waitForText('approvals: ask');
  return { app, folder };
}

test('the tree follows what happens in the folder, also in one that was opened', async () => {
  const { app, folder } = await openIn(['a.txt', 'src/one.ts']);
  await app.waitForText('· a.txt');
  writeFileSync(join(folder, 'b.txt'), '');
  await app.waitForText('· b.txt');
  await app.press('alt+3', 'right');
  await app.waitForText('· one.ts');
  writeFileSync(join(folder, 'src', 'two.ts'), '');
  await app.waitForText('· two.ts');
  rmSync(join(folder, 'a.txt'));
  await app.waitFor((screen) => !screen.includes('a.txt'));
});

test('what comes before the watch has begun is seen too', async () => {
  const { app, folder } = await openIn(['a.txt']);
  await app.waitForText('· a.txt');
  for (let i = 0; i < 5; i++) writeFileSync(join(folder, `early-${i}.txt`), '');
  await app.waitForText('early-4.txt');
});

test('ignored files and the .git folder are not shown', async () => {
  const { app, folder } = await openIn(['a.txt', '.git/HEAD', 'node_modules/x/index.js']);
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n');
  await app.press('ctrl+\\', 'ctrl+\\');
  await app.waitForText('.gitignore');
  await app.waitFor((screen) => !screen.includes('node_modules'));
  expect(app.screenText()).not.toContain('.git ');
});

test('Enter puts @path into the message and goes back to it', async () => {
  const { app } = await openIn(['src/one.ts', 'z.txt']);
  await app.waitForText('z.txt');
  await app.type('look at ');
  await app.press('alt+3', 'enter');
  await app.waitForText('· one.ts');
  await app.press('down', 'enter');
  await app.type('please');
  expect(app.screenText()).toContain('look at @src/one.ts please');
});

test('arrows open and close folders, and go up', async () => {
  const { app } = await openIn(['src/one.ts', 'z.txt']);
  await app.waitForText('▸ src');
  await app.press('alt+3', 'l');
  await app.waitForText('▾ src');
  await app.press('j', 'h', 'h');
  await app.waitForText('▸ src');
  expect(app.screenText()).not.toContain('one.ts');
});

test('beside the conversation they stay until they are hidden', async () => {
  const { app } = await openIn(['z.txt']);
  await app.waitForText('z.txt');
  await app.press('ctrl+\\');
  expect(app.screenText()).not.toContain('z.txt');
  await app.press('ctrl+\\', 'escape');
  expect(app.screenText()).toContain('z.txt');
});

test.each([
  ['80 columns', { cols: 80, rows: 24 }],
  ['few rows, however wide', { cols: 130, rows: 11 }],
])('in %s they cover the conversation while they have the focus', async (_name, size) => {
  const { app } = await openIn(['z.txt'], size);
  app.engine.emit(turnStarted('go'), ...longTalk(5));
  await app.waitForText('answer number 5');
  expect(app.screenText()).not.toContain('z.txt');
  await app.press('alt+3');
  await app.waitForText('z.txt');
  expect(app.screenText()).not.toContain('answer number 5');
  await app.press('escape');
  expect(app.screenText()).toContain('answer number 5');
  expect(app.screenText()).not.toContain('z.txt');
  await app.press('ctrl+\\', 'enter');
  expect(app.screenText()).toContain('answer number 5');
  expect(app.screenText()).toContain('@z.txt');
  expect(app.engine.commands).toEqual([]);
});

test('files that were opened in a narrow window do not stay over the conversation', async () => {
  const { app } = await openIn(['z.txt'], { cols: 80, rows: 24 });
  await app.press('alt+3');
  await app.waitForText('z.txt');
  await app.press('alt+0');
  expect(app.screenText()).toContain('Conversation');
  app.terminal.resize(130, 24);
  await app.waitForText('z.txt');
  expect(app.screenText()).toContain('Conversation');
  app.terminal.resize(80, 24);
  await app.waitFor((screen) => !screen.includes('z.txt'));
});

test('another working folder (the engine began anew) is shown in its place', async () => {
  const { app } = await openIn(['old.txt']);
  await app.waitForText('old.txt');
  const next = tempFolder();
  writeFileSync(join(next, 'new.txt'), '');
  app.engine.emit(readyIn(next), { type: 'thread.opened', title: '', cwd: next });
  await app.waitForText('new.txt');
  expect(app.screenText()).not.toContain('old.txt');
});

test('a folder that cannot be read is said in the title of the message', async () => {
  const { app, folder } = await openIn(['src/one.ts']);
  await app.waitForText('▸ src');
  rmSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src'), '');
  await app.press('alt+3', 'right');
  await app.waitForText('ENOTDIR');
});
