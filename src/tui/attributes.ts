// Attribute numbers of cells, in blessed's layout, and the escape codes they stand for. Knows no roles.

/** Flags of an attribute; dim and italic are bits blessed itself leaves unused. */
export const flag = { bold: 1, underline: 2, blink: 4, inverse: 8, invisible: 16, dim: 32, italic: 64 } as const;

/** The terminal's own foreground or background. */
export const defaultColor = 0x1ff;
export const defaultAttr = (defaultColor << 9) | defaultColor;

/** One attribute number; colours are palette indices (0 to 255) or `defaultColor`. */
export function attrOf(flags: number, foreground = defaultColor, background = defaultColor): number {
  return (flags << 18) | (foreground << 9) | background;
}

const codes = new Map<number, string>();

/** The SGR sequence that sets exactly this attribute, whatever was set before. */
export function sgrOf(attr: number): string {
  let code = codes.get(attr);
  if (code === undefined) {
    code = buildSgr(attr);
    codes.set(attr, code);
  }
  return code;
}

function buildSgr(attr: number): string {
  if (attr === defaultAttr) return '\x1b[m';
  const flags = attr >> 18;
  const parts = ['0'];
  if (flags & flag.bold) parts.push('1');
  if (flags & flag.dim) parts.push('2');
  if (flags & flag.italic) parts.push('3');
  if (flags & flag.underline) parts.push('4');
  if (flags & flag.blink) parts.push('5');
  if (flags & flag.inverse) parts.push('7');
  if (flags & flag.invisible) parts.push('8');
  pushColor((attr >> 9) & 0x1ff, 30, parts);
  pushColor(attr & 0x1ff, 40, parts);
  return `\x1b[${parts.join(';')}m`;
}

function pushColor(color: number, base: 30 | 40, into: string[]): void {
  if (color === defaultColor) return;
  if (color < 8) into.push(String(base + color));
  else if (color < 16) into.push(String(base + 60 + color - 8));
  else into.push(String(base + 8), '5', String(color & 0xff));
}
