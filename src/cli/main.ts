// The way in: picks the command, and is the last of the four places where errors become data: one line and an exit code.
import { toErrorData } from '../base/error.js';
import { exitCodes } from './exit-codes.js';
import { commandHelp, overviewHelp } from './help.js';
import { type CommandName, commands, parseLine } from './options.js';

/** Runs the command line `argv` (without node and script) and sets the exit code. */
export async function main(argv: string[]): Promise<void> {
  try {
    process.exitCode = await runCommandLine(argv);
  } catch (error) {
    const { code, message, hint } = toErrorData(error);
    process.stderr.write(`paicli: ${message}${hint ? `\n  ${hint}` : ''}\n`);
    process.exitCode =
      code === 'usage' || code === 'config' || code === 'terminal' ? exitCodes.usage : exitCodes.failed;
  }
}

async function runCommandLine(argv: string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === '--help' || first === '-h' || first === 'help') return say(overviewHelp());
  const named = first !== undefined && Object.hasOwn(commands, first);
  const name: CommandName = named ? (first as CommandName) : 'tui';
  const line = parseLine(name, named ? rest : argv);
  if (line.values.help) return say(commandHelp(name));
  if (name === 'run') return (await import('./run.js')).run(line);
  return (await import('./tui.js')).tui(line);
}

function say(text: string): number {
  process.stdout.write(text);
  return exitCodes.answered;
}
