// Zoom, search, copying, looking at files, layouts: what the panels do beyond scrolling.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle } from '../support/open-app.js';
import { openHandFed, type ScreenOptions } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';
import { longTalk, opened, ready, readyIn, said, turnStarted, workedTurn } from '../support/thread-events.js';

const tempFolder = tempFolders();

async function openOver(files: Record<string, string | Buffer>, options: ScreenOptions = { cols: 120, rows: 24 }) {
  const folder = tempFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const app = await openHandFed(options);
  app.engine.emit(readyIn(folder), { type: 'thread.opened', title: '', cwd: folder });
  await app.waitForText('approvals: ask');
  return { app, folder };
}

const withoutFolder = (app: AppInHand, folder: string) =>
  app
    .screenText()
    .replaceAll(/[^ ]*paicli-test-\w+/g, 'FOLDER')
    .replaceAll(folder, 'FOLDER');

describe('zoom', () => {
  test('z gives the conversation all the room, and z or Esc gives it back', async () => {
    const app = await openIdle({ cols: 120, rows: 24 }, ...workedTurn);
    await app.waitForText('9 tests pass');
    expect(app.screenText()).toContain('Files');
    await app.press('alt+1', 'z');
    expectGolden('screen/zoom-120x24', app.screenText());
    await app.press('z');
    expect(app.screenText()).toContain('Files');
    await app.press('z', 'escape');
    expect(app.screenText()).toContain('Files');
  });

  test('the message is written beside what is zoomed; another panel ends the zoom', async () => {
    const { app } = await openOver({ 'z.txt': '' });
    await app.waitForText('z.txt');
    await app.press('alt+3', 'z');
    expect(app.screenText()).not.toContain('Conversation');
    await app.press('alt+0');
    await app.type('zzz');
    expect(app.screenText()).toContain('zzz');
    expect(app.screenText()).not.toContain('Conversation');
    await app.press('alt+1');
    expect(app.screenText()).toContain('Conversation');
    expect(app.screenText()).toContain('z.txt');
  });

  test('in a small window files that cover the conversation stay when the zoom ends', async () => {
    const { app } = await openOver({ 'z.txt': '' }, { cols: 80, rows: 24 });
    await app.press('alt+3');
    await app.waitForText('z.txt');
    await app.press('z', 'z');
    expect(app.screenText()).toContain('z.txt');
    await app.press('escape');
    expect(app.screenText()).toContain('Conversation');
  });

  test('where a panel has all the room already that is said, and Esc goes straight back to the message', async () => {
    const app = await openIdle({ cols: 80, rows: 24 }, ...workedTurn);
    await app.waitForText('9 tests pass');
    await app.press('alt+1', 'z');
    expect(app.screenText()).toContain('It has the whole width already');
    await app.press('escape');
    await app.type('hello');
    expect(app.screenText()).toContain('│ hello');
  });

  test('by the palette, from the message, it is the conversation that is zoomed', async () => {
    const app = await openIdle({ cols: 120, rows: 24 }, ...workedTurn);
    await app.waitForText('9 tests pass');
    for (const seen of [false, true]) {
      await app.press('ctrl+p');
      await app.type('zoom: ');
      await app.press('enter');
      expect(app.screenText().includes('╮╭ Files')).toBe(seen);
    }
  });
});

describe('search', () => {
  test('what is typed is found at once, counted, and n and N go round', async () => {
    const app = await openIdle({ cols: 80, rows: 24 }, turnStarted('go'), ...longTalk(40));
    await app.waitForText('answer number 40');
    await app.press('alt+1', '/');
    await app.type('number 3');
    expectGolden('screen/search-80x24', app.screenText());
    await app.press('enter', 'n');
    expect(app.screenText()).toContain('/number 3 5 of 11');
    await app.press('N', 'N');
    expect(app.screenText()).toContain('3 of 11');
    await app.press('N', 'N', 'N');
    expect(app.screenText()).toContain('11 of 11');
    await app.press('escape');
    expect(app.screenText()).not.toContain('/number 3');
    await app.press('escape');
    await app.type('n');
    expect(app.screenText()).toMatch(/│ n +│/);
  });

  test('nothing found is said, and the keys that were typed did nothing else', async () => {
    const app = await openIdle({ cols: 80, rows: 24 }, turnStarted('go'), ...longTalk(40));
    await app.waitForText('answer number 40');
    await app.press('alt+1', '/');
    await app.type('zoo');
    expect(app.screenText()).toContain('/zoo  not found');
    expect(app.screenText()).toContain('answer number 40');
    await app.press('escape');
    expect(app.screenText()).not.toContain('zoo');
  });

  test('without a border the search stands in the last row', async () => {
    const app = await openHandFed({ cols: 24, rows: 8 });
    app.engine.emit(ready, opened, turnStarted('go'), ...longTalk(9));
    await app.waitForText('answer number 9');
    await app.press('alt+1', '/');
    await app.type('number 2');
    expect(app.screenText().split('\n')[5]).toMatch(/^\/number 2 /);
  });
});

describe('copy', () => {
  test('y sends the selected block to the clipboard and says so', async () => {
    const copied: string[] = [];
    const copyNatively = async (text: string) => void copied.push(text) as undefined;
    const app = await openIdle({ copyNatively }, turnStarted('go'), said('m', 'first **line**\n\nsecond'));
    await app.waitForText('second');
    app.terminal.takeOutput();
    await app.press('alt+1', 'y');
    await app.waitForText('Copied 3 lines through');
    const code = `\x1b]52;c;${Buffer.from('first **line**\n\nsecond').toString('base64')}\x07`;
    expect(app.terminal.takeOutput()).toContain(code);
    expect(copied).toEqual(['first **line**\n\nsecond']);
  });
});

