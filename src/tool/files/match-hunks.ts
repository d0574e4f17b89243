// Finds the place of each hunk of a patch in a text and makes the new text. Pure; lines that are not changed keep their characters.
import { PaiError } from '../../base/error.js';
import { nearestHint } from './nearest-place.js';
import type { Hunk } from './parse-patch.js';

/** The text with all hunks applied, or PaiError: each must have one place, below the one before. */
export function applyHunks(text: string, hunks: Hunk[], shownPath: string): string {
  const ended = text === '' || text.endsWith('\n');
  const lines = text === '' ? [] : (ended ? text.slice(0, -1) : text).split('\n');
  const result: string[] = [];
  let cursor = 0;
  hunks.forEach((hunk, index) => {
    const name = hunks.length > 1 ? `hunk ${index + 1}: ` : '';
    const message = (problem: string) => `${name}${problem} in ${shownPath}; nothing was changed`;
    const start = placeOf(hunk, lines, cursor, message);
    result.push(...lines.slice(cursor, start));
    cursor = start;
    let replaces = false;
    for (const { sign, text: line } of hunk.lines) {
      if (sign === '+') {
        result.push(line + lineEndAt(lines, replaces ? cursor - 1 : cursor));
        continue;
      }
      if (sign === ' ') result.push(lines[cursor]!);
      replaces = sign === '-';
      cursor++;
    }
  });
  result.push(...lines.slice(cursor));
  return result.length === 0 ? '' : result.join('\n') + (ended ? '\n' : '');
}

/** In a text with mixed line endings the CR of its lines stands in them; new lines follow the one they replace or stand before. */
function lineEndAt(lines: string[], at: number): string {
  return (lines[at] ?? lines[at - 1])?.endsWith('\r') ? '\r' : '';
}

function placeOf(hunk: Hunk, lines: string[], cursor: number, message: (problem: string) => string): number {
  const old = hunk.lines.flatMap(({ sign, text }) => (sign === '+' ? [] : [text]));
  const from = anchoredStarts(hunk.anchors, lines, cursor);
  if (from.length === 0) {
    const hint = nearestHint(lines.join('\n'), hunk.anchors.join('\n'));
    throw new PaiError('tool', message(`the line ${JSON.stringify(hunk.anchors.at(-1))} of @@ was not found`), hint);
  }
  const places = old.length === 0 ? insertPlaces(hunk, lines, from) : matchPlaces(hunk, old, lines, from, cursor);
  if (places.length === 1) return places[0]!;
  if (places.length > 1) {
    const list = places.slice(0, 100).map((place) => place + 1);
    const hint = 'Add more of the lines around it, or name the function or class above it with @@.';
    throw new PaiError('tool', message(`the place is not unique (lines ${list.join(', ')})`), hint);
  }
  if (old.length === 0)
    throw new PaiError(
      'tool',
      message('lines are put in at no place'),
      'Add lines around them, @@ or *** End of File.',
    );
  const after = cursor > 0 ? ` after line ${cursor} (hunks come in the order of the file)` : '';
  throw new PaiError(
    'tool',
    message(`its lines were not found${after}`),
    nearestHint(lines.join('\n'), old.join('\n')),
  );
}

/** Where to begin looking: below each place where the anchors follow one another. */
function anchoredStarts(anchors: string[], lines: string[], cursor: number): number[] {
  let starts: number[] | undefined;
  for (const anchor of anchors) {
    const whole = lines.flatMap((line, at) => (line.trim() === anchor ? [at] : []));
    const all = whole.length > 0 ? whole : lines.flatMap((line, at) => (line.includes(anchor) ? [at] : []));
    // The first anchor may be any of its places; each further one is the next below.
    const found: number[] = starts?.flatMap((start) => all.filter((at) => at >= start).slice(0, 1)) ?? all;
    starts = [...new Set(found)].map((at) => at + 1);
  }
  if (starts === undefined) return [cursor];
  const below = starts.filter((start) => start >= cursor);
  // A second hunk of one function names the function again, which then lies above.
  return below.length > 0 || starts.length === 0 ? below : [cursor];
}

function insertPlaces(hunk: Hunk, lines: string[], from: number[]): number[] {
  if (hunk.atEnd || lines.length === 0) return [lines.length];
  return hunk.anchors.length > 0 ? from : [];
}

/** Exact lines first, then those that differ in trailing blanks. */
function matchPlaces(hunk: Hunk, old: string[], lines: string[], from: number[], cursor: number): number[] {
  const ways = [(line: string) => line.replace(/\r$/, ''), (line: string) => line.trimEnd()];
  for (const normal of ways) {
    const wanted = old.map(normal);
    const have = lines.map(normal);
    const matches = (at: number) => wanted.every((line, offset) => have[at + offset] === line);
    const last = lines.length - old.length;
    const all = Array.from({ length: Math.max(0, last + 1) }, (_place, at) => at).filter(matches);
    const end = hunk.atEnd ? all.filter((at) => at === last && at >= cursor) : [];
    if (end.length > 0) return end;
    // The lines meant by an anchor are the first below it; the anchor's own line may be repeated in the hunk.
    const firstBelow = (start: number) => all.filter((at) => at >= Math.max(cursor, start - 1)).slice(0, 1);
    const places =
      hunk.anchors.length === 0 ? all.filter((at) => at >= cursor) : [...new Set(from.flatMap(firstBelow))];
    if (places.length > 0) return places;
  }
  return [];
}
