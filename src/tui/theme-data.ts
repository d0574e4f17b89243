// A theme as data: how a role looks, in the words of theme files. Owns the names of colours; attribute numbers are theme.ts's.
import type { StyleRole } from '../view/span.js';

/** A name such as `red` or `bright-red`, or a palette index from 0 to 255. */
export type ColorValue = string | number;

/** How one role looks; what is left out is the terminal's own. */
export interface Look {
  fg?: ColorValue;
  bg?: ColorValue;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
  inverse?: boolean;
}

export type Looks = Record<StyleRole, Look>;

/** Roles that a theme leaves out look as in the default theme. */
export interface ThemeData {
  name: string;
  /** One line for the list of themes. */
  about: string;
  looks: Partial<Looks>;
}

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Palette index of a colour; undefined for one that does not exist. */
export function colorIndex(color: ColorValue): number | undefined {
  if (typeof color === 'number') return Number.isInteger(color) && color >= 0 && color <= 255 ? color : undefined;
  const name = color
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  if (/^\d{1,3}$/.test(name)) return colorIndex(Number(name));
  if (name === 'gray' || name === 'grey') return 8;
  const bright = name.startsWith('bright-');
  const at = names.indexOf(bright ? name.slice('bright-'.length) : name);
  return at === -1 ? undefined : at + (bright ? 8 : 0);
}
