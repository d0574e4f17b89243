// A diff as lines: the changed ones first of all, everything with its place when expanded.
import type { Display } from '../protocol/display.js';
import { foldLine, type LineOptions } from './line-options.js';
import type { Line, StyleRole } from './span.js';
import { breakLine, clipLine } from './wrap.js';

type Diff = Extract<Display, { kind: 'diff' }>;

const foldedChanges = 6;

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
  if (options.expanded) return diff.hunks.flatMap((hunk) => hunkLines(hunk, options));
  const changes = diff.hunks.flatMap((hunk) => hunk.lines).filter((line) => line[0] === '+' || line[0] === '-');
  const lines = changes
    .slice(0, foldedChanges)
    .map((line) => clipLine([{ text: shown(line), role: roleOf(line) }], options.width, options.ascii ? '...' : '…'));
  const hidden = changes.length - lines.length;
  return hidden > 0 ? [...lines, foldLine(hidden, options)] : lines;
}

function hunkLines(hunk: Diff['hunks'][number], options: LineOptions): Line[] {
  const place = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  const head = clipLine([{ text: place, role: 'dim' }], options.width);
  return [head, ...hunk.lines.flatMap((line) => breakLine([{ text: shown(line), role: roleOf(line) }], options.width))];
}

/** `+text` as `+ text`: the sign stands apart from what it is about. */
function shown(line: string): string {
  return `${line.slice(0, 1)} ${line.slice(1)}`.replaceAll('\t', '    ').trimEnd();
}

function roleOf(line: string): StyleRole {
  if (line[0] === '+') return 'added';
  return line[0] === '-' ? 'removed' : 'dim';
}
