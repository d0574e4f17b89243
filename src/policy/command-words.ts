// What the words of a shell line come to, as far as that can be known without running it. Runs nothing.
import { homedir } from 'node:os';
import type { CommandExpansionPart, DoubleQuotedChild, ParameterExpansionPart, Word, WordPart } from 'unbash';
import { expandBraces } from './command-braces.js';

/** One argument as the program would get it. */
export interface Arg {
  /** Its text; where something is not known, what is known before it. */
  text: string;
  /** False when a variable or substitution hides part of it. */
  known: boolean;
  /** It holds an unquoted `*`, `?` or `[ ]`: the shell puts file names in its place. */
  pattern?: boolean;
}

/** Values that variables can have at a point of the line, from its own assignments. */
export type Variables = Map<string, string[]>;

/** More combinations than this are not followed. */
const maxValues = 64;
/** Longer texts, which lines make by doubling, are not followed either. */
const maxTextLength = 20_000;
/** Stands where the shell cuts an unquoted value into several arguments. No argument can hold it. */
const cut = '\0';

interface Values {
  texts: string[];
  known: boolean;
}

const hidden: Values = { texts: [''], known: false };

/** The arguments a word becomes: several when it has braces, or a variable with several values or blanks in its value. */
export function argsOf(word: Word, variables: Variables): Arg[] {
  const { texts, known } = valuesOf(word, variables);
  const pattern = word.parts?.some(({ type }) => type === 'Glob' || type === 'ExtendedGlob') ?? false;
  // Of an unquoted empty value nothing is left, of an empty quoted one an empty argument.
  const keepsEmpty = !known || (word.parts?.some(({ type }) => /Quoted$/.test(type)) ?? /["']/.test(word.text));
  const words = texts.flatMap((text) => {
    const pieces = text.split(cut).filter((piece) => piece !== '');
    return pieces.length > 0 || !keepsEmpty ? pieces : [''];
  });
  return words.map((text) => ({ text, known, ...(pattern ? { pattern } : {}) }));
}

function valuesOf(word: Word, variables: Variables): Values {
  if (word.parts === undefined) return { texts: [withHome(word.value, word.text)], known: true };
  const values = joined(word.parts.map((part, at) => inWord(part, word.parts![at + 1], variables)));
  return { ...values, texts: values.texts.map((text) => withHome(text, word.text)) };
}

/** Braces come first: `$X{a,b}` speaks of the variables Xa and Xb. */
function inWord(part: WordPart, next: WordPart | undefined, variables: Variables): Values {
  const runsOn = part.type === 'SimpleExpansion' && next?.type === 'BraceExpansion';
  return runsOn ? hidden : partValues(part, variables, false);
}

function partValues(part: WordPart | DoubleQuotedChild, variables: Variables, quoted: boolean): Values {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Glob':
      return { texts: [part.value], known: true };
    case 'AnsiCQuoted':
      return { texts: [part.value.split('\0')[0]!], known: true }; // the shell's text ends at a NUL
    case 'ExtendedGlob':
      return { texts: [part.text], known: true };
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts.map((child) => partValues(child, variables, true)));
    case 'SimpleExpansion':
      return split(variable(part.text.slice(1), variables), quoted);
    case 'ParameterExpansion':
      return split(parameter(part, variables), quoted);
    case 'CommandExpansion':
      return isPwd(part) ? { texts: ['.'], known: true } : hidden;
    case 'BraceExpansion': {
      const texts = expandBraces(part.text, maxValues);
      return texts === undefined ? hidden : { texts, known: true };
    }
    default:
      return hidden;
  }
}

function parameter(
  { parameter: name, prefix, index, operation }: ParameterExpansionPart,
  variables: Variables,
): Values {
  if (name === 'IFS') return { texts: [' '], known: true };
  if (prefix !== undefined || index !== undefined) return hidden;
  const value = variable(name, variables);
  if (operation === undefined) return value;
  if (operation.type !== 'Default' || operation.operator.endsWith('?')) return hidden;
  const other = valuesOf(operation.operand, variables);
  const { operator } = operation;
  const values = value.known ? chosen(value.texts, operator, other) : possible(operator, other);
  if (operator.endsWith('=') && values.known) variables.set(name, values.texts);
  return values;
}

/** `${X:-other}` and the like, where the value is known. */
function chosen(texts: string[], operator: string, other: Values): Values {
  const counts = (text: string) => text !== '' || !operator.startsWith(':');
  const usesOther = (text: string) => counts(text) === operator.endsWith('+');
  const own = texts.filter((text) => !usesOther(text)).map((text) => (operator.endsWith('+') ? '' : text));
  if (own.length === texts.length) return { texts: own, known: true };
  return { texts: [...own, ...other.texts], known: other.known };
}

/** Where it is not: the environment may have one, but the fallback is what the writer counts on. */
function possible(operator: string, other: Values): Values {
  return operator.endsWith('+') ? { ...other, texts: ['', ...other.texts] } : other;
}

function variable(name: string, variables: Variables): Values {
  const own = variables.get(name);
  if (own !== undefined) return { texts: own, known: true };
  if (name === 'HOME') return { texts: [homedir()], known: true };
  if (name === 'PWD') return { texts: ['.'], known: true };
  if (name === 'IFS') return { texts: [' '], known: true };
  return hidden;
}

function split({ texts, known }: Values, quoted: boolean): Values {
  return { texts: quoted || !known ? texts : texts.map((text) => text.replace(/\s+/g, cut)), known };
}

/** Parts one after another. Behind something unknown nothing is added: the text is what is known for certain. */
function joined(parts: Values[]): Values {
  let texts = [''];
  for (const part of parts) {
    if (texts.length * part.texts.length > maxValues) return hidden;
    texts = texts.flatMap((text) => part.texts.map((next) => text + next));
    if (texts.some(({ length }) => length > maxTextLength)) return hidden;
    if (!part.known) return { texts, known: false };
  }
  return { texts, known: true };
}

/** An unquoted `~` at a word's beginning is a home folder. */
function withHome(text: string, raw: string): string {
  if (!text.startsWith('~') || !/^[~{]/.test(raw)) return text;
  const name = /^~([^/\0]*)/.exec(text)?.[1] ?? '';
  if (!/^(?:[\w.-]*|\+)$/.test(name)) return text;
  const rest = text.slice(1 + name.length);
  if (name === '') return homedir() + rest;
  // Where somebody else's home lies is not known; right below the root it counts as one.
  return name === '+' ? `.${rest}` : `/~${name}${rest}`;
}

/** `$(pwd)` */
function isPwd({ script }: CommandExpansionPart): boolean {
  const [statement, ...more] = script?.commands ?? [];
  const command = statement?.command;
  return (
    more.length === 0 && command?.type === 'Command' && command.name?.value === 'pwd' && command.suffix.length === 0
  );
}
