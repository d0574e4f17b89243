// What the slash commands about snapshots say: taking one, cleaning, which state is to be restored.
import type { SlashAction } from './slash-commands.js';

/** `/snapshot [LABEL]`; `/snapshot clean` alone lets go of old ones. */
export function readSnapshot(argument: string): SlashAction {
  if (argument === 'clean') return { kind: 'command', command: { type: 'snapshot.clean' } };
  return { kind: 'command', command: { type: 'snapshot.take', ...(argument === '' ? {} : { label: argument }) } };
}

/** `/restore [N|#NUMBER|undo]`: before the N-th newest turn that changed files, a snapshot, or before the last restore. */
export function readRestore(argument: string): SlashAction {
  if (argument === '') return { kind: 'restore' };
  if (argument === 'undo') return { kind: 'restore', wish: { undo: true } };
  const [, sign, digits] = /^(#?)([1-9]\d{0,6})$/.exec(argument) ?? [];
  if (digits === undefined)
    return { kind: 'refused', reason: '/restore takes how many turns to go back, #NUMBER of a snapshot, or undo' };
  return { kind: 'restore', wish: sign === '#' ? { number: Number(digits) } : { turn: Number(digits) } };
}