describe('the editor', () => {
  test('o opens the file of the selected block at the line that was changed', async () => {
    const edited: unknown[] = [];
    const openInEditor = async (...args: unknown[]) => void edited.push(args);
    const app = await openIdle({ cols: 120, rows: 30, openInEditor }, ...workedTurn);
    await app.waitForText('9 tests pass');
    await app.press('alt+1', '/');
    await app.type('getYear');
    await app.press('enter', 'o');
    await app.waitFor(() => edited.length === 1);
    expect(edited).toEqual([['/home/ada/code/demo/src/date.ts', expect.any(Number)]]);
    await app.waitForText('9 tests pass');
  });

  test('a block without a file, and no editor, are said', async () => {
    const app = await openIdle({}, turnStarted('go'), said('m', 'hello'));
    await app.waitForText('hello');
    await app.press('alt+1', 'o');
    expect(app.screenText()).toContain('No file is named in this block');
    const { app: other } = await openOver({ 'a.txt': '' });
    await other.waitForText('a.txt');
    await other.press('alt+3', 'o');
    expect(other.screenText()).toContain('No editor is set');
  });
});

describe('the files', () => {
  test('Space shows a file with its colours, Enter puts it into the message', async () => {
    const { app, folder } = await openOver(
      { 'date.ts': "// years\nexport const year = 'x';\n" },
      { cols: 80, rows: 24 },
    );
    await app.press('alt+3');
    await app.waitForText('date.ts');
    await app.press('space');
    await app.waitForText('export const year');
    await app.waitFor((screen) => {
      const y = screen.split('\n').findIndex((row) => row.includes('export const'));
      return app.terminal.cell(screen.split('\n')[y]?.indexOf('export') ?? 0, y).getFgColor() === 5;
    });
    expectGolden('screen/preview-80x24', withoutFolder(app, folder));
    await app.press('enter');
    expect(app.screenText()).toContain('@date.ts');
  });

  test('a binary file is refused by a line', async () => {
    const { app } = await openOver({ 'a.bin': Buffer.from([1, 0, 2]) });
    await app.waitForText('a.bin');
    await app.press('alt+3', 'space');
    await app.waitForText('A binary file of 3 B: it is not shown.');
    await app.press('escape');
    expect(app.screenText()).not.toContain('binary');
  });

  test('the filter asks for all files of the folder, and goes back to the tree with the one that was chosen', async () => {
    const { app } = await openOver({ 'a.txt': '', 'src/deep/date.ts': '' });
    await app.waitForText('a.txt');
    await app.press('alt+3', '/');
    await app.type('date');
    expect(app.engine.commands.at(-1)).toEqual({
      type: 'query.ask',
      query: { kind: 'files', text: 'date', limit: 200 },
    });
    app.engine.answerQuery({ kind: 'files', text: 'date', files: ['src/deep/date.ts', 'docs/date.md'] });
    await app.waitForText('src/deep/date.ts');
    expect(app.screenText()).toContain('/date  2 files');
    await app.press('enter', 'escape');
    await app.waitForText('▾ deep');
    await app.press('enter');
    expect(app.screenText()).toContain('@src/deep/date.ts');
  });

  test('a file that the agent deleted is marked until it is there again', async () => {
    const { app, folder } = await openOver({ 'a.txt': '' });
    await app.waitForText('· a.txt');
    app.engine.emit(
      turnStarted('go'),
      { type: 'tool.called', callId: 'c', name: 'edit_file', arguments: '{}', title: 'gone.txt' },
      {
        type: 'tool.completed',
        callId: 'c',
        outcome: 'ok',
        text: '',
        display: [{ kind: 'diff', path: 'gone.txt', status: 'deleted', added: 0, removed: 0, hunks: [] }],
        durationMs: 1,
      },
    );
    await app.waitForText('− gone.txt');
    writeFileSync(join(folder, 'gone.txt'), '');
    await app.waitForText('· gone.txt');
  });
});

describe('layouts', () => {
  test('one that is chosen by name is kept, and auto goes back', async () => {
    const { app } = await openOver({ 'z.txt': '' }, { cols: 130, rows: 24 });
    await app.waitForText('z.txt');
    await app.type('/layout team');
    await app.press('escape', 'enter');
    expect(app.screenText()).not.toContain('z.txt');
    expect(app.screenText()).toContain('Layout team');
    await app.press('alt+3');
    expect(app.screenText()).toContain('z.txt');
    await app.press('escape');
    await app.type('/layout auto');
    await app.press('escape', 'enter');
    expect(app.screenText()).toContain('z.txt');
  });

  test('a name that does not exist is refused with those that do', async () => {
    const app = await openIdle();
    await app.type('/layout teem');
    await app.press('escape', 'enter');
    expect(app.screenText()).toContain('There is no layout teem; there are auto, wide, medium, narrow, team');
  });

  test("the user's own are read after the start; what is wrong with one is said", async () => {
    const paicliHome = tempFolder();
    mkdirSync(join(paicliHome, 'layouts'));
    const parts = [
      { panel: 'message', size: 3 },
      { panel: 'conversation' },
      { panel: 'status', size: 2, frame: false },
    ];
    writeFileSync(join(paicliHome, 'layouts', 'upside.json'), JSON.stringify({ root: { split: 'rows', parts } }));
    writeFileSync(join(paicliHome, 'layouts', 'torn.json'), '{');
    const app = await openIdle({ paicliHome, layoutName: 'upside' });
    await app.waitForText('layouts/torn.json: line 1 is not valid JSON');
    await app.waitFor((screen) => screen.startsWith('╭ Message'));
  });
});
