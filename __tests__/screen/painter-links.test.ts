import { afterEach, expect, test } from '@jest/globals';
import { openSurface } from '../../src/tui/blessed-adapter.js';
import { plainLine } from '../../src/tui/paint-line.js';
import type { PaintSurface } from '../../src/tui/paint-surface.js';
import { createTheme } from '../../src/tui/theme.js';
import { createTestTerminal, type TestTerminal } from '../support/terminal.js';

let terminal: TestTerminal;
let surface: PaintSurface;

/** Opens a screen and notes which addresses the terminal is given. */
async function open(links: boolean): Promise<string[]> {
  terminal = createTestTerminal({ cols: 30, rows: 4 });
  surface = await openSurface({ output: terminal.output, theme: createTheme({ color: true, ascii: false }), links });
  const given: string[] = [];
  terminal.terminal.parser.registerOscHandler(8, (data) => {
    given.push(data.replace(/^id=\d+;/, ''));
    return true;
  });
  return given;
}

async function paint(): Promise<void> {
  surface.paint();
  await terminal.drain();
}

const href = 'https://example.org/docs';

afterEach(() => {
  surface.destroy();
  terminal.dispose();
});

test('a link of the text reaches the terminal and ends with its text', async () => {
  const given = await open(true);
  surface.createPane({
    content: () => [
      [
        { text: 'see ', role: 'text' },
        { text: 'the docs', role: 'link', href },
      ],
    ],
  });
  await paint();
  expect(given).toEqual([href, ';']);
  expect(terminal.takeOutput()).toContain(`;${href}\x1b\\the docs\x1b[m\x1b]8;;\x1b\\`);
});

test('what is painted over a link is no link', async () => {
  const given = await open(true);
  surface.createPane({ content: () => [[{ text: 'a long link text', role: 'link', href }]] });
  const over = surface.createPane({ rect: { x: 2, y: 0, width: 6, height: 1 }, content: () => [plainLine('OVER!!')] });
  await paint();
  expect(terminal.takeOutput()).toMatch(
    /;https:\S+?\x1b\\a \x1b\[m\x1b\]8;;\x1b\\OVER!!\x1b\[.*?;https:\S+\x1b\\ink text/,
  );
  expect(given).toEqual([href, ';', href, ';']);
  over.hide();
  await paint();
  expect(terminal.row(0)).toBe('a long link text');
  expect(given.slice(4)).toEqual([href, ';']);
});

test('an address that would break out is not sent, its text is', async () => {
  const given = await open(true);
  const hostile = 'https://x.org/\x1b\\\x1b]0;PWNED\x07';
  surface.createPane({ content: () => [[{ text: 'click me', role: 'link', href: hostile }]] });
  await paint();
  expect(given).toEqual([]);
  expect(terminal.row(0)).toBe('click me');
  expect(terminal.takeOutput()).not.toContain('PWNED');
});

test('switched off, only the text is sent', async () => {
  const given = await open(false);
  surface.createPane({ content: () => [[{ text: 'the docs', role: 'link', href }]] });
  await paint();
  expect(given).toEqual([]);
  expect(terminal.row(0)).toBe('the docs');
});
