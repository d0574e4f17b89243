// A list to choose from with the arrow keys: threads, models, what to do after a crash.
import type { Line } from '../../view/span.js';
import { keyNames } from '../input/keys.js';
import type { Dialog } from './dialog.js';

export interface ChoiceOptions<T> {
  title: string;
  /** Lines above the list, e.g. what happened. */
  intro?: Line[];
  items: { value: T; label: string; detail?: string }[];
  onChoice(value: T): void;
  /** Esc; absent: one of the items must be taken. */
  onCancel?: () => void;
  redraw(): void;
}

export function createChoiceDialog<T>(options: ChoiceOptions<T>): Dialog {
  const { items, intro = [] } = options;
  let selected = 0;
  const move = (to: number) => {
    selected = Math.max(0, Math.min(items.length - 1, to));
    options.redraw();
  };
  const itemLine = (item: ChoiceOptions<T>['items'][number], isSelected: boolean): Line => [
    { text: `${isSelected ? '›' : ' '} ${item.label}`, role: isSelected ? 'selection' : 'text' },
    ...(item.detail ? [{ text: `  ${item.detail}`, role: 'dim' as const }] : []),
  ];
  const choose = () => {
    const item = items[selected];
    if (item) options.onChoice(item.value);
  };
  const keys: Record<string, () => void> = {
    up: () => move(selected - 1),
    k: () => move(selected - 1),
    down: () => move(selected + 1),
    j: () => move(selected + 1),
    home: () => move(0),
    end: () => move(items.length - 1),
    enter: choose,
    escape: () => options.onCancel?.(),
    'ctrl+c': () => options.onCancel?.(),
  };
  return {
    wants: (screen) => ({
      width: Math.min(screen.width, 90),
      height: Math.min(screen.height, intro.length + Math.max(1, items.length) + 2),
      at: 'middle',
    }),
    frame: () => ({
      role: 'borderFocus',
      title: options.title,
      rightTitle: options.onCancel ? 'Enter chooses · Esc closes' : 'Enter chooses',
    }),
    lines(_width, height) {
      const room = Math.max(1, height - intro.length);
      const top = Math.max(0, Math.min(selected - Math.floor(room / 2), items.length - room));
      return [...intro, ...items.slice(top, top + room).map((item, i) => itemLine(item, top + i === selected))];
    },
    onInput(event) {
      const [key = ''] = keyNames(event);
      keys[key]?.();
    },
  };
}
