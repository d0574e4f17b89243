// Files that fit what was typed: at once among those that the tree has read, then among all that the engine finds. Draws nothing.
import type { TreeRow } from './tree-rows.js';

export interface FileFilter {
  /** The best first; undefined while nothing is typed. */
  rows(): readonly TreeRow[] | undefined;
  /** The empty text ends the filter. */
  set(text: string): void;
}

export interface FileFilterOptions {
  /** Paths that are known without asking. */
  known(): readonly string[];
  /** All files of the working folder that fit, the best first, at most `limit`. */
  find(text: string, limit: number): Promise<readonly string[]>;
  onChange(): void;
}

const mostRows = 200;

export function createFileFilter({ known, find, onChange }: FileFilterOptions): FileFilter {
  let text = '';
  let rows: TreeRow[] | undefined;

  async function ask(asked: string): Promise<void> {
    const paths = await find(asked, mostRows);
    if (asked !== text) return;
    rows = paths.map(rowOf);
    onChange();
  }

  return {
    rows: () => rows,
    set(next) {
      text = next.trim();
      rows = text === '' ? undefined : containing(known(), text).map(rowOf);
      // Without an answer what the tree knows stands.
      if (text !== '') ask(text).catch(() => undefined);
    },
  };
}

function containing(paths: readonly string[], text: string): string[] {
  const wanted = text.toLowerCase();
  const found: string[] = [];
  for (const path of paths) {
    if (path.toLowerCase().includes(wanted)) found.push(path);
    if (found.length === mostRows) break;
  }
  return found;
}

const rowOf = (path: string): TreeRow => ({
  path,
  name: path,
  depth: 0,
  isFolder: false,
  isOpen: false,
  isGone: false,
});
