// The file tree of the working folder with marks for what the agent changed, or the files that fit what was typed.
import { cellWidth } from '../../base/width.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatCount } from '../../view/format.js';
import type { Line } from '../../view/span.js';
import type { View } from '../../view/view-model.js';
import { createFileFilter } from '../file-filter.js';
import type { FileTree } from '../file-tree.js';
import { createPanelEntry, type PanelEntry } from '../panel-entry.js';
import type { TreeRow } from '../tree-rows.js';
import { createListWindow, type ListWindow } from './list-window.js';
import type { Panel } from './panel.js';

export interface FilesOptions {
  view: View;
  /** Undefined until the working folder is known. */
  tree(): FileTree | undefined;
  /** All files of the working folder that fit, the best first. */
  find(text: string, limit: number): Promise<readonly string[]>;
  onChange(): void;
  ascii: boolean;
}

export interface FilesPanel extends Panel, Omit<ListWindow, 'window'> {
  /** What the files are filtered by, typed into the frame. */
  filter: PanelEntry;
  /** Back to the tree, with the selected file in it. */
  leaveFilter(): void;
}

export function createFilesPanel({ view, tree, find, onChange, ascii }: FilesOptions): FilesPanel {
  const matches = createFileFilter({
    known: () => tree()?.files() ?? [],
    find,
    onChange() {
      list.moveToEnd(-1);
      onChange();
    },
  });
  const filter = createPanelEntry({ onChange: narrow });
  const list = createListWindow(() => {
    const found = matches.rows();
    if (!found) return tree();
    return {
      root: tree()?.root ?? '',
      count: () => found.length,
      row: (at) => found[at],
      indexOf: (path) => found.findIndex((row) => row.path === path),
    };
  });
  let seen: { version: number; tree: FileTree | undefined } = { version: -1, tree: undefined };
  /** What was selected in the tree when the filter began. */
  let before: string | undefined;

  function narrow(text: string): void {
    if (!matches.rows()) before = list.selected()?.path;
    matches.set(text);
    if (text.trim() !== '') list.moveToEnd(-1);
    else if (before !== undefined) list.select(before);
  }

  /** The tree knows the disk, and not what was deleted from it. */
  const showGone = () => {
    if (view.version === seen.version && tree() === seen.tree) return;
    seen = { version: view.version, tree: tree() };
    tree()?.showGone([...view.changedFiles].filter(([, change]) => change === 'deleted').map(([path]) => path));
  };
  const foundLabel = () => {
    const count = matches.rows()?.length;
    return count === undefined ? '' : formatCount(count, 'file');
  };

  async function reveal(path: string): Promise<void> {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) await tree()?.open(parts.slice(0, depth).join('/'));
    onChange();
  }

  return {
    filter,
    frame(focused) {
      const label = filter.label(foundLabel());
      return { role: focused ? 'borderFocus' : 'border', title: 'Files', ...(label ? { bottomLeft: label } : {}) };
    },
    lines(width, height, { focused, framed }) {
      showGone();
      const label = framed ? undefined : filter.label(foundLabel());
      const rows = list.window(label ? height - 1 : height);
      const lines = rows.map(({ row, isSelected }) => rowLine(row, focused && isSelected, width));
      return label ? [...lines, label] : lines;
    },
    move: list.move,
    moveToEnd: list.moveToEnd,
    selected: list.selected,
    select: list.select,
    rowAt: list.rowAt,
    height: list.height,
    leaveFilter() {
      const path = list.selected()?.path;
      filter.close();
      filter.clear();
      if (path === undefined) return;
      list.select(path);
      void reveal(path);
    },
  };

  function rowLine(row: TreeRow, isSelected: boolean, width: number): Line {
    const arrow = ascii ? (row.isOpen ? 'v' : '>') : row.isOpen ? '▾' : '▸';
    const sign = row.isFolder ? arrow : mark(row);
    const hidden = row.isFolder && !row.isOpen && holdsChanges(row.path) ? '  M' : '';
    const text = `${'  '.repeat(row.depth)}${sign} ${cleanOneLine(row.name)}${hidden}`;
    if (isSelected) return [{ text: text + ' '.repeat(Math.max(0, width - cellWidth(text))), role: 'selection' }];
    if (row.isFolder) return [{ text, role: 'strong' }];
    if (row.isGone) return [{ text, role: 'removed' }];
    return [{ text, role: view.changedFiles.has(row.path) ? 'warning' : 'text' }];
  }

  /** Of a closed folder: its files are not seen. */
  function holdsChanges(folder: string): boolean {
    for (const path of view.changedFiles.keys()) if (path.startsWith(`${folder}/`)) return true;
    return false;
  }

  function mark({ path, isGone }: TreeRow): string {
    if (isGone) return ascii ? '-' : '−';
    const change = view.changedFiles.get(path);
    if (change === 'added') return '+';
    if (change === 'modified') return 'M';
    return ascii ? ' ' : '·';
  }
}
