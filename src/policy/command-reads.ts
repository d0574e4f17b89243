// The few commands that are known to do nothing but read, and what they read. A list of what is allowed: whatever
// program, option or form is not on it does not count as reading.

import { gitReads } from './command-git-reads.js';
import { findStarts } from './command-rules.js';
import type { Arg } from './command-words.js';

export interface Reading {
  paths: Arg[];
  /** It shows what is in them, so a folder would mean all its files; otherwise it shows names only. */
  contents: boolean;
}

interface Reader {
  /** Letters that may be used as options. */
  letters: string;
  /** Letters that take a value. */
  valued?: string;
  /** Long options, the value of which (behind `=`) does not matter. */
  long?: string;
  /** How many of the operands are no paths; all of them with `Infinity`. */
  skip?: number;
  /** The most operands; a further one would be written. */
  most?: number;
  /** Options that bring the text of the first operand: then every operand is a path. */
  instead?: RegExp;
  /** Reads its input when no path is given; without this the folder, or nothing at all. */
  input?: boolean;
  /** Without a path it reads a whole folder, contents and all: that does not count as reading. */
  folder?: false;
  /** Shows names only, never what is in a file. */
  names?: boolean;
}

const grep: Reader = {
  letters: 'EFGPinvwxchlLoqsHz',
  valued: 'eABCm',
  long: 'ignore-case word-regexp line-number count files-with-matches files-without-match only-matching invert-match fixed-strings extended-regexp perl-regexp no-messages quiet with-filename no-filename after-context before-context context max-count color regexp',
  skip: 1,
  instead: /^(?:-[a-zA-Z]*e|--regexp)/,
  input: true,
};

const readers: Readonly<Record<string, Reader>> = {
  ls: {
    names: true,
    letters: 'aAbBcCdFghGiklmnNopqQrRsStuUvxXZ1',
    valued: 'IwT',
    long: 'all almost-all color human-readable reverse size sort time recursive directory classify group-directories-first full-time inode',
  },
  cat: { letters: 'AbeEnstTuv', long: 'number number-nonblank show-all squeeze-blank', input: true },
  tac: { letters: '', input: true },
  nl: { letters: '', valued: 'bnwsv', input: true },
  head: { letters: 'qvz0123456789', valued: 'nc', long: 'lines bytes quiet verbose', input: true },
  tail: { letters: 'qvz0123456789', valued: 'nc', long: 'lines bytes quiet verbose', input: true },
  wc: { letters: 'clLmw', long: 'lines words bytes chars max-line-length', input: true },
  cut: {
    letters: 'sn',
    valued: 'bcdf',
    long: 'bytes characters delimiter fields output-delimiter complement',
    input: true,
  },
  uniq: { letters: 'cdDiuz', valued: 'fsw', long: 'count repeated unique ignore-case', most: 1, input: true },
  sort: {
    letters: 'bdfghiMnRrVuszc',
    valued: 'kt',
    long: 'numeric-sort reverse unique human-numeric-sort key field-separator version-sort',
    input: true,
  },
  tr: { letters: 'cCdst', skip: Number.POSITIVE_INFINITY, input: true },
  rev: { letters: '', input: true },
  fold: { letters: 'bs', valued: 'w', input: true },
  column: { letters: 'tx', valued: 'scoN', input: true },
  paste: { letters: 'sz', valued: 'd', input: true },
  comm: { letters: '123z' },
  diff: {
    letters: 'abBiqstuwyEZ',
    valued: 'UCW',
    long: 'unified context brief side-by-side ignore-all-space ignore-case color width',
  },
  cmp: { letters: 'bls', valued: 'n' },
  stat: { names: true, letters: 'ftLx', valued: 'c', long: 'format printf terse file-system' },
  file: { letters: 'bihpk', long: 'brief mime mime-type' },
  du: {
    names: true,
    letters: 'abchkmsx0',
    valued: 'dt',
    long: 'summarize human-readable max-depth total all apparent-size exclude',
  },
  tree: { names: true, letters: 'adfhCnpsDugi', valued: 'LIP', long: 'dirsfirst noreport' },
  realpath: { names: true, letters: 'ems', input: true },
  readlink: { names: true, letters: 'efmnsvz', input: true },
  basename: { letters: 'az', valued: 's', skip: Number.POSITIVE_INFINITY },
  dirname: { letters: 'z', skip: Number.POSITIVE_INFINITY },
  md5sum: { letters: 'bt' },
  sha1sum: { letters: 'bt' },
  sha256sum: { letters: 'bt' },
  cksum: { letters: '' },
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    letters: 'inNHIlFwxvocpsS',
    valued: 'eABCmgtT',
    long: 'ignore-case smart-case line-number no-line-number with-filename no-filename files-with-matches count fixed-strings word-regexp after-context before-context context max-count glob type color heading no-heading only-matching regexp no-config',
    skip: 1,
    instead: /^(?:-[a-zA-Z]*e|--regexp)/,
    folder: false,
  },
  pwd: { letters: 'LP', most: 0, input: true },
  whoami: { letters: '', most: 0, input: true },
  id: { letters: 'ugGnr', most: 0, input: true },
  uname: { letters: 'asnrvmpio', most: 0, input: true },
  arch: { letters: '', most: 0, input: true },
  nproc: { letters: '', most: 0, input: true },
  uptime: { letters: 'ps', most: 0, input: true },
  which: { letters: 'as', skip: Number.POSITIVE_INFINITY },
  type: { letters: 'afptP', skip: Number.POSITIVE_INFINITY },
};

