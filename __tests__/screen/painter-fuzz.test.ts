import { expect, test } from '@jest/globals';
import type { IBufferCell } from '@xterm/headless';
import { toCells } from '../../src/base/width.js';
import { attrOf, defaultAttr, flag } from '../../src/tui/attributes.js';
import type { BlessedRow } from '../../src/tui/blessed-internals.js';
import { FramePainter } from '../../src/tui/draw.js';
import { linkedAttr } from '../../src/tui/links.js';
import { createTestTerminal, type WidthModel } from '../support/terminal.js';

const frames = Number(process.env.PAI_FUZZ_FRAMES ?? 2000);
const words = [
  'plain',
  'const x = {a, b};',
  '中文测试',
  '日本語テキスト',
  '한글',
  '😀🚀',
  '✅⭐⚡',
  '❤️⚠️',
  '👨‍👩‍👧‍👦',
  '👍🏽',
  '🫠',
  '🇫🇷🇩🇪',
  'e\u0301 a\u0308\u0323',
  'สวัสดีครับ',
  'नमस्ते क्षि का',
  'שלום',
  'مرحبا',
  '…—“”→',
  '─│┌┐╭╯',
  '█▓░',
  '𝒜𝕏',
  '✓◐⊘▸',
  'ｶﾅ',
  ' ',
  '    ',
];
const attrs = [
  defaultAttr,
  attrOf(flag.bold),
  attrOf(flag.dim, 2),
  attrOf(flag.inverse),
  attrOf(0, 11, 4),
  linkedAttr(attrOf(flag.underline), 'https://example.org/'),
];

function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function blankRows(cols: number, rows: number): BlessedRow[] {
  return Array.from({ length: rows }, () => Array.from({ length: cols }, () => [defaultAttr, ' ']) as BlessedRow);
}

function put(row: BlessedRow, from: number, text: string, attr: number): void {
  let x = from;
  for (const cell of toCells(text)) {
    if (x + cell.width > row.length) return;
    row[x] = [attr, cell.text];
    if (cell.width === 2) row[x + 1] = [attr, ''];
    x += cell.width;
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What lies under the modal: panes of random text, of which some scroll. */
function change(lines: BlessedRow[], random: (limit: number) => number): void {
  const cols = lines[0]?.length ?? 0;
  const attr = attrs[random(attrs.length)] as number;
  const word = () => words[random(words.length)] as string;
  const kind = random(6);
  if (kind < 2) scroll(lines, randomBox(cols, lines.length, random), kind === 0 ? -1 - random(3) : 1 + random(3), word);
  else if (kind === 2) scroll(lines, { x: 0, y: 2, width: cols, height: lines.length - 4 }, 1 + random(2), word);
  else for (let n = random(6); n >= 0; n--) put(lines[random(lines.length)] as BlessedRow, random(cols), word(), attr);
}

function randomBox(cols: number, rows: number, random: (limit: number) => number): Box {
  const x = random(cols >> 1);
  const y = random(rows >> 1);
  return { x, y, width: 1 + random(cols - x), height: 1 + random(rows - y) };
}

/** Moves a box of cells up, or down when negative, cutting wide glyphs at its edges; new rows are filled with words. */
function scroll(lines: BlessedRow[], box: Box, by: number, word: () => string): void {
  const rows = lines.slice(box.y, box.y + box.height);
  const part = (row: BlessedRow) => row.slice(box.x, box.x + box.width);
  const parts = rows.map(part);
  for (let i = 0; i < Math.min(Math.abs(by), parts.length); i++) {
    const fresh = part((blankRows(lines[0]?.length ?? 0, 1) as [BlessedRow])[0]);
    put(fresh as BlessedRow, 0, `${word()} ${word()} ${word()}`, defaultAttr);
    parts.splice(by < 0 ? 0 : parts.length, 0, fresh);
    parts.splice(by < 0 ? parts.length - 1 : 0, 1);
  }
  rows.forEach((row, i) => void row.splice(box.x, box.width, ...(parts[i] as BlessedRow)));
}

/** The lines with a box over them. */
function withModal(lines: BlessedRow[], modal: Box): BlessedRow[] {
  const picture = lines.map((row) => row.map(([attr, glyph]) => [attr, glyph]) as BlessedRow);
  for (const row of picture.slice(modal.y, modal.y + modal.height))
    for (let at = modal.x; at < Math.min(row.length, modal.x + modal.width); at++)
      row[at] = [defaultAttr, at === modal.x ? '│' : ' '];
  return picture;
}

test.each<[WidthModel]>([['6'], ['11'], ['modern']])(
  'random pictures, scrolling panes and a moving modal stand exactly in the terminal, whatever widths it believes in (%s)',
  async (widths) => {
    const [cols, rows] = [48, 12];
    const screen = createTestTerminal({ cols, rows, widths });
    const random = createRandom(widths.length * 7919 + widths.charCodeAt(0));
    const painter = new FramePainter({ links: true });
    const lines = blankRows(cols, rows);
    let modal: Box = { x: 5, y: 3, width: 12, height: 4 };
    let moves = 0;
    for (let frame = 0; frame < frames / 3; frame++) {
      change(lines, random);
      if (random(3) === 0) modal = { ...modal, x: random(cols), y: random(rows) };
      const picture = random(4) === 0 ? lines : withModal(lines, modal);
      const sent = painter.frame(picture, null);
      if (/\x1b\[\d+[ML]/.test(sent)) moves++;
      screen.terminal.write(`\x1b[?7l${sent}`);
      await screen.drain();
      const wrong = wrongCells(screen, picture);
      if (wrong.length > 0) throw new Error(`frame ${frame}: ${wrong.join('; ')}\n${JSON.stringify(sent)}`);
      if (painter.frame(picture, null) !== '') throw new Error(`frame ${frame} was not complete`);
    }
    // Otherwise this says nothing about rows that the terminal itself moves.
    expect(moves).toBeGreaterThan(frames / 60);
    screen.dispose();
  },
  Math.max(60_000, frames * 20),
);

function wrongCells(screen: ReturnType<typeof createTestTerminal>, lines: BlessedRow[]): string[] {
  const wrong: string[] = [];
  lines.forEach((row, y) => {
    const line = screen.terminal.buffer.active.getLine(y);
    for (let x = 0; x < row.length; x++) {
      const [attr, glyph] = row[x] as [number, string];
      const width = toCells(glyph)[0]?.width ?? 1;
      const whole = width === 1 || row[x + 1]?.[1] === '';
      const expected = glyph === '' || !whole ? ' ' : glyph;
      let shown = '';
      for (let k = 0; k < (whole ? width : 1); k++) shown += line?.getCell(x + k)?.getChars() || '';
      const cell = line?.getCell(x);
      if ((shown.trim() || ' ') !== expected)
        wrong.push(`${x},${y}: ${JSON.stringify(shown)} for ${JSON.stringify(expected)}`);
      if (cell === undefined || looksOf(cell) !== (attr | 0)) wrong.push(`${x},${y}: attribute`);
      if (whole) x += width - 1;
    }
  });
  return wrong;
}

/** The attribute number that a cell of the emulator has. */
function looksOf(cell: IBufferCell): number {
  const flags =
    (cell.isBold() ? flag.bold : 0) |
    (cell.isDim() ? flag.dim : 0) |
    (cell.isInverse() ? flag.inverse : 0) |
    (cell.isUnderline() ? flag.underline : 0);
  const color = (value: number, isDefault: boolean) => (isDefault ? undefined : value);
  return attrOf(flags, color(cell.getFgColor(), cell.isFgDefault()), color(cell.getBgColor(), cell.isBgDefault()));
}
