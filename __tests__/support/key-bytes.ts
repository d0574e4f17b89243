// What a terminal sends for a key.

const sequences: Readonly<Record<string, string>> = {
  enter: '\r',
  tab: '\t',
  space: ' ',
  // In the way of terminals that tell all keys apart: a bare ESC would have to wait for what may follow.
  escape: '\x1b[27u',
  backspace: '\x7f',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  pageup: '\x1b[5~',
  pagedown: '\x1b[6~',
  f1: '\x1bOP',
  f6: '\x1b[17~',
  'shift+f6': '\x1b[17;2~',
  'alt+up': '\x1b[1;3A',
  'alt+enter': '\x1b\r',
  'shift+enter': '\x1b[13;2u',
  'ctrl+\\': '\x1c',
  'ctrl+_': '\x1f',
};

/** Bytes of a key by its canonical name, e.g. `ctrl+c`. */
export function keyBytes(key: string): string {
  const known = sequences[key];
  if (known !== undefined) return known;
  const [, modifier, name = ''] = /^(?:(ctrl|alt)\+)?(.)$/u.exec(key) ?? [];
  if (name === '') throw new Error(`no bytes are known for the key ${key}`);
  if (modifier === 'ctrl') return String.fromCharCode(name.toUpperCase().charCodeAt(0) - 64);
  return modifier === 'alt' ? `\x1b${name}` : name;
}
