// The way in: picks the command, and is the last of the four places where errors become data: one line and an exit code.
import { toErrorData } from '../base/error.js';
import { exitCodeOfError, exitCodes } from './exit-codes.js';
import { commandHelp, overviewHelp } from './help.js';
import { type CommandName, isCommand, parseLine, wordsOf } from './options.js';
import { createProgress, errorText } from './progress.js';

/** Runs the command line `argv` (without node and script) and sets the exit code. */
export async function main(argv: string[]): Promise<void> {
  try {
    process.exitCode = await runCommandLine(argv);
  } catch (error) {
    const data = toErrorData(error);
    createProgress(process.stderr, false).say(errorText(data));
    process.exitCode = exitCodeOfError(data);
  }
}

async function runCommandLine(argv: string[]): Promise<number> {
  const [first = '', ...rest] = argv;
  if (first === '--help' || first === '-h' || first === 'help')
    return say(rest[0] !== undefined && isCommand(rest[0]) ? commandHelp(rest[0]) : overviewHelp());
  const name = isCommand(first) ? first : unnamedCommand(argv);
  const line = parseLine(name, isCommand(first) ? rest : argv);
  if (line.values.help) return say(isCommand(first) ? commandHelp(name) : overviewHelp());
  if (name === 'run') return (await import('./run.js')).run(line);
  if (name === 'threads') return (await import('./threads.js')).threads(line);
  if (name === 'snapshots') return (await import('./snapshots.js')).snapshots(line);
  if (name === 'restore') return (await import('./restore.js')).restore(line);
  if (name === 'trust') return (await import('./trust.js')).trust(line);
  if (name === 'policy') return (await import('./policy.js')).policy(line);
  if (name === 'audit') return (await import('./audit.js')).audit(line);
  if (name === 'models') return (await import('./models.js')).models(line);
  if (name === 'doctor') return (await import('./doctor.js')).doctor(line);
  if (name === 'replay') return (await import('./replay.js')).replay(line);
  return (await import('./tui.js')).tui(line);
}

/** Without a command: the screen where there is a terminal, else `run` for a sentence. */
function unnamedCommand(argv: string[]): CommandName {
  if (process.stdin.isTTY && process.stdout.isTTY) return 'tui';
  return /\s/.test(wordsOf(argv)) ? 'run' : 'tui';
}

function say(text: string): number {
  process.stdout.write(text);
  return exitCodes.answered;
}
