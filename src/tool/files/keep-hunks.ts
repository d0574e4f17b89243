// A text with only some hunks of its change. Pure; which ones the person says, and the hunks are those of diff-display.
import type { DiffHunk } from '../../protocol/display.js';

/** `oldText` with the hunks whose indexes are in `taken` as they are in `newText`; what lies between hunks stays as it was. */
export function keepHunks(oldText: string, newText: string, hunks: DiffHunk[], taken: ReadonlySet<number>): string {
  const old = withEnds(oldText);
  const fresh = withEnds(newText);
  const kept: string[] = [];
  let next = 0;
  hunks.forEach(({ oldStart, oldLines, newStart, newLines }, index) => {
    const from = startOf(oldStart);
    kept.push(...old.slice(next, from));
    next = from + oldLines;
    const at = startOf(newStart);
    kept.push(...(taken.has(index) ? fresh.slice(at, at + newLines) : old.slice(from, next)));
  });
  return [...kept, ...old.slice(next)].join('');
}

/** A hunk without lines on one side may begin at line 0. */
const startOf = (line: number) => Math.max(0, line - 1);

/** Each line with its line end, so that a last line without one is not the same as one that has it. */
function withEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
