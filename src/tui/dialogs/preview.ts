// A look at a file, with the colours of its language. Reading it is in tui/preview.ts.

import { cleanOneLine } from '../../view/clean.js';
import { inOneLine } from '../../view/glyphs.js';
import type { Highlighter } from '../../view/highlighter.js';
import type { Line } from '../../view/span.js';
import { splitLines, wrapLine } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import type { Preview } from '../preview.js';
import { type Dialog, dialogEdges } from './dialog.js';
import { createScroll } from './scroll.js';

export interface PreviewOptions {
  /** Relative to the working folder. */
  path: string;
  preview: Preview;
  highlighter: Highlighter;
  /** Puts the path into the message. */
  insert(): void;
  /** Opens the file in the person's editor, at a line counted from 1. */
  edit(line: number): void;
  close(): void;
  redraw(): void;
  ascii: boolean;
}

const leastColumns = 40;
const leastRows = 5;
const closingKeys = ['escape', 'q', 'space', 'ctrl+c'];

export function createPreviewDialog(options: PreviewOptions): Dialog {
  const { path, preview, highlighter, insert, edit, close, redraw, ascii } = options;
  const scroll = createScroll(ascii);
  let made: { width: number; version: number; lines: Line[]; numbers: number[] } | undefined;

  const madeFor = (width: number) => {
    const { version } = highlighter;
    if (made?.width !== width || made.version !== version)
      made = { width, version, ...previewLines(preview, path, width, highlighter, ascii) };
    return made;
  };
  const takers: Record<string, () => void> = {
    enter: insert,
    o: () => edit(made?.numbers[scroll.top()] ?? 1),
  };
  return {
    wants(screen) {
      const width = Math.max(screen.width - 4, Math.min(screen.width, leastColumns));
      const rows = madeFor(width - dialogEdges.width).lines.length + dialogEdges.height;
      return { width, height: Math.min(rows, Math.max(screen.height - 2, leastRows)), at: 'middle' };
    },
    frame() {
      const label = scroll.label();
      const keys = inOneLine(['Enter inserts', 'o edits', 'Esc closes'], ascii);
      return {
        role: 'borderFocus',
        title: cleanOneLine(path),
        rightTitle: [{ text: keys, role: 'dim' }],
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines: (width, height) => scroll.window(madeFor(width).lines, height),
    onWheel: scroll.by,
    onInput(event) {
      const [key = ''] = keyNames(event);
      const take = Object.hasOwn(takers, key) ? takers[key] : undefined;
      if (scroll.onKey(key)) redraw();
      else if (closingKeys.includes(key)) close();
      else if (take) {
        close();
        take();
      } else return false;
      return true;
    },
  };
}

/** Every row, and the number of the file's line that it shows. */
function previewLines(
  preview: Preview,
  path: string,
  width: number,
  highlighter: Highlighter,
  ascii: boolean,
): { lines: Line[]; numbers: number[] } {
  if (preview.kind === 'refused')
    return { lines: wrapLine([{ text: preview.reason, role: 'dim' }], width), numbers: [] };
  const code = highlighter.highlightFile(preview.text, path) ?? splitLines([{ text: preview.text, role: 'text' }]);
  const columns = String(code.length).length;
  const lines: Line[] = [];
  const numbers: number[] = [];
  code.forEach((line, at) => {
    const sign = { text: `${String(at + 1).padStart(columns)} `, role: 'dim' } as const;
    for (const row of wrapLine([sign, ...line], Math.max(columns + 4, width), columns + 1)) {
      lines.push(row);
      numbers.push(at + 1);
    }
  });
  if (!preview.isWhole) lines.push([{ text: ascii ? '... more is not shown' : '… more is not shown', role: 'dim' }]);
  return { lines, numbers };
}
