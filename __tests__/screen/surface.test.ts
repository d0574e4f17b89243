import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openSurface } from '../../src/tui/blessed-adapter.js';
import type { CellPane } from '../../src/tui/cell-pane.js';
import { plainLine } from '../../src/tui/paint-line.js';
import type { PaintSurface } from '../../src/tui/paint-surface.js';
import { createTheme } from '../../src/tui/theme.js';
import type { Line } from '../../src/view/span.js';
import { createTestTerminal, type TestTerminal } from '../support/terminal.js';

let terminal: TestTerminal;
let surface: PaintSurface;

async function open(cols = 40, rows = 8, widths: '6' | '11' | 'modern' = '11'): Promise<void> {
  terminal = createTestTerminal({ cols, rows, widths });
  surface = await openSurface({
    output: terminal.output,
    theme: createTheme({ color: true, ascii: false }),
    resizeTimeoutMs: 1,
  });
}

beforeEach(() => open());

afterEach(() => {
  surface.destroy();
  terminal.dispose();
});

async function shown(): Promise<string[]> {
  surface.paint();
  await terminal.drain();
  return terminal.screenText().split('\n');
}

describe('panes', () => {
  test('a bordered pane shows its titles, label and content', async () => {
    surface.createPane({
      rect: { x: 0, y: 0, width: 30, height: 4 },
      content: () => [plainLine('hello'), plainLine('a line that is longer than the pane is wide')],
      frame: () => ({ role: 'border', title: 'Plan', rightTitle: '3/5', bottomRight: '↓ 3 new' }),
    });
    expect((await shown()).slice(0, 4)).toEqual([
      '╭ Plan ──────────────── 3/5 ─╮',
      '│ hello                      │',
      '│ a line that is longer than │',
      '╰────────────────── ↓ 3 new ─╯',
    ]);
  });

  test('an ASCII theme has ASCII borders', async () => {
    surface.setTheme(createTheme({ color: true, ascii: true }));
    surface.createPane({
      rect: { x: 0, y: 0, width: 6, height: 3 },
      content: () => [],
      frame: () => ({ role: 'border' }),
    });
    expect((await shown()).slice(0, 3)).toEqual(['+----+', '|    |', '+----+']);
  });

  test('a hidden pane uncovers what lies under it', async () => {
    surface.createPane({ content: () => [plainLine('under 中文')] });
    const over = surface.createPane({ rect: { x: 3, y: 0, width: 5, height: 1 }, content: () => [plainLine('OVER!')] });
    expect((await shown())[0]).toBe('undOVER!文');
    over.hide();
    expect((await shown())[0]).toBe('under 中文');
    over.show();
    over.place({ x: 0, y: 1, width: 5, height: 1 });
    expect((await shown()).slice(0, 2)).toEqual(['under 中文', 'OVER!']);
  });

  test('roles become attributes, without colour too', async () => {
    surface.createPane({
      content: () => [
        [
          { text: 'a', role: 'error' },
          { text: 'b', role: 'dim' },
          { text: 'c', role: 'emphasis' },
        ],
      ],
    });
    await shown();
    expect(terminal.cell(0, 0).getFgColor()).toBe(1);
    expect(terminal.cell(0, 0).isBold()).toBeTruthy();
    expect(terminal.cell(1, 0).isDim()).toBeTruthy();
    expect(terminal.cell(2, 0).isItalic()).toBeTruthy();
    surface.setTheme(createTheme({ color: false, ascii: false }));
    await shown();
    expect(terminal.cell(0, 0).isFgDefault()).toBe(true);
    expect(terminal.cell(0, 0).isBold()).toBeTruthy();
  });
});

describe('the caret', () => {
  test('the real cursor stands where the pane says and goes when it says null', async () => {
    let at: { x: number; y: number } | null = { x: 2, y: 1 };
    surface.createPane({
      rect: { x: 4, y: 2, width: 20, height: 5 },
      content: () => [],
      frame: () => ({ role: 'border' }),
      caret: () => at,
    });
    await shown();
    expect([terminal.terminal.buffer.active.cursorX, terminal.terminal.buffer.active.cursorY]).toEqual([8, 4]);
    expect(terminal.takeOutput()).toContain('\x1b[?25h');
    at = null;
    surface.paint();
    expect(terminal.takeOutput()).toContain('\x1b[?25l');
  });
});

