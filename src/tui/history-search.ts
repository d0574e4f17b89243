// Looking through what was sent before: a line to write in, and the newest text that has it. The draft waits unchanged meanwhile.

import { cellWidth, clipToWidth } from '../base/width.js';
import { glyphs } from '../view/glyphs.js';
import { textLines } from '../view/line-options.js';
import type { Line } from '../view/span.js';
import { createTextLine, type TextLine } from './dialogs/text-line.js';
import type { Editor } from './editor.js';
import type { PastInput } from './editor-history.js';
import type { InputEvent } from './input/keys.js';

export interface HistorySearch {
  isOpen(): boolean;
  open(): void;
  /** True: it was for the search. What is not, ends it, and means what it means without one. */
  onInput(event: InputEvent): boolean;
  /** The line to write in, and below it what was found. */
  lines(width: number, height: number): Line[];
  /** Of `lines`, as they were asked for last. */
  caret(): { x: number; y: number };
  wantedRows(width: number): number;
}

interface Search {
  line: TextLine;
  inputs: readonly PastInput[];
  /** Texts that have what is written, newest first. */
  found: readonly PastInput[];
  /** The one that is shown. */
  at: number;
}

const label = 'history: ';
const mostRows = 8;
/** Keys of the terminal and of reading, which leave the search open. */
const besides: readonly string[] = ['pageup', 'pagedown', 'ctrl+l', 'ctrl+z'];
/** Keys that go on with the found text as the draft. */
const goOn: readonly string[] = ['left', 'right', 'home', 'end', 'ctrl+a', 'ctrl+e'];

export function createHistorySearch(editor: Editor, ascii: boolean): HistorySearch {
  const ellipsis = glyphs(ascii).ellipsis;
  let search: Search | undefined;
  let caret = { x: 0, y: 0 };

  const shown = () => search?.found[search.at];
  const filter = () => {
    if (!search) return;
    const wanted = search.line.text().toLowerCase();
    search.found = search.inputs.filter(({ text }) => text.toLowerCase().includes(wanted));
    search.at = 0;
  };
  const step = (by: 1 | -1) => {
    if (search) search.at = Math.max(0, Math.min(search.at + by, search.found.length - 1));
  };
  const take = () => {
    const taken = shown();
    search = undefined;
    if (taken) editor.setText(taken.text, taken.startsTyped);
  };
  const onKey = (key: string): boolean => {
    if (key === 'ctrl+r' || key === 'up') step(1);
    else if (key === 'ctrl+s' || key === 'down') step(-1);
    else if (key === 'tab') take();
    else if (besides.includes(key)) return false;
    else if (goOn.includes(key)) {
      take();
      return false;
    } else {
      search = undefined;
      return key === 'ctrl+c' || key === 'ctrl+g';
    }
    return true;
  };
  const found = (width: number): Line[] => {
    const text = shown()?.text;
    return text === undefined ? [] : textLines(text, 'text', width);
  };
  const count = ({ found, at, inputs }: Search) => {
    if (inputs.length === 0) return 'nothing was sent yet';
    return found.length === 0 ? 'no message has that' : `${at + 1} of ${found.length}`;
  };

  return {
    isOpen: () => search !== undefined,
    open() {
      const inputs = editor.pastInputs();
      search = { line: createTextLine(), inputs, found: inputs, at: 0 };
    },
    onInput(event) {
      if (!search) return false;
      const said = search.line.onInput(event);
      if (said === 'changed') filter();
      else if (said === 'done') take();
      else if (said === 'left') search = undefined;
      else return event.type === 'key' && onKey(event.key);
      return true;
    },
    lines(width, height) {
      if (!search) return [];
      const told = `  ${count(search)}`;
      const written = search.line.visible(Math.max(1, width - label.length - cellWidth(told) - 1));
      caret = { x: label.length + cellWidth(written), y: 0 };
      const first: Line = [
        { text: label, role: 'accent' },
        { text: written, role: 'text' },
        { text: clipToWidth(told, Math.max(0, width - caret.x), ellipsis), role: 'dim' },
      ];
      return [first, ...found(width).slice(0, Math.max(0, height - 1))];
    },
    caret: () => caret,
    wantedRows: (width) => Math.min(1 + found(width).length, mostRows),
  };
}
