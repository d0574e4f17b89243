// Puts the new text of an edit at the one place it means, character by character. Pure; knows no files and not how places are found.
import { PaiError } from '../../base/error.js';
import { findPlaces, lineNumberAt, type Place, straightQuotes, withoutLineNumbers } from './find-places.js';
import { nearestHint } from './nearest-place.js';

export interface TextEdit {
  old: string;
  new: string;
  replaceAll: boolean;
}

/** Named in a message. */
const maxListedPlaces = 100;

/** Applies edits one after another, each to the result of the one before. All or none: throws PaiError naming the edit. */
export function applyEdits(text: string, edits: TextEdit[], shownPath: string): string {
  return edits.reduce((current, edit, index) => {
    const name = edits.length > 1 ? `edit ${index + 1}: ` : '';
    return applyEdit(current, edit, (problem) => `${name}${problem} in ${shownPath}; nothing was changed`);
  }, text);
}

function applyEdit(text: string, edit: TextEdit, message: (problem: string) => string): string {
  if (edit.old === '') {
    const hint = 'Name the text to replace; write_file writes a whole file.';
    throw new PaiError('tool', message('the old text is empty'), hint);
  }
  if (edit.old === edit.new)
    throw new PaiError('tool', message('old and new text are the same, so there is no change to make'));
  const { places, meant } = locate(text, edit);
  if (places.length === 0)
    throw new PaiError(
      'tool',
      message('the old text was not found'),
      nearestHint(text, withoutLineNumbers(edit.old) ?? edit.old),
    );
  if (places.length > 1 && !edit.replaceAll) {
    const lines = places.slice(0, maxListedPlaces).map(({ start }) => lineNumberAt(text, start));
    const list = `lines ${lines.join(', ')}${places.length > maxListedPlaces ? ', …' : ''}`;
    const hint = 'Add more of the lines around it to make it unique, or set replace_all.';
    throw new PaiError('tool', message(`the old text was found ${places.length} times (${list})`), hint);
  }
  let result = '';
  let from = 0;
  for (const place of places) {
    result += text.slice(from, place.start) + replacement(text, place, meant);
    from = place.end;
  }
  return result + text.slice(from);
}

/** Places of the old text and the edit as it was meant: line numbers pasted from a listing are no part of the file. */
function locate(text: string, edit: TextEdit): { places: Place[]; meant: TextEdit } {
  const places = findPlaces(text, edit.old);
  const old = places.length > 0 ? undefined : withoutLineNumbers(edit.old);
  if (old === undefined || old === '') return { places, meant: edit };
  return { places: findPlaces(text, old), meant: { ...edit, old, new: withoutLineNumbers(edit.new) ?? edit.new } };
}

/** The new text with the line endings of the line it comes to stand in, and the file's own quotes where old and new agree. */
function replacement(text: string, { start, end }: Place, edit: TextEdit): string {
  const fresh = keepQuotes(
    text.slice(start, end),
    edit.old.replaceAll('\r\n', '\n'),
    edit.new.replaceAll('\r\n', '\n'),
  );
  const lineEnd = text.indexOf('\n', start);
  const crlf = lineEnd > 0 ? text[lineEnd - 1] === '\r' : text.endsWith('\r\n');
  return crlf ? fresh.replace(/\r?\n/g, '\r\n') : fresh;
}

function keepQuotes(found: string, old: string, fresh: string): string {
  if (found === old || straightQuotes(found) !== straightQuotes(old)) return fresh;
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  return found.slice(0, head) + fresh.slice(head, fresh.length - tail) + found.slice(found.length - tail);
}
