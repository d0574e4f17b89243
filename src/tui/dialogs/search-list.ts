// A list to choose from that narrows while one types, with a preview beside it where there is room. Owns selection and keys; what the items mean is the caller's.

import { cellWidth } from '../../base/width.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line, Span } from '../../view/span.js';
import { clipLine, spread } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import { createNarrowing, type Narrowing } from '../narrowing.js';
import { type Dialog, type DialogSize, dialogEdges } from './dialog.js';
import { createTextLine } from './text-line.js';

export interface SearchItem<T> {
  value: T;
  label: string;
  /** Behind the label, dim. */
  detail?: string;
  /** At the right edge, e.g. a key. */
  right?: string;
  /** Searched in beside what is seen. */
  words?: string;
  /** Why it cannot be chosen now; it is then dim and says so. */
  disabled?: string | undefined;
  /** Why it can never be chosen; said when one tries. */
  locked?: string;
}

export interface SearchListOptions<T> {
  title: string;
  items: readonly SearchItem<T>[];
  /** Said in place of an empty list. */
  empty: string;
  onChoice(value: T): void;
  onCancel(): void;
  /** Another item is selected; undefined: none is. Called at once for the first. */
  onSelect?(value: T | undefined): void;
  /** The item to begin with, by its place. */
  selected?: number;
  /** More that can be done with the selected item, by key. */
  acts?: { keys: string[]; label: string; act(value: T): void }[];
  /** Lines about the selected item, for a pane of this size. */
  preview?(value: T, width: number, height: number): Line[];
  redraw(): void;
  ascii: boolean;
}

export interface SearchList<T> extends Dialog {
  /** Other items in place of these; the selection stays at its row. */
  replaceItems(items: readonly SearchItem<T>[]): void;
}

const mostColumns = 110;
const mostRows = 24;
const leastRowsOfPreview = 12;
/** Below this there is no room for a preview beside the list. */
const leastForPreview = 96;

