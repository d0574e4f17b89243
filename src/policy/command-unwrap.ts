// Programs that run other programs: finds the command or script inside. Knows their options; judges nothing.

import { commandOptions } from './command-inner.js';
import { afterOptions, joinArgs, optionValues, programName } from './command-options.js';
import type { Arg } from './command-words.js';

export interface Unwrapped {
  /** Commands inside, as arguments. */
  commands: Arg[][];
  /** Shell text inside, to be read as a script. */
  scripts: Arg[];
  /** More arguments come from somewhere that cannot be seen. */
  moreFromInput?: boolean;
  /** What stands for those in the commands and scripts. */
  placeholder?: string;
  /** The folder the command runs in, when not the current one. */
  folder?: Arg;
}

interface Wrapper {
  /** Options whose value is the next argument. */
  valued?: string;
  /** Plain arguments before the command. */
  skip?: number;
  /** NAME=value before the command. */
  assignments?: boolean;
  /** The first plain argument, when it is one of these; without it nothing is run. */
  after?: RegExp;
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
  stdbuf: { valued: '-i -o -e --input --output --error' },
  setsid: {},
  busybox: {},
  toybox: {},
  taskset: { skip: 1 },
  chrt: { skip: 1 },
  numactl: {},
  prlimit: {},
  choom: { valued: '-n' },
  strace: { valued: '-o -e -p -s -u' },
  ltrace: { valued: '-o -e -p -s -u' },
  valgrind: {},
  unbuffer: {},
  rlwrap: {},
  chronic: {},
  caffeinate: { valued: '-t -w' },
  arch: {},
  setarch: { skip: 1 },
  linux64: {},
  chroot: { skip: 1 },
  unshare: {},
  nsenter: { valued: '-t -S -G --target' },
  setpriv: {},
  fakeroot: {},
  proot: { valued: '-r -b -w' },
  bwrap: { valued: '--chdir --hostname --setenv' },
  firejail: {},
  'systemd-run': { valued: '-p -u -M --unit --property --slice --description' },
  'systemd-inhibit': {},
  'dbus-run-session': {},
  'xvfb-run': { valued: '-n -s -e -f -w' },
  torsocks: {},
  proxychains: { valued: '-f' },
  sudo: { valued: '-u -g -h -p -C -D -R -T -U', assignments: true },
  doas: { valued: '-u -C' },
  'cross-env': { assignments: true },
  dotenv: { valued: '-e -f' },
  npx: { valued: '-p --package' },
  pnpx: {},
  bunx: {},
  corepack: {},
  npm: { valued: '--prefix', after: /^(?:exec|x)$/ },
  pnpm: { valued: '--dir -C', after: /^(?:exec|dlx)$/ },
  yarn: { valued: '--cwd', after: /^(?:exec|dlx)$/ },
  bundle: { after: /^exec$/ },
  poetry: { after: /^run$/ },
  pipenv: { after: /^run$/ },
  uv: { after: /^run$/ },
  direnv: { after: /^exec$/, skip: 1 },
  mise: { after: /^(?:x|exec)$/ },
  asdf: { after: /^exec$/ },
  rbenv: { after: /^exec$/ },
};

export const shells = new Set(
  ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'mksh', 'rbash', 'csh', 'tcsh', 'yash', 'posh'], // of one kind for us
);

/** `-c`, alone or among other letters: the script is an argument. */
export const shellScriptOption = /^-[a-zA-Z]*c[a-zA-Z]*$/;

/** What is inside a command; undefined for one that runs nothing else. */
export function unwrap(argv: Arg[]): Unwrapped | undefined {
  const name = programName(argv);
  const args = argv.slice(1);
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  const scripts = Object.hasOwn(commandOptions, name) ? commandOptions[name]!(args) : [];
  const main = wrapper ? inside(name, args, wrapper) : special(name, args);
  if (main === undefined) return scripts.length > 0 ? { commands: [], scripts } : undefined;
  return { ...main, scripts: [...main.scripts, ...scripts] };
}

