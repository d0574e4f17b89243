// Marks text from outside as data for the model. Owns the fence and that no text can close it.
import { stripControls } from '../base/sanitize.js';

/** Characters that show nothing but can carry a message: zero width, direction, tags. */
const unseen =
  /[\u00ad\u180e\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/gu;
/** The beginning of anything that could be read as the fence. */
const fenceLike = /[<＜‹〈](?=[\s/\\]*untrusted)/giu;

/** The text in a fence that says where it is from. */
export function fenceUntrusted(source: string, text: string): string {
  const from = harmless(source)
    .replace(/["\n<>]/g, ' ')
    .slice(0, 500);
  return `<untrusted source="${from}">\n${harmless(text)}\n</untrusted>`;
}

function harmless(text: string): string {
  return stripControls(text.replace(unseen, '')).replace(fenceLike, '&lt;');
}
