// A diff as lines: the changed ones first of all, everything with its place when expanded. Two columns where they fit.

import type { Display } from '../protocol/display.js';
import { changesOf, type DiffChange, type DiffLine, markChangedWords, withSign } from './diff-changes.js';
import { leastSplitWidth, splitRows } from './diff-split.js';
import { glyphs } from './glyphs.js';
import { foldLine, type LineOptions } from './line-options.js';
import type { Line } from './span.js';
import { breakLine, clipLine } from './wrap.js';

type Diff = Extract<Display, { kind: 'diff' }>;

const foldedChanges = 6;
/** So few that a rewritten file does not hold up a frame. */
const mostMarkedPairs = 100;

/** `src/date.ts  +3 −1`. */
export function diffTitle(diff: Diff, ascii: boolean): Line {
  const status = diff.status === 'modified' ? '' : ` (${diff.status === 'added' ? 'new' : 'deleted'})`;
  return [
    { text: diff.path, role: 'strong' },
    { text: status, role: 'dim' },
    { text: `  +${diff.added}`, role: 'added' },
    { text: ` ${ascii ? '-' : '−'}${diff.removed}`, role: 'removed' },
  ];
}

/** Folded: the first changed lines, clipped. Expanded: every line of every hunk, broken where it is too long. */
export function diffLines(diff: Diff, options: LineOptions): Line[] {
  const isSplit = canSplit(diff, options.width) && !options.unified;
  return options.expanded ? wholeLines(diff, options, isSplit) : firstLines(diff, options, isSplit);
}

/** Two columns fit. Of a new or a deleted file one of them would be empty. */
export function canSplit(diff: Diff, width: number): boolean {
  return width >= leastSplitWidth && diff.status === 'modified';
}

function wholeLines(diff: Diff, options: LineOptions, isSplit: boolean): Line[] {
  let pairs = mostMarkedPairs;
  return diff.hunks.flatMap((hunk) => {
    const place = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
    const head = clipLine([{ text: place, role: 'dim' }], options.width);
    const changes = changesOf(hunk);
    pairs = markChangedWords(changes, options.highlighter, pairs);
    if (isSplit) return [head, ...splitRows(changes, options, 'broken').flat()];
    return [head, ...changes.flatMap(unified).flatMap((line) => breakLine(line, options.width))];
  });
}

function firstLines(diff: Diff, options: LineOptions, isSplit: boolean): Line[] {
  const rows: Line[] = [];
  let count = 0;
  for (const hunk of diff.hunks) {
    const enough = count >= foldedChanges;
    const changes = changesOf(hunk).flatMap(withoutRemarks);
    if (!enough) markChangedWords(changes, options.highlighter, foldedChanges);
    const lines = isSplit ? splitRows(changes, options, 'clipped').flat() : changes.flatMap(unified);
    if (!enough) rows.push(...lines.slice(0, foldedChanges - count));
    count += lines.length;
  }
  const ellipsis = glyphs(options.ascii).ellipsis;
  const shown = rows.map((line) => clipLine(line, options.width, ellipsis));
  return count > rows.length ? [...shown, foldLine(count - rows.length, options)] : shown;
}

/** The removed lines of a change and then the added ones; a line that stayed once. */
function unified({ kind, before, after }: DiffChange): Line[] {
  return (kind === 'same' ? [...before, ...after.slice(1)] : [...before, ...after]).map(withSign);
}

/** What stayed is not wanted, and a remark about the end of the file is no change. */
function withoutRemarks({ kind, before, after }: DiffChange): DiffChange[] {
  const isLine = ({ sign }: DiffLine) => sign !== '\\';
  return kind === 'same' ? [] : [{ kind, before: before.filter(isLine), after: after.filter(isLine) }];
}
