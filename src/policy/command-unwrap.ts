// Programs that run other programs: finds the command or script inside. Knows their options; judges nothing.
import { basename } from 'node:path';
import type { Arg } from './command-words.js';

export interface Unwrapped {
  /** Commands inside, as arguments. */
  commands: Arg[][];
  /** Shell text inside, to be read as a script. */
  scripts: Arg[];
  /** More arguments come from somewhere that cannot be seen. */
  moreFromInput?: boolean;
}

interface Wrapper {
  /** Options whose value is the next argument. */
  valued?: string;
  /** Plain arguments before the command. */
  skip?: number;
  /** NAME=value before the command. */
  assignments?: boolean;
  moreFromInput?: boolean;
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { valued: '-u --unset -C --chdir', assignments: true },
  command: {},
  builtin: {},
  exec: { valued: '-a' },
  nohup: {},
  nice: { valued: '-n --adjustment' },
  ionice: { valued: '-c -n -p' },
  time: { valued: '-f -o --format --output' },
  timeout: { valued: '-s -k --signal --kill-after', skip: 1 },
  stdbuf: { valued: '-i -o -e' },
  setsid: {},
  busybox: {},
  toybox: {},
  taskset: { skip: 1 },
  chrt: { skip: 1 },
  strace: { valued: '-o -e -p -s' },
  unbuffer: {},
  caffeinate: { valued: '-t -w' },
  sudo: { valued: '-u -g -h -p -C -D -R -T -U', assignments: true },
  doas: { valued: '-u -C' },
  xargs: { valued: '-I -n -P -L -d -a -E -s --max-args --max-procs --delimiter --arg-file', moreFromInput: true },
};

export const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'mksh', 'rbash']);

/** `-c`, alone or among other letters: the script is an argument. */
export const shellScriptOption = /^-[a-zA-Z]*c[a-zA-Z]*$/;

/** What is inside a command; undefined for one that runs nothing else. */
export function unwrap(argv: Arg[]): Unwrapped | undefined {
  const name = programName(argv);
  const args = argv.slice(1);
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (wrapper) return inside(name, args, wrapper);
  if (shells.has(name)) return scriptOption(args, shellScriptOption);
  switch (name) {
    case 'eval':
    case 'watch':
    case 'parallel':
      return {
        commands: [],
        scripts: [joinArgs(afterOptions(args, name === 'watch' ? '-n --interval' : '-j --jobs'))],
      };
    case 'ssh':
      return {
        commands: [],
        scripts: [joinArgs(afterOptions(args, '-p -i -l -o -F -J -L -R -D -b -c -E -m -w').slice(1))],
      };
    case 'trap':
      return { commands: [], scripts: args.slice(0, 1) };
    case 'alias':
      return { commands: [], scripts: args.map((arg) => ({ ...arg, text: arg.text.replace(/^[^=]*=?/, '') })) };
    case 'script':
      return scriptOption(args, /^-[a-z]*c$|^--command$/);
    case 'flock': {
      const inner = scriptOption(args, /^-c$|^--command$/);
      return inner.scripts.length > 0 ? inner : { commands: [afterOptions(args, '-w -E').slice(1)], scripts: [] };
    }
    case 'find':
    case 'fd':
      return { commands: findCommands(args), scripts: [], moreFromInput: true };
    default:
      return undefined;
  }
}

/** A program's name without its folder. */
export function programName(argv: Arg[]): string {
  return basename(argv[0]?.text ?? '');
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

function inside(name: string, args: Arg[], wrapper: Wrapper): Unwrapped {
  // `command -v x` only looks a name up.
  if (name === 'command' && args.some(({ text }) => /^-[pvV]*[vV]/.test(text))) return { commands: [], scripts: [] };
  if (name === 'env') {
    const { scripts } = scriptOption(args, /^(?:-S|--split-string)$/);
    if (scripts.length > 0) return { commands: [], scripts };
  }
  let rest = afterOptions(args, wrapper.valued);
  while (wrapper.assignments && /^\w+=/.test(rest[0]?.text ?? '')) rest = rest.slice(1);
  rest = rest.slice(wrapper.skip ?? 0);
  return { commands: rest.length > 0 ? [rest] : [], scripts: [], moreFromInput: wrapper.moreFromInput ?? false };
}

function scriptOption(args: Arg[], option: RegExp): Unwrapped {
  const at = args.findIndex(({ text }) => option.test(text));
  if (at < 0) return { commands: [], scripts: [] };
  const script = args.slice(at + 1).find(({ text, known }) => !known || !/^[-+]/.test(text));
  return { commands: [], scripts: script ? [script] : [] };
}

function findCommands(args: Arg[]): Arg[][] {
  const commands: Arg[][] = [];
  args.forEach(({ text }, at) => {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(text)) return;
    const rest = args.slice(at + 1);
    const end = rest.findIndex((arg) => arg.text === ';' || arg.text === '+');
    commands.push(end < 0 ? rest : rest.slice(0, end));
  });
  return commands;
}

function joinArgs(args: Arg[]): Arg {
  return { text: args.map(({ text }) => text).join(' '), known: args.every(({ known }) => known) };
}
