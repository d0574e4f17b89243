// The meaning of one complete escape sequence. Finding where a sequence ends is the tokenizer's.
import { codePointKey, type InputEvent, keyEvent, letterKeys, modifiersFrom, noModifiers, numberKeys } from './keys.js';

/** Event of a whole `CSI` sequence; undefined for what needs no answer (releases, lone modifiers). */
export function readCsi(sequence: string): InputEvent | undefined {
  const body = sequence.slice(2, -1);
  const final = sequence[sequence.length - 1] as string;
  if (body.startsWith('<') && (final === 'M' || final === 'm')) return readMouse(body, final, sequence);
  if (body === '' && (final === 'I' || final === 'O')) return { type: 'focus', focused: final === 'I' };
  if (body === '' && final === 'Z') return keyEvent('tab', { ...noModifiers, shift: true }, sequence);
  if (!/^[\d;:]*$/.test(body)) return { type: 'reply', sequence };
  const fields = body
    .split(';')
    .map((field) => field.split(':').map((part) => (part === '' ? undefined : Number(part))));
  // The third number of the modifiers says that the key went up.
  if (fields[1]?.[1] === 3) return undefined;
  return readKey(fields, final, sequence) ?? { type: 'reply', sequence };
}

/** Event of `ESC O` and a letter, with the modifier number some terminals put between. */
export function readSs3(sequence: string): InputEvent {
  const final = sequence[sequence.length - 1] as string;
  const modifiers = modifiersFrom(sequence.length > 3 ? Number(sequence.slice(2, -1)) : undefined);
  const name = letterKeys[final];
  if (name !== undefined) return keyEvent(name, modifiers, sequence);
  if (final === 'M') return keyEvent('enter', modifiers, sequence);
  // Keypad in application mode: j to y are * to 9.
  if (final >= 'j' && final <= 'y') return { type: 'text', text: String.fromCharCode(final.charCodeAt(0) - 64) };
  return { type: 'reply', sequence };
}

type Fields = (number | undefined)[][];

function readKey(fields: Fields, final: string, sequence: string): InputEvent | undefined {
  const first = fields[0]?.[0];
  const modifiers = modifiersFrom(fields[1]?.[0]);
  if (final === 'u') return first === undefined ? undefined : readCodePoint(fields, first, sequence);
  if (final === '~') {
    const code = fields[2]?.[0];
    if (first === 27 && code !== undefined) return readCodePoint([[code], fields[1] ?? []], code, sequence);
    const name = first === undefined ? undefined : numberKeys[first];
    return name === undefined ? undefined : keyEvent(name, modifiers, sequence);
  }
  // `CSI 12;40R` is where the cursor is; only with a first number of 1 it is F3.
  if (first !== undefined && first !== 1) return undefined;
  if (final === 'Z') return keyEvent('tab', { ...modifiers, shift: true }, sequence);
  const name = letterKeys[final];
  return name === undefined ? undefined : keyEvent(name, modifiers, sequence);
}

/** A key told by its Unicode number: plain and shifted characters are text, everything else a key. */
function readCodePoint(fields: Fields, code: number, sequence: string): InputEvent | undefined {
  const modifiers = modifiersFrom(fields[1]?.[0]);
  const [, shifted, base] = fields[0] ?? [];
  const combined = modifiers.ctrl || modifiers.alt;
  const name = codePointKey(combined && base !== undefined ? base : code);
  // With Super or Hyper it is the window manager's business, never text.
  const foreign = (((fields[1]?.[0] ?? 1) - 1) & 24) !== 0;
  if (name === undefined || foreign) return { type: 'reply', sequence };
  const printable = name === 'space' || [...name].length === 1;
  if (!printable) return keyEvent(name, modifiers, sequence);
  if (!combined) {
    const character = name === 'space' ? ' ' : name;
    const upper = shifted === undefined ? character.toUpperCase() : String.fromCodePoint(shifted);
    return { type: 'text', text: modifiers.shift ? upper : character };
  }
  const lower = name.toLowerCase();
  return keyEvent(lower, { ...modifiers, shift: modifiers.shift || (lower !== name && lower.length === 1) }, sequence);
}

function readMouse(body: string, final: string, sequence: string): InputEvent {
  const [code, x, y] = body.slice(1).split(';').map(Number);
  if (code === undefined || x === undefined || y === undefined || Number.isNaN(code + x + y))
    return { type: 'reply', sequence };
  const wheel = (code & 64) !== 0;
  const pressed = (code & 32) !== 0 ? 'move' : final === 'M' ? 'down' : 'up';
  return {
    type: 'mouse',
    action: wheel ? ((code & 1) === 0 ? 'wheelup' : 'wheeldown') : pressed,
    button: code & 3,
    x: x - 1,
    y: y - 1,
    shift: (code & 4) !== 0,
    alt: (code & 8) !== 0,
    ctrl: (code & 16) !== 0,
  };
}