describe('writes', () => {
  test('nothing is written before the first paint and when nothing changed', async () => {
    expect(terminal.output.writes).toEqual([]);
    surface.createPane({ content: () => [plainLine('same 中 👍 ✓')], caret: () => ({ x: 1, y: 0 }) });
    surface.paint();
    await new Promise((resolve) => setImmediate(resolve));
    expect(terminal.output.writes).toHaveLength(1);
    for (let i = 0; i < 5; i++) expect(surface.paint()).toMatchObject({ bytes: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(terminal.output.writes).toHaveLength(1);
  });

  test('a frame is one synchronized write of what changed', () => {
    let text = 'one two three';
    surface.createPane({ content: () => [plainLine(text)] });
    surface.paint();
    terminal.takeOutput();
    text = 'one TWO three';
    surface.paint();
    expect(terminal.output.writes).toEqual(['\x1b[?2026h\x1b[1;5HTWO\x1b[?2026l']);
  });

  test('only palette colours are used', () => {
    const roles = ['heading', 'user', 'accent', 'warning', 'removed', 'link', 'selection'] as const;
    surface.createPane({ content: () => roles.map((role) => [{ text: role, role }]) });
    surface.paint();
    expect(terminal.takeOutput()).not.toMatch(/[34]8;[25]/);
  });
});

test('TU-01 borders stay straight and scrolling leaves nothing behind', async () => {
  for (const widths of ['6', '11', 'modern'] as const) {
    surface.destroy();
    await open(40, 8, widths);
    const texts = ['中文 a', '👍 ok', '✅ done', '⚠️ warn', '🫠 x', '한글', 'é 👨‍👩‍👧', 'end'];
    let top = 0;
    surface.createPane({
      content: (_width, height) => texts.slice(top, top + height).map((text) => plainLine(text)),
      frame: () => ({ role: 'border' }),
    });
    const first = await shown();
    for (const next of [1, 2, 1, 0]) {
      top = next;
      await shown();
    }
    for (let y = 1; y < 7; y++) {
      expect(terminal.cell(0, y).getChars()).toBe('│');
      expect(terminal.cell(39, y).getChars()).toBe('│');
    }
    expect(await shown()).toEqual(first);
    surface.forget();
    expect(await shown()).toEqual(first);
  }
});

test('TU-03 text that looks like tags is shown as it is', async () => {
  const texts = [
    '{bold}x{/bold} {open} {/} {a,b}',
    '{red-fg}R{/} {center}c{/center} {|}',
    `{escape} $${'{x}'} {{mustache}} {a;b}`,
  ];
  surface.createPane({
    content: () => texts.map((text) => plainLine(text)),
    frame: () => ({ role: 'border', title: '{red-fg,x}{bold}' }),
  });
  const rows = await shown();
  expect(rows[0]).toContain('{red-fg,x}{bold}');
  for (const [i, text] of texts.entries()) expect(rows[i + 1]).toContain(text);
});

test.each([
  'a\u009b2Jb',
  'a\u009b1;2Hb',
  'a\u0085b\u008d',
  'a\u009d0;PWNED\u009cb',
  'a\u009d52;c;cHduZWQ=\u009cb',
  'a\x1bcb',
  'a\x1b[2Jb',
  'a\x1b]0;PWNED\x07b',
  'a\x1b]52;c;cHduZWQ=\x07b',
  'a\x1b[8mb',
  'a\x1b[30;40mb',
  'a\u202eb',
  'a\rb\nc\bd\x7f\x00',
])('hostile text %j is inert even unsanitised', async (payload) => {
  const titles: string[] = [];
  const copies: string[] = [];
  terminal.terminal.onTitleChange((title) => titles.push(title));
  terminal.terminal.parser.registerOscHandler(52, (data) => {
    copies.push(data);
    return true;
  });
  surface.createPane({
    content: () => [plainLine(payload), plainLine('second')],
    frame: () => ({ role: 'border', title: payload, bottomRight: payload }),
  });
  const rows = await shown();
  expect(titles).toEqual([]);
  expect(copies).toEqual([]);
  expect(rows[0]).toMatch(/^╭ a.*╮$/);
  expect(rows[1]).toMatch(/^│ a.*│$/);
  expect(rows[2]).toMatch(/^│ second +│$/);
  expect(rows[7]).toMatch(/^╰─.*╯$/);
  for (let x = 2; x < 6; x++) expect(terminal.cell(x, 1).isInvisible()).toBeFalsy();
});

describe('TU-12 resize', () => {
  async function resizeTo(cols: number, rows: number): Promise<void> {
    terminal.resize(cols, rows);
    await terminal.waitFor(() => surface.cols === cols && surface.rows === rows);
  }

  test('after a storm of sizes the screen equals a fresh one', async () => {
    const content = (width: number, height: number): Line[] =>
      Array.from({ length: height }, (_, y) => plainLine(`${y} 中文 👍 ${'x'.repeat(width)}`));
    const pane: CellPane = surface.createPane({ content, frame: () => ({ role: 'borderFocus', title: 'All' }) });
    surface.onResize(() => {
      pane.place({ x: 0, y: 0, width: surface.cols, height: surface.rows });
      surface.paint();
    });
    for (let i = 0; i < 20; i++) terminal.resize(1 + ((i * 37) % 120), 1 + ((i * 11) % 40));
    await resizeTo(50, 9);
    const rows = await shown();
    expect(rows[0]).toBe(`╭ All ${'─'.repeat(43)}╮`);
    expect(rows[8]).toBe(`╰${'─'.repeat(48)}╯`);
    surface.forget();
    expect(await shown()).toEqual(rows);
  });

  test('tiny sizes do not break painting', async () => {
    surface.createPane({
      content: () => [plainLine('中文')],
      frame: () => ({ role: 'border', title: 'T', rightTitle: 'r' }),
    });
    for (const [cols, rows] of [
      [1, 1],
      [2, 2],
      [3, 1],
      [1, 5],
      [300, 100],
    ] as const) {
      await resizeTo(cols, rows);
      surface.paint();
    }
  });
});
