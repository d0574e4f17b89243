// Reading a key as a person writes it, e.g. in keybindings.json: `Ctrl+X`, `esc`, `Alt+Shift+Up`. The names themselves are in keys.ts.
import { letterKeys, numberKeys } from './keys.js';

const otherNames: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  spacebar: 'space',
};
const known = new Set([
  'enter',
  'tab',
  'escape',
  'backspace',
  'space',
  ...Object.values(letterKeys),
  ...Object.values(numberKeys),
]);
const modifierNames: Readonly<Record<string, 'ctrl' | 'alt' | 'shift'>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  meta: 'alt',
  option: 'alt',
  shift: 'shift',
};
/** What a terminal sends for these is another key. */
const indistinct: Readonly<Record<string, string>> = {
  'ctrl+i': 'tab',
  'ctrl+m': 'enter',
  'ctrl+[': 'escape',
  'ctrl+h': 'backspace',
};

/** The canonical name, or what is wrong with it in a few words. */
export function readKeyName(written: string): { key: string } | { fault: string } {
  // A plus or minus at the end is the key itself.
  const parts = written.trim().split(/[+-](?=.)/);
  const last = parts.pop() ?? '';
  const modifiers = new Set<string>();
  for (const part of parts) {
    const modifier = modifierNames[part.trim().toLowerCase()];
    if (modifier === undefined) return { fault: `"${part}" is no modifier; take ctrl, alt or shift` };
    modifiers.add(modifier);
  }
  const name = nameOf(last.trim() || last, modifiers);
  if (name === undefined) return { fault: `"${last}" is no key` };
  const key = [...['ctrl', 'alt', 'shift'].filter((modifier) => modifiers.has(modifier)), name].join('+');
  const sent = indistinct[key];
  return sent === undefined ? { key } : { fault: `a terminal sends ${sent} for it` };
}

/** Removes from `modifiers` what is in the letter already. */
function nameOf(written: string, modifiers: Set<string>): string | undefined {
  if ([...written].length === 1) {
    if (written === ' ') return 'space';
    if (modifiers.has('ctrl') || modifiers.has('alt')) return written.toLowerCase();
    return modifiers.delete('shift') ? written.toUpperCase() : written;
  }
  const lower = written.toLowerCase();
  const name = otherNames[lower] ?? lower;
  return known.has(name) ? name : undefined;
}
