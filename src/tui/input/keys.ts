// Names of keys: one spelling for each, whatever bytes the terminal sent. `ctrl+alt+shift+name`, e.g. `ctrl+c`, `alt+enter`, `shift+tab`, `pageup`.

export interface Modifiers {
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

export const noModifiers: Modifiers = { ctrl: false, alt: false, shift: false };

/** A pressed key that is not plain text. */
export interface KeyEvent extends Modifiers {
  type: 'key';
  /** Canonical name with modifiers. */
  key: string;
  /** Name without modifiers: `c`, `enter`, `pageup`. */
  name: string;
  /** The bytes as they came, for widgets that read the terminal themselves. */
  sequence: string;
}

export type InputEvent =
  | { type: 'text'; text: string }
  | KeyEvent
  /** Already harmless; newlines are \n. */
  | { type: 'paste'; text: string }
  /** Cells are 0-based. */
  | ({
      type: 'mouse';
      action: 'down' | 'up' | 'move' | 'wheelup' | 'wheeldown';
      button: number;
      x: number;
      y: number;
    } & Modifiers)
  | { type: 'focus'; focused: boolean }
  /** An answer of the terminal, or a sequence nobody knows. */
  | { type: 'reply'; sequence: string };

export function keyEvent(name: string, modifiers: Modifiers, sequence: string): KeyEvent {
  const { ctrl, alt, shift } = modifiers;
  const key = `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`;
  return { type: 'key', key, name, ctrl, alt, shift, sequence };
}

/** Key names of an event for a key map: those of keys, and for text each character (a blank is `space`). */
export function keyNames(event: InputEvent): string[] {
  if (event.type === 'key') return [event.key];
  if (event.type !== 'text') return [];
  return [...event.text].map((character) => (character === ' ' ? 'space' : character));
}

/** Modifiers from the number terminals send, which is one more than the sum of the bits. */
export function modifiersFrom(parameter: number | undefined): Modifiers {
  const bits = parameter === undefined || parameter < 1 ? 0 : parameter - 1;
  // Meta (32) is what some call Alt.
  return { shift: (bits & 1) !== 0, alt: (bits & 34) !== 0, ctrl: (bits & 4) !== 0 };
}

/** Name and modifiers of a control byte (0 to 31 and 127). */
export function controlKey(code: number): { name: string; ctrl: boolean } {
  if (code === 13) return { name: 'enter', ctrl: false };
  if (code === 9) return { name: 'tab', ctrl: false };
  if (code === 27) return { name: 'escape', ctrl: false };
  if (code === 8 || code === 127) return { name: 'backspace', ctrl: false };
  if (code === 0) return { name: 'space', ctrl: true };
  // Ctrl+Enter sends the byte of Ctrl+J too: one name for both.
  return { name: String.fromCharCode(code + 64).toLowerCase(), ctrl: true };
}

/** Keys of `CSI … letter` and `ESC O letter`. */
export const letterKeys: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  E: 'clear',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** Keys of `CSI number ~`. */
export const numberKeys: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

const keypadStart = 57399;
const keypad = '0123456789./*-+'.split('');
const keypadNames = [
  'enter',
  '=',
  ',',
  'left',
  'right',
  'up',
  'down',
  'pageup',
  'pagedown',
  'home',
  'end',
  'insert',
  'delete',
];

/** The key with this Unicode number in a `CSI … u` or `CSI 27;…~` report; undefined for locks and modifiers alone. */
export function codePointKey(code: number): string | undefined {
  if (code === 32) return 'space';
  if (code < 32 || code === 127) return controlKey(code).name;
  if (code >= keypadStart && code < keypadStart + keypad.length + keypadNames.length)
    return [...keypad, ...keypadNames][code - keypadStart];
  if (code >= 0xe000 && code <= 0xf8ff) return undefined;
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}
