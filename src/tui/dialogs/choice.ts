// A list to choose from with the arrow keys: threads, models, what to do after a crash.
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import type { Arming } from './arming.js';
import { type Dialog, dialogEdges } from './dialog.js';

export interface ChoiceOptions<T> {
  title: string;
  /** Lines above the list, e.g. what happened; wrapped to the width. */
  intro?: Line[];
  items: readonly { value: T; label: string; detail?: string }[];
  onChoice(value: T): void;
  onCancel(): void;
  redraw(): void;
  ascii: boolean;
  /** For a list that nobody asked for: Enter and Esc wait until it was seen. */
  arming?: Arming;
}

const mostColumns = 90;

export function createChoiceDialog<T>(options: ChoiceOptions<T>): Dialog {
  const { items, arming } = options;
  let selected = 0;
  const move = (to: number) => {
    selected = Math.max(0, Math.min(items.length - 1, to));
    options.redraw();
  };
  const introLines = (width: number) => (options.intro ?? []).flatMap((line) => wrapLine(line, width));
  const itemLine = (item: ChoiceOptions<T>['items'][number], isSelected: boolean): Line => [
    {
      text: `${isSelected ? glyphs(options.ascii).prompt : ' '} ${item.label}`,
      role: isSelected ? 'selection' : 'text',
    },
    ...(item.detail ? [{ text: `  ${item.detail}`, role: 'dim' as const }] : []),
  ];
  const choose = () => {
    const item = items[selected];
    if (item) options.onChoice(item.value);
  };
  const moves: Record<string, () => void> = {
    up: () => move(selected - 1),
    k: () => move(selected - 1),
    down: () => move(selected + 1),
    j: () => move(selected + 1),
    home: () => move(0),
    end: () => move(items.length - 1),
  };
  const decisions: Record<string, () => void> = { enter: choose, escape: options.onCancel, 'ctrl+c': options.onCancel };

  return {
    wants(screen) {
      const width = Math.min(screen.width, mostColumns);
      const rows = introLines(width - dialogEdges.width).length + Math.max(1, items.length) + dialogEdges.height;
      return { width, height: Math.min(screen.height, rows), at: 'middle' };
    },
    frame: () => ({
      role: 'borderFocus',
      title: options.title,
      rightTitle: [{ text: options.ascii ? 'Enter - Esc' : 'Enter · Esc', role: 'dim' }],
    }),
    lines(width, height) {
      // The list must keep a row however long the text above it is.
      const intro = introLines(width).slice(0, Math.max(0, height - Math.min(items.length, 2)));
      const room = Math.max(1, height - intro.length);
      const top = Math.max(0, Math.min(selected - Math.floor(room / 2), items.length - room));
      return [...intro, ...items.slice(top, top + room).map((item, i) => itemLine(item, top + i === selected))];
    },
    onInput(event) {
      const mayDecide = arming?.allows() ?? true;
      const [key = ''] = keyNames(event);
      if (Object.hasOwn(moves, key)) moves[key]?.();
      else if (!Object.hasOwn(decisions, key)) return false;
      else if (mayDecide) decisions[key]?.();
      return true;
    },
    onPainted(visible) {
      if (visible) arming?.painted();
      else arming?.reset();
    },
  };
}
