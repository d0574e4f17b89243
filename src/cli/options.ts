// The command line as a table: every command, its options and an example; help and parsing are made from it.
import { parseArgs } from 'node:util';
import { PaiError } from '../base/error.js';
import { settingsTable } from '../config/settings-table.js';

interface OptionSpec {
  /** Name of the value in help; absent for switches. */
  value?: string;
  /** The value may be left out. */
  optionalValue?: boolean;
  /** May be given several times. */
  repeats?: boolean;
  short?: string;
  help: string;
}

export interface CommandSpec {
  summary: string;
  usage: string;
  options: Record<string, OptionSpec>;
  /** Said at the end of its help. */
  notes?: string;
  example: string;
}

/** Every setting that has a flag has it at every command where it means something. */
const optionsOfSettings = (forScreen: boolean): Record<string, OptionSpec> =>
  Object.fromEntries(
    settingsTable.flatMap(({ flag, flagValue = 'VALUE', description, screenOnly = false }) =>
      flag === undefined || (screenOnly && !forScreen)
        ? []
        : [[flag.slice(2), { value: flagValue, help: description }]],
    ),
  );

const sharedOptions = (forScreen: boolean): Record<string, OptionSpec> => ({
  cwd: { value: 'DIR', help: 'Work in this folder' },
  'add-dir': { value: 'DIR', repeats: true, help: 'Let this further folder count as inside (can be repeated)' },
  ...optionsOfSettings(forScreen),
  script: { value: 'FILE', help: 'Replies of the scripted provider, as JSON' },
  help: { short: 'h', help: 'Show this help' },
});

