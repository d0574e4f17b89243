// The look of every style role and the glyphs of borders. Sixteen palette colours, so that the user's own colours work.
import type { StyleRole } from '../view/span.js';
import { attrOf, defaultColor, flag } from './attributes.js';

export interface BorderGlyphs {
  topLeft: string;
  topRight: string;
  bottomLeft: string;
  bottomRight: string;
  horizontal: string;
  vertical: string;
  /** Left and right end of a top border that is also the bottom of the pane above. */
  joinLeft: string;
  joinRight: string;
}

export interface Theme {
  /** Attribute number of a role, for cells. */
  attr(role: StyleRole): number;
  border: BorderGlyphs;
  /** Stands for what was cut off. */
  ellipsis: string;
}

export interface ThemeOptions {
  /** False: only bold, dim, italic, underline and inverse. */
  color: boolean;
  /** Borders of + - and |. */
  ascii: boolean;
}

interface Look {
  flags?: number;
  foreground?: number;
  background?: number;
  /** Instead of `flags` when there is no colour. */
  plainFlags?: number;
}

const red = 1;
const green = 2;
const yellow = 3;
const blue = 4;
const magenta = 5;
const cyan = 6;

const looks: Record<StyleRole, Look> = {
  text: {},
  dim: { flags: flag.dim },
  strong: { flags: flag.bold },
  emphasis: { flags: flag.italic },
  heading: { flags: flag.bold, foreground: cyan },
  code: { foreground: cyan },
  link: { flags: flag.underline, foreground: blue },
  quote: { flags: flag.dim | flag.italic },
  user: { flags: flag.bold, foreground: green },
  accent: { foreground: magenta, plainFlags: flag.bold },
  success: { foreground: green },
  warning: { foreground: yellow, plainFlags: flag.bold },
  error: { flags: flag.bold, foreground: red },
  added: { foreground: green },
  removed: { foreground: red, plainFlags: flag.dim },
  border: { flags: flag.dim },
  borderFocus: { foreground: cyan, plainFlags: flag.bold },
  title: { flags: flag.bold },
  selection: { flags: flag.inverse },
  status: { flags: flag.dim },
};

const lineBorder: BorderGlyphs = {
  topLeft: '╭',
  topRight: '╮',
  bottomLeft: '╰',
  bottomRight: '╯',
  horizontal: '─',
  vertical: '│',
  joinLeft: '├',
  joinRight: '┤',
};
const asciiBorder: BorderGlyphs = {
  topLeft: '+',
  topRight: '+',
  bottomLeft: '+',
  bottomRight: '+',
  horizontal: '-',
  vertical: '|',
  joinLeft: '+',
  joinRight: '+',
};

/** Colour is off when NO_COLOR is set to anything but the empty text. */
export function colorWanted(env: NodeJS.ProcessEnv): boolean {
  return !env.NO_COLOR;
}

export function createTheme(options: ThemeOptions): Theme {
  const attrs = new Map<StyleRole, number>();
  for (const [role, look] of Object.entries(looks) as [StyleRole, Look][]) {
    const flags = options.color ? look.flags : (look.plainFlags ?? look.flags);
    const foreground = options.color ? look.foreground : undefined;
    const background = options.color ? look.background : undefined;
    attrs.set(role, attrOf(flags ?? 0, foreground ?? defaultColor, background ?? defaultColor));
  }
  return {
    attr: (role) => attrs.get(role) as number,
    border: options.ascii ? asciiBorder : lineBorder,
    ellipsis: options.ascii ? '...' : '…',
  };
}
