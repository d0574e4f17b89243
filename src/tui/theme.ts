// From a theme's data to what the painter needs: an attribute number for every role, and the glyphs of borders.
import { glyphs } from '../view/glyphs.js';
import type { StyleRole } from '../view/span.js';
import { attrOf, defaultColor, flag } from './attributes.js';
import { type ColorValue, colorIndex, type Look, type ThemeData } from './theme-data.js';
import { defaultLooks, plainLooks } from './themes/default.js';

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
  /** Absent: the default theme. */
  data?: ThemeData;
}

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

/** Without colour every theme looks the same: what the user asked of all programs wins over a choice in this one. */
export function createTheme({ color, ascii, data }: ThemeOptions): Theme {
  const attrs = new Map<StyleRole, number>();
  for (const role of Object.keys(defaultLooks) as StyleRole[]) {
    const look = color
      ? (data?.looks[role] ?? defaultLooks[role])
      : withoutColor(plainLooks[role] ?? defaultLooks[role]);
    attrs.set(role, attrOfLook(look));
  }
  return {
    attr: (role) => attrs.get(role) as number,
    border: ascii ? asciiBorder : lineBorder,
    ellipsis: glyphs(ascii).ellipsis,
  };
}

function withoutColor({ fg, bg, ...rest }: Look): Look {
  return rest;
}

function attrOfLook({ fg, bg, ...flags }: Look): number {
  let bits = 0;
  for (const name of ['bold', 'dim', 'italic', 'underline', 'inverse'] as const) if (flags[name]) bits |= flag[name];
  return attrOf(bits, paletteIndex(fg), paletteIndex(bg));
}

const paletteIndex = (color: ColorValue | undefined) =>
  (color === undefined ? undefined : colorIndex(color)) ?? defaultColor;
