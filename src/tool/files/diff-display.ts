// The difference of two texts as the screen shows it. Loads the diff library with the first change.
import type { DiffHunk, Display } from '../../protocol/display.js';

export type DiffDisplay = Extract<Display, { kind: 'diff' }>;

/** Texts whose comparison takes longer are shown as taken out and put in whole. */
const timeLimitMs = 300;

/** Diff of a file; `oldText` is undefined for a new one. */
export async function diffDisplay(path: string, oldText: string | undefined, newText: string): Promise<DiffDisplay> {
  const { structuredPatch } = await import('diff');
  const before = lfOnly(oldText ?? '');
  const after = lfOnly(newText);
  const patch = structuredPatch(path, path, before, after, undefined, undefined, { context: 3, timeout: timeLimitMs });
  const hunks = patch?.hunks.map(toHunk) ?? [wholeHunk(before, after)];
  const count = (sign: string) => hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith(sign)).length;
  const status = oldText === undefined ? 'added' : 'modified';
  return { kind: 'diff', path, status, added: count('+'), removed: count('-'), hunks };
}

function toHunk({ oldStart, oldLines, newStart, newLines, lines }: DiffHunk): DiffHunk {
  return { oldStart, oldLines, newStart, newLines, lines };
}

function wholeHunk(before: string, after: string): DiffHunk {
  const old = linesOf(before);
  const now = linesOf(after);
  const lines = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  return { oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines };
}

const lfOnly = (text: string) => text.replaceAll('\r\n', '\n');

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
