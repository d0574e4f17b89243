// Programs with options that hold a command: which, and the shell text in them. Judges nothing. Git has a file of its own.

import { scriptsInCode } from './command-code.js';
import { operands, optionValues } from './command-options.js';
import type { Arg } from './command-words.js';

type ScriptsOf = (args: Arg[]) => Arg[];

const valuesOf =
  (...names: string[]): ScriptsOf =>
  (args) =>
    optionValues(args, names);

/** For each program the shell texts among its arguments. */
export const commandOptions: Readonly<Record<string, ScriptsOf>> = {
  env: (args) => optionValues(alone(args, 'S'), ['-S', '--split-string']),
  tar: tarScripts,
  bsdtar: tarScripts,
  gtar: tarScripts,
  rsync: valuesOf('-e', '--rsh', '--rsync-path'),
  scp: (args) => [...optionValues(args, ['-S']), ...sshOptions(args)],
  sftp: (args) => [...optionValues(args, ['-S', '-D']), ...sshOptions(args)],
  ssh: sshOptions,
  sort: valuesOf('--compress-program'),
  split: valuesOf('--filter'),
  rg: valuesOf('--pre', '--hostname-bin'),
  man: valuesOf('-P', '--pager'),
  zip: valuesOf('-TT', '--unzip-command'),
  fzf: valuesOf('--preview'),
  script: (args) => optionValues(alone(args, 'c'), ['-c', '--command']),
  npm: valuesOf('-c', '--call'),
  npx: valuesOf('-c', '--call'),
  nodemon: valuesOf('-x', '--exec'),
  watchexec: (args) => operands(args),
  entr: (args) => operands(args),
  nc: netcatScripts,
  ncat: netcatScripts,
  netcat: netcatScripts,
  socat: (args) => found(args, /^(?:exec|system):(.*)/i),
  'nix-shell': valuesOf('--run', '--command'),
  make: (args) => found(args, /^SHELL=(.*)/),
  tmux: (args) => args.filter(({ text }) => text.includes(' ')),
  screen: (args) => args.filter(({ text }) => text.includes(' ')),
  xterm: valuesOf('-e'),
  vim: editorScripts,
  vi: editorScripts,
  nvim: editorScripts,
  view: editorScripts,
  ex: editorScripts,
  vimdiff: editorScripts,
  less: (args) => found(args, /^\+!(.*)/),
  emacs: codeOf('--eval', '-eval', '--execute'),
  mysql: (args) => optionValues(args, ['-e', '--execute']).flatMap((arg) => found([arg], /\\!\s*(.*)/)),
  psql: (args) => optionValues(args, ['-c', '--command']).flatMap((arg) => found([arg], /\\!\s*(.*)/)),
  sqlite3: (args) => found(args, /^\s*\.(?:shell|system)\s+(.*)/),
  gdb: (args) => optionValues(args, ['-ex', '-eval-command']).flatMap((arg) => found([arg], /^(?:!|shell\s)\s*(.*)/)),
  sed: sedScripts,
  gsed: sedScripts,
  awk: awkScripts,
  gawk: awkScripts,
  mawk: awkScripts,
  nawk: awkScripts,
};

/** What a pattern takes out of arguments. */
function found(args: Arg[], pattern: RegExp): Arg[] {
  return args.flatMap((arg) => {
    const text = pattern.exec(arg.text)?.[1];
    return text === undefined ? [] : [{ text, known: arg.known }];
  });
}

function codeOf(...names: string[]): ScriptsOf {
  return (args) => optionValues(args, names).flatMap(({ text }) => scriptsInCode(text));
}

function tarScripts(args: Arg[]): Arg[] {
  const names = ['--to-command', '-I', '--use-compress-program', '--rsh-command', '--info-script', '-F'];
  const actions = optionValues(args, ['--checkpoint-action']);
  return [...optionValues(args, [...names, '--new-volume-script']), ...found(actions, /^exec=(.*)/s)];
}

/** `-o ProxyCommand=x`, also as `-o "ProxyCommand x"`. */
function sshOptions(args: Arg[]): Arg[] {
  return found(
    optionValues(args, ['-o']),
    /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)[\s=]+(.*)/is,
  );
}

function editorScripts(args: Arg[]): Arg[] {
  const commands = [...optionValues(args, ['-c', '--cmd']), ...found(args, /^\+(.*)/s)];
  return commands.flatMap((arg) => [...found([arg], /!\s*([^!].*)/s), ...scriptsInCode(arg.text)]);
}

/** The program text: options, else the first operand. */
function programText(args: Arg[], names: string[]): Arg[] {
  const given = optionValues(args, names);
  return given.length > 0 ? given : operands(args).slice(0, 1);
}

function sedScripts(args: Arg[]): Arg[] {
  return programText(args, ['-e', '--expression']).flatMap((arg) => {
    const replacements = [...arg.text.matchAll(/s([/|#,@!~])((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1\w*e/g)];
    const rest = arg.text.replace(/\/(?:\\.|[^/\\])*\//g, '1');
    const commands = found([{ ...arg, text: rest }], /(?:^|[;{}\n!]|\d|\$)\s*e\s+([^\n]+)/);
    return [
      ...replacements.map((match) => ({ text: match[3]!.replace(/\\(.)/g, '$1'), known: arg.known })),
      ...commands,
    ];
  });
}

/** `system("x")`, `"x" | getline`, `print | "x"`. */
function awkScripts(args: Arg[]): Arg[] {
  return programText(args, ['-e', '--source']).flatMap(({ text, known }) => {
    const literal = String.raw`"((?:\\.|[^"\\])*)"`;
    const calls = new RegExp(String.raw`system\s*\(\s*${literal}|${literal}\s*\|&?\s*getline|\|&?\s*${literal}`, 'g');
    const scripts = [...text.matchAll(calls)].map((match) => ({
      text: (match[1] ?? match[2] ?? match[3]!).replace(/\\(.)/g, '$1'),
      known,
    }));
    const isHidden = /system\s*\(\s*[^"\s]/.test(text) || /\w\s*\|&?\s*getline/.test(text);
    return isHidden ? [...scripts, { text: '', known: false }] : scripts;
  });
}

function netcatScripts(args: Arg[]): Arg[] {
  return optionValues(alone(alone(args, 'e'), 'c'), ['-e', '-c', '--exec', '--sh-exec']);
}

/** The letter without those before it: `-iS x` is `-i -S x`. */
function alone(args: Arg[], letter: string): Arg[] {
  return args.map((arg) => ({ ...arg, text: arg.text.replace(new RegExp(`^-[a-zA-Z0]+(?=${letter})`), '-') }));
}
