// One text to be given, with what it must be and what was wrong with the last try.

import { cellWidth } from '../../base/width.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import { type Dialog, dialogEdges } from './dialog.js';
import { createTextLine } from './text-line.js';

export interface TextEntryOptions {
  title: string;
  intro: Line[];
  /** Resolves when the text was taken; rejects with an error whose message is shown, and the dialog stays. */
  take(text: string): Promise<void>;
  /** It stays when the text was taken, below what comes next. */
  keepsOpen?: boolean;
  /** What is typed is not shown. */
  isSecret?: boolean;
  close(): void;
  redraw(): void;
  ascii: boolean;
}

const mostColumns = 80;

export function createTextEntry(options: TextEntryOptions): Dialog {
  const { redraw, close, ascii } = options;
  const entry = createTextLine(options.isSecret ? { mask: ascii ? '*' : '•' } : {});
  let fault: string | undefined;
  let isBusy = false;
  let caretRow = 0;
  let columns = 1;
  const above = (width: number) => [
    ...options.intro.flatMap((line) => wrapLine(line, width)),
    ...(fault === undefined ? [] : wrapLine([{ text: fault, role: 'error' }], width)),
  ];
  const take = () => {
    if (isBusy) return;
    isBusy = true;
    const taken = () => {
      isBusy = false;
      fault = undefined;
      if (!options.keepsOpen) close();
    };
    options.take(entry.text().trim()).then(taken, (error: unknown) => {
      isBusy = false;
      fault = error instanceof Error ? error.message : String(error);
      redraw();
    });
  };
  return {
    wants(screen) {
      const width = Math.min(screen.width, mostColumns);
      const height = above(width - dialogEdges.width).length + 1 + dialogEdges.height;
      return { width, height: Math.min(screen.height, height), at: 'middle' };
    },
    frame: () => ({
      role: 'borderFocus',
      title: options.title,
      rightTitle: [{ text: ascii ? 'Enter - Esc' : 'Enter · Esc', role: 'dim' }],
    }),
    lines(width, height) {
      const head = above(width).slice(0, Math.max(0, height - 1));
      caretRow = head.length;
      columns = Math.max(1, width - 3);
      return [
        ...head,
        [
          { text: `${glyphs(ascii).prompt} `, role: 'accent' },
          { text: entry.visible(columns), role: 'text' },
        ],
      ];
    },
    caret: () => ({ x: 2 + cellWidth(entry.visible(columns)), y: caretRow }),
    onInput(event) {
      if (event.type === 'key' && (event.key === 'escape' || event.key === 'ctrl+c')) close();
      else if (event.type === 'key' && event.key === 'enter') take();
      else if (entry.onInput(event) === 'changed') redraw();
      else return false;
      return true;
    },
  };
}
