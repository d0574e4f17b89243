import { describe, expect, test } from '@jest/globals';
import { toCells } from '../../../src/base/width.js';
import { attrOf, defaultAttr, flag, sgrOf } from '../../../src/tui/attributes.js';
import type { BlessedRow } from '../../../src/tui/blessed-internals.js';
import { FramePainter } from '../../../src/tui/draw.js';

function rowOf(text: string, cols: number, attr = defaultAttr): BlessedRow {
  const row: BlessedRow = [];
  for (const cell of toCells(text)) {
    row.push([attr, cell.text]);
    if (cell.width === 2) row.push([attr, '']);
  }
  while (row.length < cols) row.push([defaultAttr, ' ']);
  return row;
}

/** What is sent, without the marks around a frame. */
function body(frame: string): string {
  return frame.replace('\x1b[?2026h', '').replace('\x1b[?2026l', '');
}

describe('a frame', () => {
  test('the first clears the screen', () => {
    expect(new FramePainter().frame([rowOf('ab', 4)], null)).toBe(
      '\x1b[?2026h\x1b[?25l\x1b[m\x1b[2J\x1b[1;1Hab\x1b[?2026l',
    );
  });

  test('a short unchanged gap is sent again, a long one is jumped', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('a234b6789c', 10)], null);
    expect(body(painter.frame([rowOf('A234B6789C', 10)], null))).toBe('\x1b[1;1HA234B6789C');
    const far = new FramePainter();
    far.frame([rowOf('a23456789b', 10)], null);
    expect(body(far.frame([rowOf('A23456789B', 10)], null))).toBe('\x1b[1;1HA\x1b[1;10HB');
  });

  test('attributes are set once and reset at the end', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('', 6)], null);
    const bold = attrOf(flag.bold, 9);
    expect(body(painter.frame([rowOf('abc', 6, bold)], null))).toBe('\x1b[1;1H\x1b[0;1;91mabc\x1b[m');
  });

  test('CJK needs no care, an emoji clears its cells first and leaves the cursor unknown', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('........', 8)], null);
    expect(body(painter.frame([rowOf('中文....', 8)], null))).toBe('\x1b[1;1H中文');
    expect(body(painter.frame([rowOf('👍文x...', 8)], null))).toBe('\x1b[1;1H  \b\b👍\x1b[1;3H文x');
  });

  test('half a wide glyph is a space, and whole again when it is uncovered', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('中x', 4)], null);
    const cut = rowOf('中x', 4);
    cut[1] = [defaultAttr, '│'];
    expect(body(painter.frame([cut], null))).toBe('\x1b[1;1H │');
    expect(body(painter.frame([rowOf('中x', 4)], null))).toBe('\x1b[1;1H中');
  });

  test('a changed size is drawn from the start', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('ab', 4)], null);
    expect(painter.frame([rowOf('ab', 5)], null)).toContain('\x1b[2J');
  });
});

describe('the caret', () => {
  test('only a move is sent when only the caret moved', () => {
    const painter = new FramePainter();
    const rows = [rowOf('abc', 4)];
    expect(painter.frame(rows, { x: 1, y: 0 })).toContain('\x1b[1;2H\x1b[?25h');
    expect(body(painter.frame(rows, { x: 2, y: 0 }))).toBe('\x1b[1;3H');
    expect(painter.frame(rows, { x: 2, y: 0 })).toBe('');
    expect(body(painter.frame(rows, null))).toBe('\x1b[?25l');
    expect(painter.frame(rows, null)).toBe('');
  });

  test('it is hidden while cells are sent and put back after them', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('abc', 4)], { x: 3, y: 0 });
    expect(body(painter.frame([rowOf('xbc', 4)], { x: 3, y: 0 }))).toBe('\x1b[?25l\x1b[1;1Hx\x1b[1;4H\x1b[?25h');
  });

  test('outside the screen there is none', () => {
    const painter = new FramePainter();
    expect(painter.frame([rowOf('abc', 4)], { x: 4, y: 0 })).not.toContain('\x1b[?25h');
  });
});

test('attributes name every flag and the 16, then the 256 colours', () => {
  expect(sgrOf(defaultAttr)).toBe('\x1b[m');
  expect(sgrOf(attrOf(flag.dim | flag.italic | flag.underline | flag.inverse, 3, 12))).toBe('\x1b[0;2;3;4;7;33;104m');
  expect(sgrOf(attrOf(0, 200))).toBe('\x1b[0;38;5;200m');
});