export const commands = {
  tui: {
    summary: 'open the full screen (what `paicli` alone does in a terminal)',
    usage: 'paicli [tui] [MESSAGE] [options]',
    options: {
      continue: { help: 'Go on with the newest thread of this folder' },
      resume: { value: 'THREAD', optionalValue: true, help: 'Go on with a thread; alone: choose one' },
      fork: {
        help: 'With --continue or --resume THREAD: go on in a copy, e.g. while another program writes to the thread',
      },
      demo: { help: 'Use the built-in demo model on a throw-away sample project' },
      ascii: { help: 'Draw with ASCII characters only' },
      mode: { value: 'MODE', help: 'react, plan or auto: the mode to begin in (default react)' },
      'plain-screen': { help: 'No full screen: lines of text from top to bottom, for screen readers' },
      ...sharedOptions(true),
    },
    example: 'paicli tui --cwd ~/code/demo --continue',
  },
  run: {
    summary: 'do one turn without a screen; the answer goes to standard output, progress to standard error',
    usage: 'paicli run [PROMPT] [options]   (standard input is the prompt, or is appended to it)',
    options: {
      mode: {
        value: 'MODE',
        help: 'react, plan (plan first, then run it) or auto (what suits the prompt; default react)',
      },
      'plan-only': { help: 'Print the plan as JSON and stop' },
      'plan-file': { value: 'FILE', help: 'Run this plan: JSON of --plan-only, or a result of --output json' },
      'plan-resume': { help: 'With --resume THREAD: go on with its plan that was interrupted' },
      output: { value: 'FORMAT', help: 'text, json or stream-json (default text)' },
      timeout: { value: 'SECONDS', help: 'End the turn after this long' },
      resume: { value: 'THREAD', help: 'Go on with a thread' },
      fork: { help: 'With --resume: go on in a copy, e.g. while another program writes to the thread' },
      demo: { help: 'Use the built-in demo model on a throw-away sample project' },
      ...sharedOptions(false),
    },
    notes: [
      'What needs approval is asked at the terminal; without one it is denied, and the turn goes on.',
      'Exit codes: 0 answered, 1 failed, 2 wrong usage or configuration, 3 a plan ended with failed tasks, 4 a limit was reached, 129 the terminal was closed, 130 interrupted, 143 terminated.',
    ].join('\n'),
    example: 'git diff | paicli run "review this change" --approve never --output json',
  },
  threads: {
    summary: 'list the threads; show, export or delete one',
    usage:
      'paicli threads [show ID | export ID | delete ID] [options]   (any beginning of an id that is unique will do)',
    options: {
      all: { help: 'List those of all folders' },
      json: { help: 'List as JSON' },
      format: { value: 'FORMAT', help: 'Of export: md (Markdown, default) or json (the log, for paicli replay)' },
      output: { value: 'FILE', short: 'o', help: 'Of export: write to this new file instead of standard output' },
      yes: { help: 'Of delete: do not ask' },
      cwd: { value: 'DIR', help: 'List the threads of this folder' },
      help: { short: 'h', help: 'Show this help' },
    },
    example: 'paicli threads export thread-mk3 --format json -o login.json',
  },
  snapshots: {
    summary: 'list the states of a folder that can be restored; let go of old ones',
    usage: 'paicli snapshots [list | clean] [options]',
    options: {
      json: { help: 'List as JSON' },
      cwd: { value: 'DIR', help: 'Of this folder' },
      help: { short: 'h', help: 'Show this help' },
    },
    example: 'paicli snapshots --cwd ~/code/demo',
  },
  restore: {
    summary: 'put files back to how they were before a turn: a preview, a question, then it is done',
    usage: 'paicli restore N | undo [PATH…] [options]   (N: before the N-th newest turn that changed files)',
    options: {
      snapshot: { value: 'NUMBER', help: 'In place of N: the snapshot with this number' },
      all: { help: 'Also what the agent did not change' },
      overwrite: { help: 'Also what was changed since by somebody else' },
      'dry-run': { help: 'Only show what would be done' },
      yes: { help: 'Do not ask' },
      cwd: { value: 'DIR', help: 'Of this folder' },
      help: { short: 'h', help: 'Show this help' },
    },
    notes: [
      'Only files that the agent changed are touched; PATH names others. The files as they are now are stored first: undo.',
      'Exit codes: 0 done or nothing to do, 1 not wanted or not all could be restored, 2 wrong usage or no such snapshot.',
    ].join('\n'),
    example: 'paicli restore 1 --dry-run',
  },
  trust: {
    summary: "show what a folder's own settings would do; trust them, list or take back answers",
    usage: 'paicli trust [DIR | add [DIR] | list | revoke [DIR]]   (without DIR: this folder)',
    options: { help: { short: 'h', help: 'Show this help' } },
    notes: [
      "A folder's own settings (.paicli/config.json, prompts/, commands/) do nothing until you trust them. The full screen",
      'asks; `add` is the same answer without a screen, and is not asked about again. A change of them ends the trust.',
    ].join('\n'),
    example: 'paicli trust add ~/code/demo',
  },
  policy: {
    summary: 'list what you always allowed or denied; add or remove a rule',
    usage:
      'paicli policy [list | add RULE | remove RULE] [options]   (RULE: [everywhere] allow|deny run|edit|tool|host WHAT)',
    options: {
      all: { help: 'List those of all folders' },
      json: { help: 'List as JSON' },
      cwd: { value: 'DIR', help: 'The rules of this folder' },
      help: { short: 'h', help: 'Show this help' },
    },
    notes: 'A rule holds in this folder, or everywhere. One that denies wins. Rules of a thread are in its /policy.',
    example: 'paicli policy add "deny run git push"',
  },
  audit: {
    summary: 'show what was decided and run last, the newest first',
    usage: 'paicli audit [N] [options]   (N: so many, default 20)',
    options: {
      json: { help: 'One JSON line each' },
      help: { short: 'h', help: 'Show this help' },
    },
    example: 'paicli audit 100 --json',
  },
  models: {
    summary: 'list the models that are known, with windows and prices, and those of servers on this machine',
    usage: 'paicli models [--provider NAME] [options]   (with a provider that is set up: what its server says)',
    options: {
      provider: { value: 'NAME', help: 'The models of this provider' },
      json: { help: 'List as JSON' },
      help: { short: 'h', help: 'Show this help' },
    },
    example: 'paicli models --provider openrouter',
  },
  doctor: {
    summary: 'look at everything a session needs, with what to do where something is wrong',
    usage: 'paicli doctor [options]',
    options: {
      offline: { help: 'Ask no server' },
      json: { help: 'As JSON' },
      cwd: { value: 'DIR', help: 'Look from this folder' },
      ...optionsOfSettings(false),
      help: { short: 'h', help: 'Show this help' },
    },
    notes: 'The model is asked two small questions. Exit codes: 0 nothing must be mended, 1 something must.',
    example: 'paicli doctor --provider deepseek',
  },
  replay: {
    summary: 'play a thread or a recording again on the screen; nothing is sent or run',
    usage: 'paicli replay FILE|THREAD [options]   (FILE: an export as JSON, or lines of run --output stream-json)',
    options: {
      speed: { value: 'N', help: 'So many times as fast (default 1); waits are never longer than 2 s' },
      step: { help: 'Begin with a pause; . or the right arrow shows the next thing' },
      ascii: { help: 'Draw with ASCII characters only' },
      help: { short: 'h', help: 'Show this help' },
    },
    notes:
      'Space pauses, [ and ] go to the turn before and the next, + and - change the speed, q quits. Without a terminal it prints the conversation.',
    example: 'paicli replay login.json --speed 4',
  },
} satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

