import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Event } from '../../src/protocol/event.js';
import type { HandFedEngine } from '../support/hand-fed-engine.js';
import { openHandFed, type ScreenApp } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';
import { called, completed, delta, question, readyIn, said, turnStarted } from '../support/thread-events.js';

const tempFolder = tempFolders();

const payloads = [
  '\u009b2J',
  '\u009b1;2H',
  '\u0085\u008d',
  '\u009d0;PWNED\u009c',
  '\u009d52;c;cHduZWQ=\u009c',
  '\x1bc',
  '\x1b[2J',
  '\x1b]0;PWNED\x07',
  '\x1b]52;c;cHduZWQ=\x07',
  '\x1b[8m',
  '\x1b[30;40m',
  '{red-fg}{a,b}{bold}{/}',
  '\u202e\u{e0041}',
  '\r\b\x7f\x00',
];
const all = payloads.join('');

let app: ScreenApp & { engine: HandFedEngine };
let titles: string[];
let copies: string[];

beforeEach(async () => {
  app = await openHandFed({ cols: 120, rows: 40 });
  titles = [];
  copies = [];
  app.terminal.terminal.onTitleChange((title) => titles.push(title));
  app.terminal.terminal.parser.registerOscHandler(52, (data) => {
    copies.push(data);
    return true;
  });
});

/** The frame stands, nothing was copied or renamed, no cell is hidden. */
function expectInert(): void {
  expect({ titles, copies }).toEqual({ titles: [], copies: [] });
  const rows = app.screenText().split('\n');
  expect(rows[0]).toMatch(/^╭ Conversation.*╮╭ Files ─+╮$/);
  for (const row of rows.slice(1, 10)) expect(row).toMatch(/^│.*││.*│$/);
  const hidden: string[] = [];
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 120; x++) {
      const cell = app.terminal.cell(x, y);
      if (cell.isInvisible() || !cell.isBgDefault()) hidden.push(`${x},${y}`);
    }
  expect(hidden).toEqual([]);
}

async function show(...events: Event[]): Promise<void> {
  const folder = tempFolder();
  app.engine.emit(readyIn(folder), { type: 'thread.opened', title: '', cwd: folder }, ...events);
  await app.waitForText('THE-END');
}

describe('hostile text is inert', () => {
  test('in what the user and the model say', async () => {
    await show(
      turnStarted(`in ${all}`),
      said('m1', `${all}\n\n\`\`\`\n${all}\n\`\`\`\n\n| ${all} |\n|--|\n| x |`),
      said('e', 'THE-END'),
    );
    expectInert();
  });

  test.each(payloads)('in a stream that is cut anywhere (payload %#)', async (payload) => {
    await show(turnStarted('go'), ...[...`a${payload}b THE-END`].map((character) => delta('m', character)));
    expectInert();
  });

  test('in the name, target, live output and result of a tool', async () => {
    await show(
      turnStarted('go'),
      called('c1', `read${all}`, `src/${all}`),
      completed('c1', [
        { kind: 'text', text: all },
        { kind: 'command', command: all, cwd: all, output: all, exitCode: 1, signal: all },
        { kind: 'list', title: all, items: [all], total: 1 },
        { kind: 'table', columns: [all], rows: [[all]] },
        {
          kind: 'diff',
          path: all,
          status: 'modified',
          added: 1,
          removed: 0,
          hunks: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${all}`] }],
        },
      ]),
      called('c2', 'execute_command', 'x'),
      { type: 'tool.progress', callId: 'c2', text: all },
      said('e', 'THE-END'),
    );
    expectInert();
    await app.press('ctrl+o');
    expectInert();
  });

  test('in titles, errors, notices, queue, model name and folder', async () => {
    app.engine.emit(
      readyIn(`/x/${all}`, { model: `glm${all}`, provider: all }),
      { type: 'thread.opened', title: `title ${all}`, cwd: `/x/${all}` },
      { type: 'notice.raised', level: 'warning', text: all, hint: all },
      { type: 'command.rejected', commandId: 'x', error: { code: 'usage', message: all, hint: all } },
      turnStarted('go'),
      { type: 'queue.changed', items: [{ itemId: 'q', text: all }] },
      said('e', 'THE-END'),
    );
    await app.waitForText('THE-END');
    expectInert();
  });

  test('in the lists of threads and models', async () => {
    await show(turnStarted('go'), said('e', 'THE-END'));
    await app.type('/resume');
    await app.press('enter');
    const thread = { threadId: 't', title: `T ${all}`, cwd: `/y/${all}`, createdAt: 0, updatedAt: 0, turns: 1 };
    app.engine.answerQuery({ kind: 'threads', threads: [thread] });
    await app.waitForText('› T');
    expect(app.screenText()).toContain('› T <U+009B>2J');
    expect({ titles, copies }).toEqual({ titles: [], copies: [] });
    await app.press('escape');
    await app.type('/model');
    await app.press('enter');
    app.engine.answerQuery({
      kind: 'models',
      models: [{ provider: 'x', model: `M ${all}`, contextWindow: 1000, current: true }],
    });
    await app.waitForText('✓ M');
    expect({ titles, copies }).toEqual({ titles: [], copies: [] });
  });

  test('in the title, the preview and the reasons of a question', async () => {
    await show(
      turnStarted('go'),
      said('e', 'THE-END'),
      ...question('a', `echo ${all}`, { title: all, reasons: [all], threadRule: all }),
    );
    await app.waitForText('Approve?');
    expectInert();
    expect(app.screenText()).toContain('echo <U+009B>2J');
  });

  test('in the names of files, which are shown with what they hide', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a\x1b]0;PWNED\x07b'), '');
    writeFileSync(join(folder, 'c\u202etxt.exe'), '');
    writeFileSync(join(folder, 'd\ne'), '');
    app.engine.emit(readyIn(folder), { type: 'thread.opened', title: '', cwd: folder });
    await app.waitForText('· a␛]0;PWNED␇b');
    expect(app.screenText()).toContain('· c<U+202E>txt.exe');
    expect(app.screenText()).toContain('· d⏎e');
    expectInert();
  });

  test('in what is pasted and typed', async () => {
    await show(turnStarted('go'), said('e', 'THE-END'));
    await app.paste(`paste \x1b[2J\u009d0;PWNED\u009c {red-fg}\u202e`);
    expectInert();
    expect(app.screenText()).toContain('paste  {red-fg}·');
  });
});
