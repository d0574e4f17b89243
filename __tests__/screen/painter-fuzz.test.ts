import { expect, test } from '@jest/globals';
import { toCells } from '../../src/base/width.js';
import { attrOf, defaultAttr, flag } from '../../src/tui/attributes.js';
import type { BlessedRow } from '../../src/tui/blessed-internals.js';
import { FramePainter } from '../../src/tui/draw.js';
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
const attrs = [defaultAttr, attrOf(flag.bold), attrOf(flag.dim, 2), attrOf(flag.inverse), attrOf(0, 11, 4)];

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

/** Random text, a scrolled region and a box over everything, cutting wide glyphs at will. */
function nextPicture(lines: BlessedRow[], random: (limit: number) => number): void {
  const cols = lines[0]?.length ?? 0;
  const attr = attrs[random(attrs.length)] as number;
  if (random(4) === 0) {
    lines.push(lines.shift() as BlessedRow);
  } else {
    for (let n = random(6); n >= 0; n--) {
      const row = lines[random(lines.length)] as BlessedRow;
      put(row, random(cols), words[random(words.length)] as string, attr);
    }
  }
  if (random(3) > 0) return;
  const [x, y, width] = [random(cols), random(lines.length), 1 + random(12)];
  for (const row of lines.slice(y, y + 3))
    for (let at = x; at < Math.min(cols, x + width); at++) row[at] = [attr, random(9) === 0 ? '│' : ' '];
}

test.each<[WidthModel]>([['6'], ['11'], ['modern']])(
  'random pictures stand exactly in the terminal, whatever widths it believes in (%s)',
  async (widths) => {
    const [cols, rows] = [37, 7];
    const screen = createTestTerminal({ cols, rows, widths });
    const random = createRandom(widths.length * 7919 + widths.charCodeAt(0));
    const painter = new FramePainter();
    const lines = blankRows(cols, rows);
    for (let frame = 0; frame < frames / 3; frame++) {
      nextPicture(lines, random);
      screen.terminal.write(`\x1b[?7l${painter.frame(lines, null)}`);
      await screen.drain();
      expect(wrongCells(screen, lines)).toEqual([]);
      expect(painter.frame(lines, null)).toBe('');
    }
    screen.dispose();
  },
  60_000,
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
      const bold = (line?.getCell(x)?.isBold() ?? 0) !== 0;
      if ((shown.trim() || ' ') !== expected)
        wrong.push(`${x},${y}: ${JSON.stringify(shown)} for ${JSON.stringify(expected)}`);
      if (bold !== (((attr >> 18) & flag.bold) !== 0)) wrong.push(`${x},${y}: attribute`);
      if (whole) x += width - 1;
    }
  });
  return wrong;
}
