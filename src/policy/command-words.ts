// What the words of a shell line come to, as far as that can be known without running it. Runs nothing.
import { homedir } from 'node:os';
import type { DoubleQuotedChild, Word, WordPart } from 'unbash';

/** One argument as the program would get it. */
export interface Arg {
  /** Its text; where something is not known, what is known before it. */
  text: string;
  /** False when a variable or substitution hides part of it. */
  known: boolean;
}

/** Values that variables can have at a point of the line, from its own assignments. */
export type Variables = Map<string, string[]>;

/** More combinations than this are not followed. */
const maxValues = 16;

interface Values {
  texts: string[];
  known: boolean;
}

/** The arguments a word becomes: several when a variable can have several values or is split at blanks. */
export function argsOf(word: Word, variables: Variables): Arg[] {
  const { texts, known } = valuesOf(word, variables);
  const parts = word.parts ?? [];
  const split = parts.length > 0 && parts.every((part) => isVariable(part));
  const words = split ? texts.flatMap((text) => text.split(/\s+/).filter((piece) => piece !== '')) : texts;
  return (words.length > 0 ? words : ['']).map((text) => ({ text, known }));
}

function valuesOf(word: Word, variables: Variables): Values {
  if (word.parts === undefined) return { texts: [withHome(word.value, word.text)], known: true };
  const values = joined(word.parts.map((part) => partValues(part, variables)));
  return { ...values, texts: values.texts.map((text) => withHome(text, word.text)) };
}

function partValues(part: WordPart | DoubleQuotedChild, variables: Variables): Values {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'Glob':
      return { texts: [part.value], known: true };
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts.map((child) => partValues(child, variables)));
    case 'SimpleExpansion':
      return variable(part.text.slice(1), variables);
    case 'ParameterExpansion': {
      const value = variable(part.parameter, variables);
      if (part.operation?.type === 'Default') {
        const fallback = valuesOf(part.operation.operand, variables);
        return { texts: [...value.texts, ...fallback.texts].filter((text) => text !== ''), known: fallback.known };
      }
      return part.operation === undefined && part.prefix === undefined ? value : { texts: [''], known: false };
    }
    case 'BraceExpansion':
    case 'ExtendedGlob':
      return { texts: [''], known: false };
    default:
      return { texts: [''], known: false };
  }
}

function variable(name: string, variables: Variables): Values {
  const own = variables.get(name);
  if (own !== undefined) return { texts: own, known: true };
  if (name === 'HOME') return { texts: [homedir()], known: true };
  if (name === 'PWD') return { texts: ['.'], known: true };
  if (name === 'IFS') return { texts: [' '], known: true };
  return { texts: [''], known: false };
}

/** Parts one after another. Behind something unknown nothing is added: the text is what is known for certain. */
function joined(parts: Values[]): Values {
  let texts = [''];
  for (const part of parts) {
    texts = texts.flatMap((text) => part.texts.map((next) => text + next)).slice(0, maxValues);
    if (!part.known) return { texts, known: false };
  }
  return { texts, known: true };
}

/** An unquoted `~` at a word's beginning is a home folder. */
function withHome(value: string, raw: string): string {
  if (!raw.startsWith('~')) return value;
  const name = /^~([^/]*)/.exec(raw)?.[1] ?? '';
  if (name === '' || name === '+') return (name === '' ? homedir() : '.') + value.slice(1 + name.length);
  // Where somebody else's home lies is not known; right below the root it counts as one.
  return `/~${name}${value.slice(1 + name.length)}`;
}

function isVariable(part: WordPart): boolean {
  return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion';
}
