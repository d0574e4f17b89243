// The signs that are drawn, and their ASCII stand-ins. All are one cell wide and none has an emoji form.

export interface Glyphs {
  prompt: string;
  ok: string;
  failed: string;
  running: string;
  pending: string;
  ready: string;
  waiting: string;
  stopped: string;
  skipped: string;
  warning: string;
  info: string;
  bullet: string;
  taskOpen: string;
  taskDone: string;
  quote: string;
  ellipsis: string;
  separator: string;
  horizontal: string;
  vertical: string;
  cross: string;
  barFull: string;
  barEmpty: string;
}

const unicode: Glyphs = {
  prompt: '›',
  ok: '✓',
  failed: '✗',
  running: '◐',
  pending: '○',
  ready: '◇',
  waiting: '?',
  stopped: '⊘',
  skipped: '⊘',
  warning: '!',
  info: '·',
  bullet: '•',
  taskOpen: '[ ]',
  taskDone: '[✓]',
  quote: '│',
  ellipsis: '…',
  separator: '·',
  horizontal: '─',
  vertical: '│',
  cross: '┼',
  barFull: '█',
  barEmpty: '░',
};

const ascii: Glyphs = {
  prompt: '>',
  ok: '+',
  failed: 'x',
  running: '*',
  pending: '.',
  ready: 'o',
  waiting: '?',
  stopped: '/',
  skipped: '/',
  warning: '!',
  info: '-',
  bullet: '*',
  taskOpen: '[ ]',
  taskDone: '[x]',
  quote: '|',
  ellipsis: '...',
  separator: '-',
  horizontal: '-',
  vertical: '|',
  cross: '+',
  barFull: '#',
  barEmpty: '.',
};

export function glyphs(useAscii: boolean): Glyphs {
  return useAscii ? ascii : unicode;
}

/** Facts or keys in one line. */
export function inOneLine(parts: readonly string[], useAscii: boolean): string {
  return parts.join(` ${glyphs(useAscii).separator} `);
}

/** The title of a call; with `useAscii` the counts, range or cut at its end, which are of our own making, are ASCII too. */
export function callTitle(title: string, useAscii: boolean): string {
  if (!useAscii) return title;
  return title.replace(/ (?:\+\d+ −\d+|\d+–\d+|…)$/, (tail) => tail.replace(/[−–]/, '-').replace('…', '...'));
}
