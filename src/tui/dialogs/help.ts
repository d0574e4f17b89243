// The help page, made from the tables of keys and slash commands.
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import { type KeyContext, keyLabel } from '../keymap.js';
import type { LiveKeymap } from '../live-keymap.js';
import type { SlashCommand } from '../slash-commands.js';
import { closingKeys, type Dialog, dialogEdges } from './dialog.js';
import { createScroll } from './scroll.js';

export interface HelpOptions {
  close(): void;
  redraw(): void;
  ascii: boolean;
  keymap: LiveKeymap;
  /** All slash commands. */
  commands: readonly SlashCommand[];
  /** It is ours, and not the terminal's. */
  mouse: boolean;
}

const titles: Record<KeyContext, string> = {
  composer: 'Message',
  global: 'Everywhere',
  conversation: 'Conversation',
  files: 'Files',
  agent: 'Pane of an agent, beside the keys of the conversation',
  plan: 'Plan',
  review: 'Plan in review',
  'plan-edit': 'Plan that is edited',
};
const mostColumns = 84;
const openingKeys = ['f1', '?'];

export function createHelpDialog(options: HelpOptions): Dialog {
  const { close, redraw, ascii } = options;
  const scroll = createScroll(ascii);
  let made: { width: number; lines: Line[] } | undefined;
  const linesFor = (width: number): Line[] => {
    if (made?.width !== width) made = { width, lines: helpRows(options).flatMap((row) => rowLines(row, width)) };
    return made.lines;
  };
  return {
    wants(screen) {
      const width = Math.min(screen.width, mostColumns);
      const rows = linesFor(width - dialogEdges.width).length + dialogEdges.height;
      return { width, height: Math.min(screen.height, rows), at: 'middle' };
    },
    frame() {
      const label = scroll.label();
      return {
        role: 'borderFocus',
        title: 'Help',
        rightTitle: [{ text: 'Esc closes', role: 'dim' }],
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines: (width, height) => scroll.window(linesFor(width), height),
    onWheel: (rows) => scroll.by(rows),
    onInput(event) {
      const [key = ''] = keyNames(event);
      if (scroll.onKey(key)) redraw();
      else if (closingKeys.includes(key) || openingKeys.includes(key)) close();
      else return false;
      return true;
    },
  };
}

interface HelpRow {
  left: string;
  /** Absent: `left` is a heading; both empty: a blank line. */
  right?: string;
}

function helpRows({ keymap, mouse, commands }: HelpOptions): HelpRow[] {
  const sections = (Object.keys(titles) as KeyContext[]).flatMap((context): HelpRow[] => [
    { left: titles[context] },
    ...keymap
      .bindings()
      .filter((binding) => binding.context === context && binding.keys.length > 0)
      .map(keysRow),
    { left: '' },
  ]);
  return [
    ...sections,
    { left: 'Editing the message' },
    ...keymap
      .editorHelp()
      .filter(({ keys }) => keys.length > 0)
      .map(keysRow),
    { left: '' },
    { left: 'Commands' },
    ...commands.map(({ name, argument, does }) => ({
      left: `/${name}${argument ? ` ${argument}` : ''}`,
      right: does,
    })),
    { left: '' },
    { left: 'Mouse' },
    mouse ? mouseOn : mouseOff,
  ];
}

const mouseOn: HelpRow = {
  left: 'on (/mouse off)',
  right: 'click focuses and selects, the wheel scrolls, borders can be dragged; Shift and drag selects text',
};
const mouseOff: HelpRow = { left: 'off (/mouse on)', right: 'the terminal has it, and selects text' };

const keysRow = ({ keys, does }: { keys: readonly string[]; does: string }): HelpRow => ({
  left: keys.map(keyLabel).join(', '),
  right: does,
});

const leftColumns = 26;
/** Below this the text stands under its keys. */
const leastBeside = 50;

function rowLines({ left, right }: HelpRow, width: number): Line[] {
  if (right === undefined) return left === '' ? [[]] : [[{ text: left, role: 'heading' }]];
  const text = { text: right, role: 'text' } as const;
  if (width < leastBeside || left.length > leftColumns) {
    const indent = width < leastBeside ? 4 : leftColumns + 3;
    const below = wrapLine([{ text: ' '.repeat(indent), role: 'text' }, text], width, indent);
    return [[{ text: `  ${left}`, role: 'accent' }], ...below];
  }
  return wrapLine([{ text: `  ${left.padEnd(leftColumns)} `, role: 'accent' }, text], width, leftColumns + 3);
}
