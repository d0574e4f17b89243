// The help page, made from the tables of keys and slash commands.
import type { Line } from '../../view/span.js';
import { keyNames } from '../input/keys.js';
import { bindings, type KeyContext } from '../keymap.js';
import { slashCommands } from '../slash-commands.js';
import type { Dialog } from './dialog.js';
import { createScroll } from './scroll.js';

const titles: Record<KeyContext, string> = {
  composer: 'Message',
  global: 'Everywhere',
  conversation: 'Conversation',
  files: 'Files',
};

export function createHelpDialog(close: () => void, redraw: () => void): Dialog {
  const scroll = createScroll();
  const all = helpLines();
  return {
    wants: (screen) => ({
      width: Math.min(screen.width, 78),
      height: Math.min(screen.height, all.length + 2),
      at: 'middle',
    }),
    frame() {
      const label = scroll.label();
      return { role: 'borderFocus', title: 'Help', rightTitle: 'Esc closes', ...(label ? { bottomRight: label } : {}) };
    },
    lines: (_width, height) => scroll.window(all, height),
    onInput(event) {
      const [key = ''] = keyNames(event);
      if (scroll.onKey(key)) redraw();
      else if (['escape', 'q', 'f1', '?', 'enter', 'ctrl+c'].includes(key)) close();
    },
  };
}

function helpLines(): Line[] {
  const sections = (Object.keys(titles) as KeyContext[]).flatMap((context): Line[] => [
    [{ text: titles[context], role: 'heading' }],
    ...bindings.filter((binding) => binding.context === context).map(({ keys, does }) => row(keys.join(', '), does)),
    [],
  ]);
  const commands: Line[] = [
    [{ text: 'Commands', role: 'heading' }],
    ...slashCommands.map(({ name, argument, does }) => row(`/${name}${argument ? ` ${argument}` : ''}`, does)),
  ];
  return [...sections, ...commands];
}

const row = (left: string, right: string): Line => [
  { text: `  ${left.padEnd(28)} `, role: 'accent' },
  { text: right, role: 'text' },
];