function special(name: string, args: Arg[]): Unwrapped | undefined {
  if (shells.has(name)) return scriptOption(args, shellScriptOption);
  switch (name) {
    case 'eval':
      return { commands: [], scripts: [joinArgs(afterOptions(args))] };
    case 'watch':
      return { commands: [], scripts: [joinArgs(afterOptions(args, '-n --interval'))] };
    case 'parallel':
      return { commands: [], scripts: [joinArgs(afterOptions(args, '-j --jobs'))] };
    case 'hyperfine':
    case 'concurrently':
      return { commands: [], scripts: afterOptions(args, '-w -r -m -n --warmup --runs --names') };
    case 'ssh':
      return { commands: [], scripts: [joinArgs(afterOptions(args, sshValued).slice(1))] };
    case 'trap':
      return { commands: [], scripts: args.slice(0, 1) };
    case 'alias':
      return { commands: [], scripts: args.map((arg) => ({ ...arg, text: arg.text.replace(/^[^=]*=?/, '') })) };
    case 'xargs':
      return xargs(args);
    case 'flock': {
      const inner = scriptOption(args, /^-c$|^--command$/);
      return inner.scripts.length > 0 ? inner : { commands: [afterOptions(args, '-w -E').slice(1)], scripts: [] };
    }
    case 'find':
    case 'fd':
    case 'fdfind':
      return { commands: findCommands(args), scripts: [], moreFromInput: true, placeholder: '{}' };
    default:
      return undefined;
  }
}

const sshValued = '-p -i -l -o -F -J -L -R -D -b -c -E -m -w -W -Q -S -B -e -I -O';

function inside(name: string, args: Arg[], wrapper: Wrapper): Unwrapped {
  const nothing = { commands: [], scripts: [] };
  // `command -v x` only looks a name up.
  if (name === 'command' && args.some(({ text }) => /^-[pvV]*[vV]/.test(text))) return nothing;
  let rest = afterOptions(args, wrapper.valued);
  if (wrapper.after) {
    if (!wrapper.after.test(rest[0]?.text ?? '')) return nothing;
    rest = afterOptions(rest.slice(1), wrapper.valued);
  }
  while (wrapper.assignments && /^\w+=/.test(rest[0]?.text ?? '')) rest = rest.slice(1);
  rest = rest.slice(wrapper.skip ?? 0);
  if (rest[0]?.text === '--') rest = rest.slice(1);
  const folder = name === 'env' ? optionValues(args, ['-C', '--chdir'])[0] : undefined;
  return { commands: rest.length > 0 ? [rest] : [], scripts: [], ...(folder ? { folder } : {}) };
}

function xargs(args: Arg[]): Unwrapped {
  const own = '-I -n -P -L -d -a -E -s --max-args --max-procs --delimiter --arg-file --max-lines --replace';
  const rest = afterOptions(args, own);
  const options = args.slice(0, args.length - rest.length);
  const placeholder = optionValues(options, ['-I', '--replace'])[0]?.text ?? (options.some(isBareReplace) ? '{}' : '');
  const inner = { commands: rest.length > 0 ? [rest] : [], scripts: [], moreFromInput: true };
  return placeholder === '' ? inner : { ...inner, placeholder };
}

const isBareReplace = ({ text }: Arg): boolean => text === '-i' || text === '--replace';

function scriptOption(args: Arg[], option: RegExp): Unwrapped {
  const at = args.findIndex(({ text }) => option.test(text));
  if (at < 0) return { commands: [], scripts: [] };
  const script = args.slice(at + 1).find(({ text, known }) => !known || !/^[-+]/.test(text));
  // Without a text of its own what runs comes from elsewhere, such as the input of xargs.
  return { commands: [], scripts: [script ?? { text: '', known: false }] };
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
