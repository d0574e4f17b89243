// What the slash commands about the open thread as a whole say: copying it, writing it to a file.
import type { SlashAction } from './slash-commands.js';

/** `/fork [TURN]`: a copy up to the end of that turn. */
export function readFork(argument: string): SlashAction {
  if (argument === '') return { kind: 'command', command: { type: 'thread.fork' } };
  const turn = Number(argument);
  if (!/^\d+$/.test(argument) || turn < 1)
    return { kind: 'refused', reason: '/fork takes the number of a turn, from 1' };
  return { kind: 'command', command: { type: 'thread.fork', uptoTurn: turn } };
}

/** `/export [md|json] [PATH]`; a path that ends in .json says the format too. */
export function readExport(argument: string): SlashAction {
  const [, word, rest = ''] = /^(md|json)?(?:\s+|$)([\s\S]*)$/.exec(argument) ?? [undefined, undefined, argument];
  const path = rest.trim();
  const format = word === 'json' || (word === undefined && /\.json$/i.test(path)) ? 'json' : 'md';
  return { kind: 'command', command: { type: 'thread.export', format, ...(path === '' ? {} : { path }) } };
}

/** `/rewind [TURNS]`: takes that many back; without a number one chooses. */
export function readRewind(argument: string): SlashAction {
  if (argument === '') return { kind: 'rewind' };
  const turns = Number(argument);
  if (!/^\d+$/.test(argument) || turns < 1)
    return { kind: 'refused', reason: '/rewind takes how many turns to take back, from 1' };
  return { kind: 'rewind', turns };
}
