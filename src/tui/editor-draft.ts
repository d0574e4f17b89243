// A draft as a value: its lines and the caret, and the steps that make a new draft from an old one. No history, no painting.
import { graphemes } from '../base/width.js';

export interface Place {
  row: number;
  /** UTF-16 offset in the line, always at a border between graphemes. */
  col: number;
}

export interface Draft extends Place {
  lines: readonly string[];
}

export const emptyDraft: Draft = { lines: [''], row: 0, col: 0 };

export function isEmptyDraft(draft: Draft): boolean {
  return draft.lines.length === 1 && draft.lines[0] === '';
}

export function lineAt(draft: Draft, row: number): string {
  return draft.lines[row] ?? '';
}

/** Text put in at the caret; the caret stands after it. */
export function inserted(draft: Draft, text: string): Draft {
  const line = lineAt(draft, draft.row);
  const parts = (line.slice(0, draft.col) + text).split('\n');
  const last = parts[parts.length - 1] as string;
  parts[parts.length - 1] = last + line.slice(draft.col);
  const lines = [...draft.lines.slice(0, draft.row), ...parts, ...draft.lines.slice(draft.row + 1)];
  return { lines, row: draft.row + parts.length - 1, col: last.length };
}

/** The draft without what lies between two places, and that text. */
export function removed(draft: Draft, one: Place, other: Place): { draft: Draft; text: string } {
  const [from, to] = isBefore(other, one) ? [other, one] : [one, other];
  const first = lineAt(draft, from.row);
  const last = lineAt(draft, to.row);
  const text =
    from.row === to.row
      ? first.slice(from.col, to.col)
      : [first.slice(from.col), ...draft.lines.slice(from.row + 1, to.row), last.slice(0, to.col)].join('\n');
  const joined = first.slice(0, from.col) + last.slice(to.col);
  const lines = [...draft.lines.slice(0, from.row), joined, ...draft.lines.slice(to.row + 1)];
  return { draft: { lines, row: from.row, col: from.col }, text };
}

function isBefore(a: Place, b: Place): boolean {
  return a.row < b.row || (a.row === b.row && a.col < b.col);
}

export function leftOf(draft: Draft): Place {
  if (draft.col > 0) {
    const parts = graphemes(lineAt(draft, draft.row).slice(0, draft.col));
    return { row: draft.row, col: draft.col - (parts[parts.length - 1] as string).length };
  }
  return draft.row === 0 ? start : { row: draft.row - 1, col: lineAt(draft, draft.row - 1).length };
}

export function rightOf(draft: Draft): Place {
  const rest = lineAt(draft, draft.row).slice(draft.col);
  if (rest !== '') return { row: draft.row, col: draft.col + (graphemes(rest)[0] as string).length };
  return draft.row + 1 < draft.lines.length ? { row: draft.row + 1, col: 0 } : { row: draft.row, col: draft.col };
}

/** Start of the word before the caret; from the start of a line, the end of the line above. */
export function wordLeftOf(draft: Draft): Place {
  if (draft.col === 0) return leftOf(draft);
  const starts = words(lineAt(draft, draft.row)).filter((word) => word.from < draft.col);
  return { row: draft.row, col: starts[starts.length - 1]?.from ?? 0 };
}

/** End of the word after the caret; from the end of a line, the start of the next one. */
export function wordRightOf(draft: Draft): Place {
  const line = lineAt(draft, draft.row);
  if (draft.col === line.length) return rightOf(draft);
  return { row: draft.row, col: words(line).find((word) => word.to > draft.col)?.to ?? line.length };
}

export const start: Place = { row: 0, col: 0 };

export function endOf(draft: Draft): Place {
  const row = draft.lines.length - 1;
  return { row, col: lineAt(draft, row).length };
}

let segmenter: Intl.Segmenter | undefined;

/** Words as the language sees them, which also works where nobody writes blanks; a paste chip is a word of its own. */
function words(line: string): { from: number; to: number }[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const found: { from: number; to: number }[] = [];
  for (const part of segmenter.segment(line)) {
    if (part.isWordLike || /\p{Co}/u.test(part.segment))
      found.push({ from: part.index, to: part.index + part.segment.length });
  }
  return found;
}