export const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word);

export interface ParsedLine {
  command: CommandName;
  /** Switches are true; an optional value that was left out is the empty text. */
  values: Record<string, string | boolean | undefined>;
  /** Options that may be given several times. */
  lists: Record<string, string[]>;
  positionals: string[];
}

/** Reads the arguments of one command. Throws PaiError('usage') with one line that says what is wrong. */
export function parseLine(command: CommandName, args: string[]): ParsedLine {
  const spec: CommandSpec = commands[command];
  try {
    const { values, positionals } = parseArgs({
      args: withOptionalValues(args, spec),
      options: optionsOf(spec),
      allowPositionals: true,
      strict: true,
    });
    refuseContradictions(command, values);
    const isList = (entry: [string, unknown]): entry is [string, string[]] => Array.isArray(entry[1]);
    const lists = Object.fromEntries(Object.entries(values).filter(isList));
    const single = Object.fromEntries(Object.entries(values).filter((entry) => !isList(entry)));
    return { command, values: single as ParsedLine['values'], lists, positionals };
  } catch (error) {
    throw new PaiError('usage', plainReason(error), `paicli ${command} --help shows the options`, error);
  }
}

/** The words of a line that names no command, its options left out. Never throws. */
export function wordsOf(args: string[]): string {
  const options = { ...optionsOf(commands.run), ...optionsOf(commands.tui) };
  return parseArgs({ args, options, allowPositionals: true, strict: false }).positionals.join(' ').trim();
}

function optionsOf(spec: CommandSpec) {
  return Object.fromEntries(
    Object.entries(spec.options).map(([name, { value, short, repeats = false }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: repeats, ...(short ? { short } : {}) },
    ]),
  );
}

/** Pairs of which one would have to be ignored. */
const contradictions: readonly [string, string][] = [
  ['continue', 'resume'],
  ['demo', 'provider'],
  ['demo', 'model'],
  ['demo', 'base-url'],
  ['demo', 'script'],
  ['all', 'cwd'],
  ['plan-file', 'plan-resume'],
  ['plan-only', 'plan-resume'],
];

function refuseContradictions(command: CommandName, values: Record<string, unknown>): void {
  if (values.fork === true && values.continue === undefined && !values.resume)
    throw new PaiError('usage', '--fork needs the thread that is to be copied: --continue or --resume THREAD');
  // What `--all` of restore names is files; elsewhere it is folders.
  const pairs = command === 'restore' ? contradictions.filter(([one]) => one !== 'all') : contradictions;
  for (const [one, other] of pairs)
    if (values[one] !== undefined && values[other] !== undefined)
      throw new PaiError('usage', `--${one} and --${other} cannot be used together`);
}

/** `--resume` alone becomes `--resume=`, which the parser understands. */
function withOptionalValues(args: string[], spec: CommandSpec): string[] {
  const end = args.indexOf('--');
  return args.map((arg, i) => {
    const isOption = arg.startsWith('--') && (end === -1 || i < end);
    const next = args[i + 1];
    const isAlone = next === undefined || next.startsWith('-');
    return isOption && isAlone && spec.options[arg.slice(2)]?.optionalValue ? `${arg}=` : arg;
  });
}

/** The parser's own words end in advice for programmers. */
function plainReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /Unknown option '([^']+)'/.exec(message);
  if (unknown) return `unknown option ${unknown[1]}`;
  const missing =
    /Option '(?:-\w, )?(--[\w-]+) <value>' argument missing|Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(
      message,
    );
  if (missing) return `${missing[1] ?? missing[2]} needs a value`;
  const surplus = /Option '(?:-\w, )?(--[\w-]+)' does not take an argument/.exec(message);
  if (surplus) return `${surplus[1]} takes no value`;
  return message.split('\n')[0] ?? message;
}
