// Where one key, run of text or sequence ends in what was read so far. Keeps no state.
import { stripControls } from '../../base/sanitize.js';
import { controlKey, type InputEvent, keyEvent, noModifiers } from './keys.js';
import { readCsi, readSs3 } from './sequences.js';

/** What stands at a position: an event (or none) and where to go on; `null` when more must come. */
export type Step = { event?: InputEvent | undefined; next: number } | null;

const sequenceLimit = 4096;

/** What begins at `at`. */
export function readAt(text: string, at: number): Step {
  const code = text.charCodeAt(at);
  if (code === 0x1b) return readEscape(text, at);
  if (code < 32 || code === 127) {
    const { name, ctrl } = controlKey(code);
    return { event: keyEvent(name, { ...noModifiers, ctrl }, text[at] as string), next: at + 1 };
  }
  let end = at + 1;
  while (end < text.length && text.charCodeAt(end) >= 32 && text.charCodeAt(end) !== 127) end++;
  const run = stripControls(text.slice(at, end));
  return { event: run === '' ? undefined : { type: 'text', text: run }, next: end };
}

function readEscape(text: string, at: number): Step {
  const second = text[at + 1];
  if (second === undefined) return null;
  if (second === '[') return readCsiAt(text, at);
  if (second === 'O') return readSs3At(text, at);
  if (second === '\x1b') return readDoubleEscape(text, at);
  if (']PX^_'.includes(second)) return readStringAt(text, at);
  const length = codeLength(text, at + 1);
  const pressed = text.slice(at + 1, at + 1 + length);
  return { event: altKey(pressed, text.slice(at, at + 1 + length)), next: at + 1 + length };
}

/** ESC ESC: Alt with a cursor key where the terminal puts ESC before the key's own sequence, else Escape twice. */
function readDoubleEscape(text: string, at: number): Step {
  const third = text[at + 2];
  if (third === undefined) return null;
  if (third !== '[' && third !== 'O') return { event: keyEvent('escape', noModifiers, '\x1b'), next: at + 1 };
  const inner = third === '[' ? readCsiAt(text, at + 1) : readSs3At(text, at + 1);
  if (inner === null) return null;
  if (inner.event?.type !== 'key') return { event: keyEvent('escape', noModifiers, '\x1b'), next: at + 1 };
  const { name, ctrl, shift } = inner.event;
  return { event: keyEvent(name, { ctrl, alt: true, shift }, text.slice(at, inner.next)), next: inner.next };
}

function readCsiAt(text: string, at: number): Step {
  // The Linux console's function keys.
  if (text[at + 2] === '[') {
    const letter = text.charCodeAt(at + 3) - 64;
    if (Number.isNaN(letter)) return null;
    const sequence = text.slice(at, at + 4);
    const known = letter >= 1 && letter <= 5;
    return { event: known ? keyEvent(`f${letter}`, noModifiers, sequence) : undefined, next: at + 4 };
  }
  let end = at + 2;
  while (end < text.length && text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) <= 0x3f) end++;
  if (end - at > sequenceLimit) return { next: end };
  if (end >= text.length) return null;
  // A control inside: the sequence was broken off, go on with what broke it.
  if (text.charCodeAt(end) < 0x40 || text.charCodeAt(end) > 0x7e) return { next: end };
  if (text[end] === 'M' && end === at + 2) return text.length < at + 6 ? null : { next: at + 6 };
  const sequence = text.slice(at, end + 1);
  return { event: readCsi(sequence), next: end + 1 };
}

function readSs3At(text: string, at: number): Step {
  let end = at + 2;
  while (end < text.length && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++;
  if (end >= text.length) return null;
  if (text.charCodeAt(end) < 0x40 || text.charCodeAt(end) > 0x7e) return { next: end };
  return { event: readSs3(text.slice(at, end + 1)), next: end + 1 };
}

/** OSC, DCS and their kin: up to BEL or ST. */
function readStringAt(text: string, at: number): Step {
  for (let end = at + 2; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 7 || code === 0x9c)
      return { event: { type: 'reply', sequence: text.slice(at, end + 1) }, next: end + 1 };
    if (code !== 0x1b) continue;
    if (end + 1 >= text.length) return null;
    if (text[end + 1] !== '\\') return { next: end };
    return { event: { type: 'reply', sequence: text.slice(at, end + 2) }, next: end + 2 };
  }
  return text.length - at > sequenceLimit ? { next: text.length } : null;
}

/** A key pressed with Alt, which terminals send as ESC before it. */
export function altKey(pressed: string, sequence: string): InputEvent {
  const code = pressed.codePointAt(0) as number;
  if (code < 32 || code === 127) {
    const { name, ctrl } = controlKey(code);
    return keyEvent(name, { ctrl, alt: true, shift: false }, sequence);
  }
  const lower = pressed.toLowerCase();
  const name = pressed === ' ' ? 'space' : lower;
  return keyEvent(name, { ctrl: false, alt: true, shift: lower !== pressed }, sequence);
}

function codeLength(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}