export function createSearchList<T>(options: SearchListOptions<T>): SearchList<T> {
  const { ascii, redraw, acts = [] } = options;
  const filter = createTextLine();
  const separator = ` ${glyphs(ascii).separator} `;
  let items = options.items;
  let narrowing = narrowingOf(items);
  let selected = 0;
  let said: string | undefined;
  let rows = 1;
  let filterColumns = 1;

  function narrowingOf(all: readonly SearchItem<T>[]): Narrowing<SearchItem<T>> {
    const words = ({ label, detail = '', words = '' }: SearchItem<T>) => `${label} ${detail} ${words}`;
    return createNarrowing(all, words, () => {
      select(selected);
    });
  }
  const shown = () => narrowing.matching(filter.text());
  const current = () => shown()[selected];
  function select(to: number): void {
    selected = Math.max(0, Math.min(shown().length - 1, to));
    said = undefined;
    options.onSelect?.(current()?.value);
    redraw();
  }
  const choose = () => {
    const item = current();
    const why = item?.disabled ?? item?.locked;
    if (why !== undefined) said = why;
    else if (item) return options.onChoice(item.value);
    redraw();
  };
  const keys: Record<string, () => void> = {
    up: () => select(selected - 1),
    'ctrl+p': () => select(selected - 1),
    down: () => select(selected + 1),
    'ctrl+n': () => select(selected + 1),
    pageup: () => select(selected - rows),
    pagedown: () => select(selected + rows),
    home: () => select(0),
    end: () => select(shown().length - 1),
    enter: choose,
    escape: options.onCancel,
    'ctrl+c': options.onCancel,
  };
  for (const { keys: names, act } of acts)
    for (const name of names)
      keys[name] = () => {
        const item = current();
        if (item) act(item.value);
      };
  if (options.selected) selected = options.selected;
  options.onSelect?.(current()?.value);

  const hasPreview = (width: number) => options.preview !== undefined && width >= leastForPreview - dialogEdges.width;
  function listLines(width: number, height: number): Line[] {
    const found = shown();
    rows = Math.max(1, height - 1);
    const top = Math.max(0, Math.min(selected - Math.floor(rows / 2), found.length - rows));
    const list = found.slice(top, top + rows).map((item, at) => itemLine(item, top + at === selected, width, ascii));
    const nothing = items.length === 0 ? options.empty : 'nothing fits; Backspace widens the search';
    return [filterLine(width), ...(list.length > 0 ? list : [[{ text: `  ${nothing}`, role: 'dim' as const }]])];
  }
  function filterLine(width: number): Line {
    filterColumns = Math.max(1, width - 3);
    const sign: Span = { text: `${glyphs(ascii).prompt} `, role: 'accent' };
    if (filter.text() === '') return [sign, { text: 'type to narrow', role: 'dim' }];
    return [sign, { text: filter.visible(filterColumns), role: 'text' }];
  }
  function withPreview(width: number, height: number): Line[] {
    const left = Math.floor(width * 0.55);
    const right = width - left - 3;
    const list = listLines(left, height);
    const item = current();
    const beside = item && options.preview ? options.preview(item.value, right, height) : [];
    return Array.from({ length: height }, (_, at) => {
      const line = clipLine(list[at] ?? [], left, glyphs(ascii).ellipsis);
      const gap = left - line.reduce((sum, span) => sum + cellWidth(span.text), 0);
      return [...line, { text: `${' '.repeat(gap)} ${ascii ? '|' : '│'} `, role: 'border' }, ...(beside[at] ?? [])];
    });
  }

  return {
    wants(screen: DialogSize) {
      const width = Math.min(screen.width, mostColumns);
      // The whole list counts, not what is left of it: the box must not jump while one types.
      const least = hasPreview(width - dialogEdges.width) ? leastRowsOfPreview : 1;
      const wanted = Math.min(mostRows, Math.max(items.length, least)) + 1 + dialogEdges.height;
      return { width, height: Math.min(screen.height, wanted, Math.max(8, screen.height - 4)), at: 'middle' };
    },
    frame() {
      const count = shown().length;
      const hints = ['Enter', ...acts.map(({ label }) => label), 'Esc'].join(separator);
      return {
        role: 'borderFocus',
        title: options.title,
        rightTitle: [{ text: `${count} of ${items.length}`, role: 'dim' }],
        bottomRight: said === undefined ? [{ text: hints, role: 'dim' }] : [{ text: said, role: 'warning' }],
      };
    },
    lines: (width, height) => (hasPreview(width) ? withPreview(width, height) : listLines(width, height)),
    caret: () => ({ x: 2 + cellWidth(filter.visible(filterColumns)), y: 0 }),
    onInput(event) {
      const [key = ''] = event.type === 'key' ? keyNames(event) : [];
      if (Object.hasOwn(keys, key)) {
        keys[key]?.();
        return true;
      }
      const before = filter.text();
      const result = filter.onInput(event);
      if (filter.text() !== before) select(0);
      return result === 'changed';
    },
    replaceItems(next) {
      items = next;
      narrowing = narrowingOf(items);
      select(selected);
    },
  };
}

function itemLine<T>(item: SearchItem<T>, isSelected: boolean, width: number, ascii: boolean): Line {
  const ellipsis = glyphs(ascii).ellipsis;
  const mark = isSelected ? glyphs(ascii).prompt : ' ';
  const off = item.disabled === undefined ? undefined : ('dim' as const);
  const left: Line = [{ text: `${mark} ${item.label}`, role: isSelected ? 'selection' : (off ?? 'text') }];
  const detail = item.disabled === undefined ? item.detail : `(${item.disabled})`;
  if (detail) left.push({ text: `  ${detail}`, role: 'dim' });
  if (!item.right) return clipLine(left, width, ellipsis);
  return spread(left, [{ text: item.right, role: off ?? 'accent' }], width, ellipsis);
}
