// A window over a long list with one row selected. Only the rows that are seen are asked for; the selection is a path, so that it survives what comes and goes.
import type { TreeRow } from '../tree-rows.js';

export interface RowSource {
  /** Whose rows they are: for each the selection is remembered. */
  root: string;
  count(): number;
  row(index: number): TreeRow | undefined;
  indexOf(path: string): number;
}

export interface ListWindow {
  /** The rows that are seen. */
  window(height: number): { row: TreeRow; isSelected: boolean }[];
  move(rows: number): void;
  /** To the first row (-1) or the last (1). */
  moveToEnd(end: -1 | 1): void;
  selected(): TreeRow | undefined;
  select(path: string): void;
  /** The row of the window, from 0; undefined when there is nothing. */
  rowAt(row: number): TreeRow | undefined;
  /** Rows of the last painted window, for page keys. */
  height(): number;
}

interface Selection {
  path: string;
  index: number;
  top: number;
  /** Selected as soon as it is among the rows, unless the selection is moved before. */
  wanted: string | undefined;
}

export function createListWindow(source: () => RowSource | undefined): ListWindow {
  const kept = new Map<string, Selection>();
  let height = 1;

  function selection(root: string): Selection {
    let known = kept.get(root);
    if (!known) {
      known = { path: '', index: 0, top: 0, wanted: undefined };
      kept.set(root, known);
    }
    return known;
  }

  /** The selection stays on its path when rows come and go; when the path is gone it stays at its place. */
  function settle(): { rows: RowSource; at: Selection } | undefined {
    const rows = source();
    if (!rows) return undefined;
    const at = selection(rows.root);
    const wanted = at.wanted === undefined ? -1 : rows.indexOf(at.wanted);
    if (wanted !== -1) at.wanted = undefined;
    const found = wanted !== -1 ? wanted : rows.row(at.index)?.path === at.path ? at.index : rows.indexOf(at.path);
    place(rows, at, found === -1 ? at.index : found);
    return { rows, at };
  }

  function place(rows: RowSource, at: Selection, index: number): void {
    at.index = Math.max(0, Math.min(index, rows.count() - 1));
    const path = rows.row(at.index)?.path;
    // While a folder is read there are no rows; what was selected comes back with them.
    if (path === undefined) at.wanted ??= at.path || undefined;
    else at.path = path;
  }

  function moveTo(target: (index: number, last: number) => number): void {
    const settled = settle();
    if (!settled) return;
    settled.at.wanted = undefined;
    place(settled.rows, settled.at, target(settled.at.index, settled.rows.count() - 1));
  }

  return {
    window(rowsShown) {
      height = Math.max(1, rowsShown);
      const settled = settle();
      if (!settled) return [];
      const { rows, at } = settled;
      const lastTop = Math.max(0, rows.count() - height);
      at.top = Math.max(0, Math.min(Math.max(at.top, at.index - height + 1), at.index, lastTop));
      const seen: { row: TreeRow; isSelected: boolean }[] = [];
      for (let index = at.top; index < at.top + height; index++) {
        const row = rows.row(index);
        if (row) seen.push({ row, isSelected: index === at.index });
      }
      return seen;
    },
    move: (by) => moveTo((from) => from + by),
    moveToEnd: (end) => moveTo((_from, last) => (end === -1 ? 0 : last)),
    selected() {
      const settled = settle();
      return settled?.rows.row(settled.at.index);
    },
    select(path) {
      const rows = source();
      if (rows) selection(rows.root).wanted = path;
    },
    rowAt(row) {
      const settled = settle();
      return settled?.rows.row(settled.at.top + row);
    },
    height: () => height,
  };
}
