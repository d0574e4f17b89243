// The command line as a table: every command, its options and an example; help and parsing are made from it.
import { parseArgs } from 'node:util';
import { PaiError } from '../base/error.js';
import { settingsTable } from '../config/settings-table.js';

interface OptionSpec {
  /** Name of the value in help; absent for switches. */
  value?: string;
  /** The value may be left out. */
  optionalValue?: boolean;
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
      demo: { help: 'Use the built-in demo model on a throw-away sample project' },
      ascii: { help: 'Draw with ASCII characters only' },
      'plain-screen': { help: 'No full screen: lines of text from top to bottom, for screen readers' },
      ...sharedOptions(true),
    },
    example: 'paicli tui --cwd ~/code/demo --continue',
  },
  run: {
    summary: 'do one turn without a screen; the answer goes to standard output, progress to standard error',
    usage: 'paicli run [PROMPT] [options]   (standard input is the prompt, or is appended to it)',
    options: {
      output: { value: 'FORMAT', help: 'text, json or stream-json (default text)' },
      'max-cost': { value: 'USD', help: 'End the turn when it has cost this much' },
      timeout: { value: 'SECONDS', help: 'End the turn after this long' },
      resume: { value: 'THREAD', help: 'Go on with a thread' },
      ...sharedOptions(false),
    },
    notes: [
      'What needs approval is asked at the terminal; without one it is denied, and the turn goes on.',
      'Exit codes: 0 answered, 1 failed, 2 wrong usage or configuration, 4 a limit was reached, 129 the terminal was closed, 130 interrupted, 143 terminated.',
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
    refuseContradictions(values);
    return { command, values: values as ParsedLine['values'], positionals };
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
    Object.entries(spec.options).map(([name, { value, short }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
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
];

function refuseContradictions(values: Record<string, unknown>): void {
  for (const [one, other] of contradictions)
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
