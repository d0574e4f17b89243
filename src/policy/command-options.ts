// Reading the arguments of a program: options, their values, what is no option. Knows no program.
import { basename } from 'node:path';
import type { Arg } from './command-words.js';

/** A program's name without its folder. */
export function programName(argv: Arg[]): string {
  return basename(argv[0]?.text ?? '')
    .replace(/\.exe$/i, '')
    .toLowerCase(); // on some disks RM is rm
}

/** The arguments behind a program's own options. */
export function afterOptions(args: Arg[], valued = ''): Arg[] {
  const takesValue = new Set(valued.split(' '));
  let at = 0;
  while (at < args.length) {
    const { text, known } = args[at]!;
    if (text === '--') return args.slice(at + 1);
    if (!text.startsWith('-') || text === '-' || !known) break;
    at += takesValue.has(text) ? 2 : 1;
  }
  return args.slice(at);
}

/** Arguments that are no options; after `--` all of them. */
export function operands(args: Arg[]): Arg[] {
  const end = args.findIndex(({ text }) => text === '--');
  const before = end < 0 ? args : args.slice(0, end);
  return [...before.filter(({ text }) => !text.startsWith('-')), ...(end < 0 ? [] : args.slice(end + 1))];
}

export function hasFlag(args: Arg[], short: RegExp, long: string): boolean {
  const end = args.findIndex(({ text }) => text === '--');
  const options = end < 0 ? args : args.slice(0, end);
  // Long options may be shortened as long as they are unique: --rec means --recursive.
  return options.some(({ text }) =>
    text.startsWith('--') ? text.length > 4 && long.startsWith(text.replace(/=.*$/s, '')) : short.test(text),
  );
}

/** Values of these options, however written: `-o v`, `-ov`, `--opt v`, `--opt=v`, `--op=v`. */
export function optionValues(args: Arg[], names: readonly string[]): Arg[] {
  const values: Arg[] = [];
  args.forEach((arg, at) => {
    for (const name of names) {
      const value = valueAt(arg, name, args[at + 1]);
      if (value) values.push(value);
    }
  });
  return values;
}

function valueAt(arg: Arg, name: string, next: Arg | undefined): Arg | undefined {
  if (arg.text === name) return next;
  if (!name.startsWith('--')) return arg.text.startsWith(name) ? rest(arg, name.length) : undefined;
  const equals = arg.text.indexOf('=');
  const written = equals < 0 ? arg.text : arg.text.slice(0, equals);
  if (written.length < 5 || !written.startsWith('--') || !name.startsWith(written)) return undefined;
  return equals < 0 ? next : rest(arg, equals + 1);
}

function rest(arg: Arg, from: number): Arg {
  return { ...arg, text: arg.text.slice(from) };
}

/** Arguments as the one text a shell would get from them. */
export function joinArgs(args: Arg[]): Arg {
  return { text: args.map(({ text }) => text).join(' '), known: args.every(({ known }) => known) };
}

/** As joinArgs, for arguments that are not split again. */
export function quoteArgs(args: Arg[]): Arg {
  const quoted = args.map((arg) => ({
    ...arg,
    text: /^[\w./:=@%+,-]+$/.test(arg.text) ? arg.text : inQuotes(arg.text),
  }));
  return joinArgs(quoted);
}

function inQuotes(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
