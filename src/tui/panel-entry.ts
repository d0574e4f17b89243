// A line that is typed into a panel's frame, to search or to filter it. Owns the text; what is done with it is the panel's.
import type { Line } from '../view/span.js';
import { createTextLine, type TextLine } from './dialogs/text-line.js';
import type { InputEvent } from './input/keys.js';

export interface PanelEntry {
  isOpen(): boolean;
  open(): void;
  close(): void;
  /** What was typed, also after it was closed. */
  text(): string;
  /** Takes what was typed back. */
  clear(): void;
  /** False: it had no use for it, and it is a key like others. */
  onInput(event: InputEvent): boolean;
  /** `/text` with a caret while it is open; undefined when there is nothing to show. `rest`: what is said behind it. */
  label(rest: string): Line | undefined;
}

export interface PanelEntryOptions {
  onChange(text: string): void;
  /** Enter was pressed; the text stays. */
  onDone?(): void;
}

/** The most that is shown of a long text; its end is seen. */
const shownColumns = 24;

export function createPanelEntry({ onChange, onDone }: PanelEntryOptions): PanelEntry {
  let line: TextLine = createTextLine();
  let isOpen = false;
  const clear = () => {
    const had = line.text() !== '';
    line = createTextLine();
    if (had) onChange('');
  };
  return {
    isOpen: () => isOpen,
    open() {
      clear();
      isOpen = true;
    },
    close() {
      isOpen = false;
    },
    text: () => line.text(),
    clear,
    onInput(event) {
      const what = line.onInput(event);
      if (what === 'ignored') return false;
      if (what === 'changed') onChange(line.text());
      else isOpen = false;
      if (what === 'left') clear();
      if (what === 'done') onDone?.();
      return true;
    },
    label(rest) {
      if (!isOpen && line.text() === '') return undefined;
      return [
        { text: `/${line.visible(shownColumns)}`, role: 'accent' },
        ...(isOpen ? [{ text: ' ', role: 'selection' as const }] : []),
        ...(rest === '' ? [] : [{ text: ` ${rest}`, role: 'dim' as const }]),
      ];
    },
  };
}
