import { describe, expect, test } from '@jest/globals';
import { toCells } from '../../../src/base/width.js';
import { attrOf, defaultAttr, flag, sgrOf } from '../../../src/tui/attributes.js';
import type { BlessedRow } from '../../../src/tui/blessed-internals.js';
import { FramePainter } from '../../../src/tui/draw.js';
import { linkCode, linkedAttr, linkOf, linksWanted } from '../../../src/tui/links.js';

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
  test('the first takes margins off and clears the screen', () => {
    expect(new FramePainter().frame([rowOf('ab', 4)], null)).toBe(
      '\x1b[?2026h\x1b[?25l\x1b[r\x1b[m\x1b[2J\x1b[1Hab\x1b[?2026l',
    );
  });

  test('a short unchanged gap is sent again, a long one is jumped', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('a234b6789c', 10)], null);
    expect(body(painter.frame([rowOf('A234B6789C', 10)], null))).toBe('\x1b[1HA234B6789C');
    const far = new FramePainter();
    far.frame([rowOf('a23456789b', 10)], null);
    expect(body(far.frame([rowOf('A23456789B', 10)], null))).toBe('\x1b[1HA\x1b[8CB');
  });

  test('attributes are set once and reset at the end', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('', 6)], null);
    const bold = attrOf(flag.bold, 9);
    expect(body(painter.frame([rowOf('abc', 6, bold)], null))).toBe('\x1b[1H\x1b[1;91mabc\x1b[m');
  });

  test('CJK needs no care, an emoji clears its cells first and leaves the cursor unknown', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('........', 8)], null);
    expect(body(painter.frame([rowOf('中文....', 8)], null))).toBe('\x1b[1H中文');
    expect(body(painter.frame([rowOf('👍文x...', 8)], null))).toBe('\x1b[1H  \b\b👍\x1b[1;3H文x');
  });

  test('half a wide glyph is a space, and whole again when it is uncovered', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('中x', 4)], null);
    const cut = rowOf('中x', 4);
    cut[1] = [defaultAttr, '│'];
    expect(body(painter.frame([cut], null))).toBe('\x1b[1H │');
    expect(body(painter.frame([rowOf('中x', 4)], null))).toBe('\x1b[1H中');
  });

  test('a changed size is drawn from the start', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('ab', 4)], null);
    expect(painter.frame([rowOf('ab', 5)], null)).toContain('\x1b[2J');
  });
});

describe('fewer bytes', () => {
  const bold = attrOf(flag.bold, 9);

  test('an attribute takes back the one before it, and needs not when that was the default', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('', 4)], null);
    const row = rowOf('abc', 4, bold);
    (row[1] as BlessedRow[0])[0] = attrOf(flag.dim);
    expect(body(painter.frame([row], null))).toBe('\x1b[1H\x1b[1;91ma\x1b[0;2mb\x1b[0;1;91mc\x1b[m');
  });

  test('many blanks are erased, to the end of the row without a count', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('a'.repeat(30), 30)], null);
    expect(body(painter.frame([rowOf(`aa${' '.repeat(20)}${'a'.repeat(8)}`, 30)], null))).toBe('\x1b[1;3H\x1b[20X');
    expect(body(painter.frame([rowOf('a', 30)], null))).toBe('\x1b[1;2H\x1b[K');
    expect(painter.frame([rowOf('a', 30)], null)).toBe('');
  });

  test('blanks of another attribute are sent', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('', 12)], null);
    expect(body(painter.frame([rowOf(' '.repeat(12), 12, bold)], null))).toBe(
      `\x1b[1H\x1b[1;91m${' '.repeat(12)}\x1b[m`,
    );
  });

  test('the caret is not placed where the text has left it', () => {
    const painter = new FramePainter();
    painter.frame([rowOf('ab', 4)], { x: 2, y: 0 });
    expect(body(painter.frame([rowOf('abc', 4)], { x: 3, y: 0 }))).toBe('\x1b[?25l\x1b[1;3Hc\x1b[?25h');
  });
});

