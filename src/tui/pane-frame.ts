// The border of a pane with its titles and labels. Owns nothing inside it.
import { cellWidth, clipToWidth } from '../base/width.js';
import type { Line, StyleRole } from '../view/span.js';
import type { BlessedRow } from './blessed-internals.js';
import type { Rect } from './cell-pane.js';
import { fillCells, paintLine, paintText } from './paint-line.js';
import type { Theme } from './theme.js';

export interface PaneFrame {
  /** Look of the lines: `border`, `borderFocus`, or a state such as `warning`. */
  role: StyleRole;
  /** On the top border, left; a text is shown in the role `title`. */
  title?: string | Line;
  /** On the top border, right. */
  rightTitle?: string | Line;
  /** On the bottom border, left, e.g. what is searched. */
  bottomLeft?: string | Line;
  /** On the bottom border, right, e.g. `↓ 3 new`. */
  bottomRight?: string | Line;
  /** The top border is also the bottom of the pane above: its corners join. */
  joinTop?: boolean;
}

export function paintFrame(rows: BlessedRow[], rect: Rect, frame: PaneFrame, theme: Theme): void {
  const attr = theme.attr(frame.role);
  const { border } = theme;
  const right = rect.x + rect.width - 1;
  const bottom = rect.y + rect.height - 1;
  const left = frame.joinTop ? border.joinLeft : border.topLeft;
  paintEdge(rows[rect.y], rect, [left, border.horizontal, frame.joinTop ? border.joinRight : border.topRight], attr);
  for (let y = rect.y + 1; y < bottom; y++) {
    paintText(rows[y], rect.x, right + 1, border.vertical, attr);
    paintText(rows[y], right, right + 1, border.vertical, attr);
  }
  if (rect.height > 1) paintEdge(rows[bottom], rect, [border.bottomLeft, border.horizontal, border.bottomRight], attr);
  const rightStart = paintRight(rows[rect.y], rect, frame.rightTitle, theme);
  paintLabel(rows[rect.y], rect.x + 1, rightStart, frame.title, theme);
  if (rect.height <= 1) return;
  const bottomEnd = paintRight(rows[bottom], rect, frame.bottomRight, theme);
  paintLabel(rows[bottom], rect.x + 1, bottomEnd, frame.bottomLeft, theme);
}

function paintEdge(row: BlessedRow | undefined, rect: Rect, glyphs: [string, string, string], attr: number): void {
  const end = rect.x + rect.width;
  fillCells(row, rect.x, end, attr);
  paintText(row, rect.x, end, glyphs[0] + glyphs[1].repeat(Math.max(0, rect.width - 2)), attr);
  if (rect.width > 1) paintText(row, end - 1, end, glyphs[2], attr);
}

/** A label before the right corner; returns the first column it takes. */
function paintRight(row: BlessedRow | undefined, rect: Rect, label: string | Line | undefined, theme: Theme): number {
  const corner = rect.x + rect.width - 1;
  if (label === undefined) return corner;
  const width = toLine(label).reduce((sum, span) => sum + cellWidth(span.text), 0) + 2;
  const start = corner - 1 - width;
  if (start <= rect.x) return corner;
  paintLabel(row, start, corner, label, theme);
  return start;
}

/** A label with a blank on either side, clipped before `end`. */
function paintLabel(
  row: BlessedRow | undefined,
  from: number,
  end: number,
  label: string | Line | undefined,
  theme: Theme,
): void {
  if (label === undefined) return;
  let room = end - from - 2;
  if (room <= 0) return;
  const clipped: Line = [];
  for (const span of toLine(label)) {
    const text = clipToWidth(span.text, room, theme.ellipsis);
    room -= cellWidth(text);
    clipped.push({ text, role: span.role });
    if (room <= 0) break;
  }
  const x = paintLine(row, from, end, [{ text: ' ', role: 'text' }, ...clipped], theme);
  paintLine(row, x, end, [{ text: ' ', role: 'text' }], theme);
}

function toLine(label: string | Line): Line {
  return typeof label === 'string' ? [{ text: label, role: 'title' }] : label;
}
