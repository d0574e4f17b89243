// The file tree of the working folder with marks for what the agent changed.
import { cellWidth } from '../../base/width.js';
import { cleanOneLine } from '../../view/clean.js';
import type { Line } from '../../view/span.js';
import type { View } from '../../view/view-model.js';
import type { FileTree, TreeRow } from '../file-tree.js';
import type { Panel } from './panel.js';

export interface FilesOptions {
  view: View;
  /** Undefined until the working folder is known. */
  tree(): FileTree | undefined;
  ascii: boolean;
}

export interface FilesPanel extends Panel {
  move(rows: number): void;
  /** To the first row (-1) or the last (1). */
  moveToEnd(end: -1 | 1): void;
  selected(): TreeRow | undefined;
  select(path: string): void;
  /** Rows of the last painted window, for page keys. */
  height(): number;
}

export function createFilesPanel({ view, tree, ascii }: FilesOptions): FilesPanel {
  let selectedPath = '';
  let index = 0;
  let top = 0;
  let height = 1;

  /** The selection stays on its path when rows come and go; when the path is gone it stays at its place. */
  const settle = (rows: readonly TreeRow[]) => {
    const found = rows[index]?.path === selectedPath ? index : rows.findIndex((row) => row.path === selectedPath);
    index = Math.max(0, Math.min(found === -1 ? index : found, rows.length - 1));
    selectedPath = rows[index]?.path ?? selectedPath;
  };
  const moveTo = (target: (index: number, last: number) => number) => {
    const rows = tree()?.rows() ?? [];
    settle(rows);
    index = Math.max(0, Math.min(target(index, rows.length - 1), rows.length - 1));
    selectedPath = rows[index]?.path ?? '';
  };
  return {
    frame: (focused) => ({ role: focused ? 'borderFocus' : 'border', title: 'Files' }),
    lines(width, rowsShown, { focused }) {
      height = rowsShown;
      const rows = tree()?.rows() ?? [];
      settle(rows);
      top = Math.max(0, Math.min(Math.max(top, index - height + 1), index, Math.max(0, rows.length - height)));
      return rows.slice(top, top + height).map((row, i) => rowLine(row, focused && top + i === index, width));
    },
    move: (by) => moveTo((from) => from + by),
    moveToEnd: (end) => moveTo((_from, last) => (end === -1 ? 0 : last)),
    selected() {
      const rows = tree()?.rows() ?? [];
      settle(rows);
      return rows[index];
    },
    select(path) {
      selectedPath = path;
    },
    height: () => height,
  };

  function rowLine(row: TreeRow, isSelected: boolean, width: number): Line {
    const arrow = ascii ? (row.isOpen ? 'v' : '>') : row.isOpen ? '▾' : '▸';
    const sign = row.isFolder ? arrow : mark(row.path);
    const text = `${'  '.repeat(row.depth)}${sign} ${cleanOneLine(row.name)}`;
    if (isSelected) return [{ text: text + ' '.repeat(Math.max(0, width - cellWidth(text))), role: 'selection' }];
    if (row.isFolder) return [{ text, role: 'strong' }];
    return [{ text, role: view.changedFiles.has(row.path) ? 'warning' : 'text' }];
  }

  function mark(path: string): string {
    const change = view.changedFiles.get(path);
    if (change === 'added') return '+';
    if (change === 'modified') return 'M';
    return ascii ? ' ' : '·';
  }
}