describe('rows that moved', () => {
  const line = (n: number) => `line ${n} ${String.fromCharCode(64 + n).repeat(30)}`;
  const numbered = (from: number) => Array.from({ length: 8 }, (_, y) => rowOf(line(from + y), 40));

  test('up: the terminal deletes lines, and only what came in is sent', () => {
    const painter = new FramePainter();
    painter.frame(numbered(10), null);
    expect(body(painter.frame(numbered(12), null))).toBe(`\x1b[1H\x1b[2M\x1b[7H${line(18)}\x1b[8H${line(19)}`);
    expect(painter.frame(numbered(12), null)).toBe('');
  });

  test('down: the terminal inserts lines', () => {
    const painter = new FramePainter();
    painter.frame(numbered(12), null);
    expect(body(painter.frame(numbered(11), null))).toBe(`\x1b[1H\x1b[1L\x1b[1H${line(11)}`);
  });

  test('rows that stay are kept out of it by margins, which are taken off again', () => {
    const painter = new FramePainter();
    const edge = (text: string) => rowOf(text.repeat(40), 40);
    painter.frame([edge('='), ...numbered(10), edge('-'), edge('_')], null);
    const frame = body(painter.frame([edge('='), ...numbered(11), edge('-'), edge('_')], null));
    expect(frame).toBe(`\x1b[2;9r\x1b[2H\x1b[1M\x1b[r\x1b[9H${line(18)}`);
  });

  test('what stands beside them is put back', () => {
    const painter = new FramePainter();
    const beside = (rows: BlessedRow[]) => rows.map((row, y) => [...row, ...rowOf(y === 3 ? '| file' : '|', 10)]);
    painter.frame(beside(numbered(10)), null);
    const frame = body(painter.frame(beside(numbered(11)), null));
    expect(frame).toContain('\x1b[1H\x1b[1M');
    expect(frame).toContain('\x1b[4;43Hfile');
    expect(frame.length).toBeLessThan(120);
    expect(painter.frame(beside(numbered(11)), null)).toBe('');
  });

  test('a move that would not pay is not made', () => {
    const painter = new FramePainter();
    const rows = (from: number) => [rowOf(`a${from}`, 40), rowOf(`a${from + 1}`, 40), rowOf(`a${from + 2}`, 40)];
    painter.frame(rows(1), null);
    expect(body(painter.frame(rows(2), null))).toBe('\x1b[1;2H2\x1b[2;2H3\x1b[3;2H4');
  });
});

describe('links', () => {
  const href = 'https://example.org/a';
  const id = linkOf(linkedAttr(defaultAttr, href));
  const open = `\x1b]8;id=${id};${href}\x1b\\`;
  const close = '\x1b]8;;\x1b\\';

  test('a run of linked cells is sent as one link, which is closed', () => {
    const painter = new FramePainter({ links: true });
    painter.frame([rowOf('', 6)], null);
    const row = [...rowOf('a', 1), ...rowOf('bc', 2, linkedAttr(attrOf(flag.underline), href)), ...rowOf('d', 3)];
    expect(body(painter.frame([row], null))).toBe(`\x1b[1Ha\x1b[4m${open}bc\x1b[m${close}d`);
    expect(painter.frame([row], null)).toBe('');
  });

  test('the same text that leads elsewhere is sent again', () => {
    const painter = new FramePainter({ links: true });
    painter.frame([rowOf('x', 1, linkedAttr(defaultAttr, href))], null);
    expect(painter.frame([rowOf('x', 1, linkedAttr(defaultAttr, `${href}b`))], null)).toContain(`;${href}b\x1b\\x`);
    expect(body(painter.frame([rowOf('x', 1)], null))).toBe('\x1b[1Hx');
  });

  test('a terminal that is given none gets the text alone', () => {
    const frame = new FramePainter().frame([rowOf('x', 1, linkedAttr(attrOf(flag.bold), href))], null);
    expect(frame).toContain('\x1b[1mx');
    expect(frame).not.toContain('\x1b]8');
  });

  test.each([
    'javascript:alert(1)',
    'https://x.org/\x1b\\\x1b[2J',
    'https://x.org/\x07',
    'https://x.org/\u009c',
    'https://x.org/a b',
    `https://x.org/${'a'.repeat(3000)}`,
    '',
  ])('%j is no address a terminal may be given', (hostile) => {
    expect(linkedAttr(defaultAttr, hostile)).toBe(defaultAttr);
  });

  test('more addresses than are kept lose links, never swap them', () => {
    const first = linkedAttr(defaultAttr, 'https://first.org/');
    for (let i = 0; i < 5000; i++) linkedAttr(defaultAttr, `https://x.org/${i}`);
    expect(linkCode(linkOf(first))).toBe(close);
    expect(linkedAttr(defaultAttr, 'https://first.org/')).not.toBe(first);
  });

  test('the Linux console and dumb terminals get none, a user can say so too', () => {
    expect(linksWanted({ TERM: 'xterm-256color' })).toBe(true);
    expect(linksWanted({ TERM: 'linux' })).toBe(false);
    expect(linksWanted({ TERM: 'dumb' })).toBe(false);
    expect(linksWanted({ TERM: 'xterm', FORCE_HYPERLINK: '0' })).toBe(false);
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
    expect(body(painter.frame([rowOf('xbc', 4)], { x: 3, y: 0 }))).toBe('\x1b[?25l\x1b[1Hx\x1b[1;4H\x1b[?25h');
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
