// Which part of a code gets colours, and lines that are coloured to a part put together with the rest.
import type { Line } from './span.js';

const maxLines = 500;
const maxChars = 40_000;
/** A growing text is coloured again when this part of it is new. */
const freshPart = 1 / 8;

/** The beginning of a code, in whole lines, and its colours. */
export interface ColouredStart {
  code: string;
  lines: Line[];
}

/** The lines that get colours: not too many, not too long, and of a growing text only those that are whole. */
export function boundedHead(code: string, growing: boolean): string {
  let end = growing ? Math.max(0, code.lastIndexOf('\n')) : code.length;
  if (end > maxChars) end = Math.max(0, code.lastIndexOf('\n', maxChars));
  let at = -1;
  for (let line = 0; line < maxLines; line++) {
    at = code.indexOf('\n', at + 1);
    if (at === -1 || at >= end) return code.slice(0, end);
  }
  return code.slice(0, at);
}

export function isStartOf(start: ColouredStart, code: string): boolean {
  return code.startsWith(start.code) && (code.length === start.code.length || code[start.code.length] === '\n');
}

/** So little of a growing `head` is new that it can wait. */
export function isFreshEnough(start: ColouredStart | undefined, head: string): boolean {
  if (start === undefined || !isStartOf(start, head)) return false;
  const fresh = head.slice(start.code.length).split('\n').length - 1;
  return fresh === 0 || fresh < start.lines.length * freshPart;
}

/** The coloured lines, and after them those of `code` that have no colours. */
export function withRest(lines: Line[], code: string): Line[] {
  let end = -1;
  for (let line = 0; line < lines.length; line++) {
    end = code.indexOf('\n', end + 1);
    if (end === -1) return lines;
  }
  const rest = code.slice(end + 1).split('\n');
  return lines.concat(rest.map((text): Line => (text === '' ? [] : [{ text, role: 'text' }])));
}
