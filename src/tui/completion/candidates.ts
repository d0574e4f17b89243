// What a token may become: slash commands, their fixed arguments, and files. Pure.
import { cleanOneLine } from '../../view/clean.js';
import type { SlashCommand } from '../slash-commands.js';
import type { Token } from './token.js';

export interface Candidate {
  /** The token written out. */
  word: string;
  /** Put in place of the token's text. */
  insert: string;
  /** Shown. */
  label: string;
  /** Shown beside it: what it does. */
  about?: string;
}

export function slashCandidates(token: Token, commands: readonly SlashCommand[]): Candidate[] {
  if (token.kind === 'command') {
    const names = bestFirst(token.text, commands, ({ name }) => name);
    return names.map(({ name, argument, does }) => ({
      word: name,
      insert: argument ? `${name} ` : name,
      label: `/${name}${argument ? ` ${argument}` : ''}`,
      about: does,
    }));
  }
  const command = commands.find(({ name }) => name === token.command);
  const words = bestFirst(token.text, command ? argumentsOf(command) : [], (word) => word);
  return words.map((word) => ({ word, insert: word, label: word }));
}

export function fileCandidates(files: readonly string[]): Candidate[] {
  return files.map((path) => {
    const shown = cleanOneLine(path);
    return { word: shown, insert: `${shown} `, label: shown };
  });
}

/** The words of a first argument that is one of a few, as help writes it: `on|off`, `[md|json] [FILE]`. */
export function argumentsOf({ argument = '', choices }: SlashCommand): readonly string[] {
  if (choices) return choices();
  const [, words] = /^\[?([a-z0-9-]+(?:\|[a-z0-9-]+)+)\]?(?:\s|$)/.exec(argument) ?? [];
  return words?.split('|') ?? [];
}

/** What begins with the text, then what has it inside, then what has its letters in order. */
function bestFirst<T>(text: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  const wanted = text.toLowerCase();
  const rank = (item: T) => {
    const name = nameOf(item).toLowerCase();
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    return hasInOrder(name, wanted) ? 3 : 4;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) }));
  return ranked
    .filter((entry) => entry.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
