// Finds the one place an edit means and puts the new text there, character by character. Pure; knows no files.
import { PaiError } from '../../base/error.js';

export interface TextEdit {
  old: string;
  new: string;
  replaceAll: boolean;
}

interface Place {
  start: number;
  end: number;
}

/** Applies edits one after another, each to the result of the one before. All or none: throws PaiError naming the edit. */
export function applyEdits(text: string, edits: TextEdit[], shownPath: string): string {
  return edits.reduce((current, edit, index) => {
    const name = edits.length > 1 ? `edit ${index + 1}: ` : '';
    return applyEdit(current, edit, (problem) => `${name}${problem} in ${shownPath}; nothing was changed`);
  }, text);
}

function applyEdit(text: string, edit: TextEdit, message: (problem: string) => string): string {
  if (edit.old === '')
    throw new PaiError(
      'tool',
      message('the old text is empty'),
      'Name the text to replace; write_file writes a whole file.',
    );
  if (edit.old === edit.new)
    throw new PaiError('tool', message('old and new text are the same, so there is no change to make'));
  const places = findPlaces(text, edit.old);
  if (places.length === 0)
    throw new PaiError('tool', message('the old text was not found'), nearestLines(text, edit.old));
  if (places.length > 1 && !edit.replaceAll) {
    const lines = places.slice(0, 10).map(({ start }) => lineNumberAt(text, start));
    const more = places.length > 10 ? ', …' : '';
    const hint = 'Add more of the lines around it to make it unique, or set replace_all.';
    throw new PaiError(
      'tool',
      message(`the old text was found ${places.length} times (lines ${lines.join(', ')}${more})`),
      hint,
    );
  }
  let result = '';
  let from = 0;
  for (const { start, end } of places) {
    result += text.slice(from, start) + withEndingsOf(text, start, edit.new);
    from = end;
  }
  return result + text.slice(from);
}

/** Exact places first; if there are none, whole lines that differ only in line endings and trailing blanks. */
function findPlaces(text: string, old: string): Place[] {
  const exact = exactPlaces(text, old);
  if (exact.length > 0) return exact;
  const inLf = old.replaceAll('\r\n', '\n');
  const places = exactPlaces(text, inLf);
  return places.length > 0 ? places : linePlaces(text, inLf);
}

/** The new text with the line endings of the line it comes to stand in. */
function withEndingsOf(text: string, position: number, inserted: string): string {
  const lf = inserted.replaceAll('\r\n', '\n');
  const lineEnd = text.indexOf('\n', position);
  const crlf = lineEnd > 0 ? text[lineEnd - 1] === '\r' : text.endsWith('\r\n');
  return crlf ? lf.replaceAll('\n', '\r\n') : lf;
}

function exactPlaces(text: string, old: string): Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(old); start >= 0; start = text.indexOf(old, start + old.length))
    places.push({ start, end: start + old.length });
  return places;
}

function linePlaces(text: string, old: string): Place[] {
  if (old.trim() === '') return []; // blank lines alone say nothing about the place
  const endsWithBreak = old.endsWith('\n');
  const wanted = (endsWithBreak ? old.slice(0, -1) : old).split('\n').map((line) => line.trimEnd());
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const places: Place[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (!wanted.every((line, offset) => lines[at + offset]!.trimEnd() === line)) continue;
    const last = at + wanted.length - 1;
    const line = lines[last]!;
    const end = endsWithBreak
      ? Math.min(starts[last + 1]!, text.length)
      : starts[last]! + line.length - (line.endsWith('\r') ? 1 : 0);
    places.push({ start: starts[at]!, end });
    at = last;
  }
  return places;
}

function lineNumberAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function nearestLines(text: string, old: string): string {
  const first =
    old
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '';
  const alike = text
    .split('\n')
    .flatMap((line, index) => (first !== '' && line.trim().includes(first) ? [index + 1] : []))
    .slice(0, 5);
  if (alike.length === 0) return 'Read the file again and copy the text exactly.';
  return `Its first line stands in line ${alike.join(', ')}; compare what follows there, blanks included.`;
}