/** Names that only say something; a line of nothing but these reads nothing. */
const neutral = new Set(['echo', 'true', 'false', ':']);
const versions = new Set('node npm python python3 git gcc make'.split(' '));

const nothing: Reading = { paths: [], contents: false };

/** What a command reads; undefined for one that is not known to do nothing else. */
export function readsOf(argv: Arg[], cwd: string): Reading | undefined {
  if (!argv.every(({ known }) => known)) return undefined;
  const [name, ...args] = argv;
  if (name === undefined || name.pattern === true) return undefined;
  const words = args.map(({ text }) => text);
  if (neutral.has(name.text)) return nothing;
  if (words.length === 1 && versions.has(name.text) && /^(?:--version|-v|-V)$/.test(words[0]!)) return nothing;
  switch (name.text) {
    case 'git':
      return gitReads(args, cwd);
    case 'find':
      return findReads(args);
    case 'sed':
      return sedReads(args);
    case 'date':
      return words.every((word) => /^(?:-u|-R|-I\w*|--utc|--iso-8601\S*|\+.*)$/s.test(word)) ? nothing : undefined;
    case 'command':
      return words.length === 2 && /^-[vV]$/.test(words[0]!) ? nothing : undefined;
    default: {
      const reader = Object.hasOwn(readers, name.text) ? readers[name.text] : undefined;
      return reader && plainReads(args, reader);
    }
  }
}

/** Does a command that readsOf knows say more than a word? */
export function isNeutral(argv: Arg[]): boolean {
  return neutral.has(argv[0]?.text ?? '');
}

function plainReads(args: Arg[], reader: Reader): Reading | undefined {
  const named: Arg[] = [];
  const long = new Set((reader.long ?? '').split(' '));
  let isText = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (isText || arg.text === '-' || !arg.text.startsWith('-')) named.push(arg);
    else if (arg.text === '--') isText = true;
    else if (arg.text.startsWith('--')) {
      if (!long.has(arg.text.slice(2).replace(/=.*$/s, ''))) return undefined;
    } else {
      const takesNext = lettersFit(arg.text.slice(1), reader);
      if (takesNext === undefined) return undefined;
      if (takesNext) at++;
    }
  }
  if (named.length > (reader.most ?? Number.POSITIVE_INFINITY)) return undefined;
  const skip = reader.instead && args.some(({ text }) => reader.instead!.test(text)) ? 0 : (reader.skip ?? 0);
  const paths = named.slice(skip).filter(({ text }) => text !== '-');
  const contents = reader.names !== true;
  if (paths.length > 0 || reader.input === true || skip === Number.POSITIVE_INFINITY) return { paths, contents };
  return contents || reader.folder === false ? undefined : { paths: [{ text: '.', known: true }], contents };
}

/** True when the value of the last letter is the next argument; undefined when one is not allowed. */
function lettersFit(letters: string, reader: Reader): boolean | undefined {
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    if (reader.valued?.includes(letter)) return at === letters.length - 1;
    if (!reader.letters.includes(letter)) return undefined;
  }
  return false;
}

const findTest =
  /^(?:-(?:i?name|i?path|i?wholename|i?regex|type|size|[acm]time|[acm]min|maxdepth|mindepth|user|group|perm|links|regextype|printf))$/;
const findWord =
  /^(?:-(?:print|print0|empty|prune|quit|depth|xdev|mount|o|or|a|and|not|true|false|readable|writable|executable|ls)|[!(),])$/;

function findReads(args: Arg[]): Reading | undefined {
  const starts = findStarts(args);
  const from = args.findIndex(({ text }) => /^[-(!]/.test(text));
  for (let at = from < 0 ? args.length : from; at < args.length; at++) {
    if (findTest.test(args[at]!.text)) at++;
    else if (!findWord.test(args[at]!.text)) return undefined;
  }
  return { paths: starts, contents: false };
}

/** `sed -n 1,20p file`: prints lines and no more. */
function sedReads(args: Arg[]): Reading | undefined {
  const words = args.filter(({ text }) => !/^-(?:[nEr]+|-quiet|-silent|-regexp-extended)$/.test(text));
  const [program, ...paths] = words;
  if (program === undefined || words.some(({ text }) => text.startsWith('-'))) return undefined;
  const command = /^\s*(?:(?:\d+|\$)(?:,\s*(?:\d+|\$|\+\d+))?)?\s*[pdq=]\s*$/;
  return program.text.split(/[;\n]/).every((part) => command.test(part)) ? { paths, contents: true } : undefined;
}
