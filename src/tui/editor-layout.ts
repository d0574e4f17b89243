// A draft in rows of a given width: where each character and the caret stand. Pure; changes no draft.
import { cellWidth, clipToWidth, graphemes } from '../base/width.js';
import type { Line } from '../view/span.js';
import type { PasteChips } from './editor-chips.js';
import type { Draft, Place } from './editor-draft.js';

/** A place the caret can stand at in a row: offset in the line, column in cells. */
interface Stop {
  col: number;
  x: number;
}

/** One row of a wrapped line. */
interface WrappedRow {
  stops: Stop[];
  /** Column after the last character. */
  width: number;
  spans: Line;
}

export interface VisualRow extends WrappedRow {
  /** Line of the draft. */
  row: number;
}

/** Rows of lines that were wrapped already, by their text: a key changes one line, and the others need no second look. */
export interface WrapCache {
  /** What all its rows were wrapped at, cells. */
  width: number;
  rows: Map<string, WrappedRow[]>;
}

export interface DraftLayout {
  rows: VisualRow[];
  /** Index into `rows`, and column, of the caret. */
  caret: { row: number; x: number };
}

export function createWrapCache(): WrapCache {
  return { width: 0, rows: new Map() };
}

/** Wraps every line after `width` cells; the caret after a full row stands in a row of its own. `cache` belongs to these chips. */
export function layoutDraft(draft: Draft, width: number, chips: PasteChips, cache = createWrapCache()): DraftLayout {
  const rows: VisualRow[] = [];
  const known = cache.width === width ? cache.rows : new Map<string, WrappedRow[]>();
  const used = new Map<string, WrappedRow[]>();
  let caret = { row: 0, x: 0 };
  for (let row = 0; row < draft.lines.length; row++) {
    const firstOfLine = rows.length;
    const line = draft.lines[row] as string;
    const wrapped = known.get(line) ?? wrapLine(line, Math.max(1, width), chips);
    used.set(line, wrapped);
    for (const part of wrapped) rows.push({ row, ...part });
    if (row !== draft.row) continue;
    const last = rows[rows.length - 1] as VisualRow;
    if (draft.col === line.length && last.width >= width && line !== '')
      rows.push({ row, stops: [], width: 0, spans: [] });
    caret = findCaret(rows, firstOfLine, draft.col);
  }
  // Only what this draft has is kept, so that the cache is never larger than a draft.
  Object.assign(cache, { width, rows: used });
  return { rows, caret };
}

/** Place one row up or down that is nearest to column `x`; undefined at the edge. */
export function placeInRow(layout: DraftLayout, draft: Draft, index: number, x: number): Place | undefined {
  const target = layout.rows[index];
  if (target === undefined) return undefined;
  const stops = [...target.stops];
  const next = layout.rows[index + 1];
  // The end of a wrapped row is the start of the next one, so only a line's last row has a place after its text.
  if (next?.row !== target.row) stops.push({ col: (draft.lines[target.row] as string).length, x: target.width });
  let best = stops[0] as Stop;
  for (const stop of stops) if (stop.x <= x) best = stop;
  return { row: target.row, col: best.col };
}

function findCaret(rows: VisualRow[], from: number, col: number): { row: number; x: number } {
  for (let index = from; index < rows.length; index++) {
    const stop = (rows[index] as VisualRow).stops.find((candidate) => candidate.col === col);
    if (stop !== undefined) return { row: index, x: stop.x };
  }
  return { row: rows.length - 1, x: (rows[rows.length - 1] as VisualRow).width };
}

function wrapLine(line: string, width: number, chips: PasteChips): WrappedRow[] {
  let current: WrappedRow = { stops: [], width: 0, spans: [] };
  const rows = [current];
  let col = 0;
  for (const grapheme of graphemes(line)) {
    const label = chips.label(grapheme);
    const text = label === undefined ? grapheme : clipToWidth(label, width, '…');
    const cells = cellWidth(text);
    if (current.width + cells > width && current.width > 0) {
      current = { stops: [], width: 0, spans: [] };
      rows.push(current);
    }
    current.stops.push({ col, x: current.width });
    append(current.spans, text, label === undefined ? 'text' : 'accent');
    current.width += cells;
    col += grapheme.length;
  }
  return rows;
}

function append(spans: Line, text: string, role: 'text' | 'accent'): void {
  const last = spans[spans.length - 1];
  if (last !== undefined && last.role === role) last.text += text;
  else spans.push({ text, role });
}
