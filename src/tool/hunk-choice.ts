// Hunks of a change that are taken one by one: how many there are, and what the model is told of a choice. Changes no file.
import { bounded } from '../base/cut-text.js';
import type { DiffHunk } from '../protocol/display.js';
import type { PreparedCall } from './tool.js';

const mostToldCharacters = 1500;
const mostToldOfAll = 8000;

interface PlacedHunk {
  path: string;
  hunk: DiffHunk;
}

/** Counted through the diffs of the preview in order. */
function hunksOf({ preview }: PreparedCall): PlacedHunk[] {
  return preview.flatMap((display) =>
    display.kind === 'diff' ? display.hunks.map((hunk) => ({ path: display.path, hunk })) : [],
  );
}

/** Undefined where there is nothing to choose from. */
export function hunkCount(prepared: PreparedCall): number | undefined {
  const count = prepared.chooseHunks === undefined ? 0 : hunksOf(prepared).length;
  return count > 1 ? count : undefined;
}

/** Indexes of hunks that are there, each once. */
export function isChoice(taken: number[], count: number): boolean {
  return new Set(taken).size === taken.length && taken.every((at) => Number.isInteger(at) && at >= 0 && at < count);
}

/** Which hunks were written and which were not, the latter with their lines: they are not in the file. */
export function hunkNote(prepared: PreparedCall, taken: number[]): string {
  const all = hunksOf(prepared);
  const refused = all.filter((_, at) => !taken.includes(at));
  const places = all.filter((_, at) => taken.includes(at)).map(placeOf);
  const texts = refused.map((one) => `${placeOf(one)}\n${bounded(one.hunk.lines.join('\n'), mostToldCharacters)}`);
  return [
    `[The user took ${places.length} of ${all.length} hunks of this change. Written: ${bounded(places.join(', '), mostToldCharacters)}.`,
    `Refused, so the file keeps its old lines there:\n${bounded(texts.join('\n'), mostToldOfAll)}]`,
  ].join(' ');
}

const placeOf = ({ path, hunk }: PlacedHunk) =>
  `${path} @@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
