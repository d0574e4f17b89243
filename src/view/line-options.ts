// How blocks are to be drawn, and the pieces their drawings share.
import { glyphs } from './glyphs.js';
import type { Highlighter } from './highlighter.js';
import { withLinks } from './link-target.js';
import type { Line, StyleRole } from './span.js';
import { clipLine, splitLines, wrapLine } from './wrap.js';

export interface LineOptions {
  /** Cells; no line is wider. */
  width: number;
  /** Everything instead of the first or last few lines. */
  expanded: boolean;
  /** Diffs in one column, also where two would fit. */
  unified?: boolean;
  ascii: boolean;
  /** Said where something is folded, e.g. `Ctrl+O expand`; empty where nothing can be expanded. */
  expandHint: string;
  /** ms since 1970, for what is running. */
  now: number;
  /** Colours code and marks changed words; absent: neither. */
  highlighter?: Highlighter;
}

export const defaultLineOptions: LineOptions = {
  width: 80,
  expanded: false,
  ascii: false,
  expandHint: 'Ctrl+O expand',
  now: 0,
};

/** `… +12 lines  Ctrl+O expand`. */
export function foldLine(hidden: number, options: LineOptions): Line {
  const sign = glyphs(options.ascii).ellipsis;
  const hint = options.expandHint === '' ? '' : `  ${options.expandHint}`;
  const text = `${sign} +${hidden} ${hidden === 1 ? 'line' : 'lines'}${hint}`;
  return clipLine([{ text, role: 'dim' }], options.width, sign);
}

/** Plain text in one look, wrapped; addresses in it are links. */
export function textLines(text: string, role: StyleRole, width: number, hangingIndent = 0): Line[] {
  return text === '' ? [] : wrapLine(withLinks(text, role), width, hangingIndent);
}

/** One clipped line for each line of the text. */
export function clippedLines(text: string, role: StyleRole, options: LineOptions): Line[] {
  const ellipsis = glyphs(options.ascii).ellipsis;
  return splitLines([{ text, role }]).map((line) => clipLine(line, options.width, ellipsis));
}

/** The lines moved right by `cells`; they must have been made for a width that is smaller by as much. */
export function indented(lines: Line[], cells: number): Line[] {
  if (cells <= 0) return lines;
  return lines.map((line) => (line.length === 0 ? line : [{ text: ' '.repeat(cells), role: 'text' }, ...line]));
}
