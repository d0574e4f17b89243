// The command line as a table: every command, its options and an example; help and parsing are made from it.
import { parseArgs } from 'node:util';
import { PaiError } from '../base/error.js';

interface OptionSpec {
  /** Name of the value in help; absent for switches. */
  value?: string;
  /** The value may be left out. */
  optionalValue?: boolean;
  help: string;
}

export interface CommandSpec {
  summary: string;
  usage: string;
  options: Record<string, OptionSpec>;
  example: string;
}

const shared: Record<string, OptionSpec> = {
  cwd: { value: 'DIR', help: 'work in this folder' },
  model: { value: 'MODEL', help: 'model to use' },
  provider: { value: 'NAME', help: 'provider to use (openai, deepseek, ollama, …, demo, scripted)' },
  script: { value: 'FILE', help: 'replies of the scripted provider, as JSON' },
  resume: { value: 'THREAD', optionalValue: true, help: 'go on with a thread' },
  approve: { value: 'LEVEL', help: 'what runs without asking: ask, edits, all, never' },
  help: { help: 'show this help' },
};

export const commands = {
  tui: {
    summary: 'open the full screen (what `paicli` alone does in a terminal)',
    usage: 'paicli tui [options]',
    options: {
      continue: { help: 'go on with the newest thread of this folder' },
      demo: { help: 'use the built-in demo model on a throw-away sample project' },
      ascii: { help: 'draw with ASCII characters only' },
      ...shared,
    },
    example: 'paicli tui --cwd ~/code/demo --continue',
  },
  run: {
    summary: 'do one turn without a screen; the answer goes to standard output',
    usage: 'paicli run [PROMPT] [options]   (the prompt may also come from standard input)',
    options: {
      output: { value: 'FORMAT', help: 'text, json or stream-json (default text)' },
      'max-steps': { value: 'N', help: 'end the turn after N model calls (default 20)' },
      'max-cost': { value: 'USD', help: 'end the turn when it has cost this much' },
      timeout: { value: 'SECONDS', help: 'end the turn after this long' },
      ...shared,
    },
    example: 'git diff | paicli run "review this change" --approve never --output json',
  },
} satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

export interface ParsedLine {
  command: CommandName;
  /** Switches are true; an optional value that was left out is the empty text. */
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** Reads the arguments of one command. Throws PaiError('usage') with one line that says what is wrong. */
export function parseLine(command: CommandName, args: string[]): ParsedLine {
  const spec: CommandSpec = commands[command];
  const options = Object.fromEntries(
    Object.entries(spec.options).map(([name, option]) => [
      name,
      { type: option.value ? 'string' : 'boolean' } as const,
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: withOptionalValues(args, spec),
      options,
      allowPositionals: true,
      strict: true,
    });
    return { command, values: values as ParsedLine['values'], positionals };
  } catch (error) {
    throw new PaiError('usage', plainReason(error), `paicli ${command} --help shows the options`, error);
  }
}

/** `--resume` alone becomes `--resume=`, which the parser understands. */
function withOptionalValues(args: string[], spec: CommandSpec): string[] {
  return args.map((arg, i) => {
    const optional = arg.startsWith('--') && spec.options[arg.slice(2)]?.optionalValue;
    const next = args[i + 1];
    return optional && (next === undefined || next.startsWith('-')) ? `${arg}=` : arg;
  });
}

function plainReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /Unknown option '([^']+)'/.exec(message);
  if (unknown) return `unknown option ${unknown[1]}`;
  return message.split('. ')[0] ?? message;
}
