// What a background command said and how it stands, in words for the model and as data for the screen. Reads nothing itself.
import { PaiError } from '../base/error.js';
import type { BackgroundCommand, BackgroundCommands, BackgroundReading } from '../process/background-commands.js';
import type { ToolContext, ToolResult } from './tool.js';

/** Throws PaiError('tool') where nothing runs in the background. */
export async function backgroundOf({ commands }: Pick<ToolContext, 'commands'>): Promise<BackgroundCommands> {
  if (commands) return commands.background();
  throw new PaiError('tool', 'no command can run in the background here', 'Run it without background.');
}

export function readingResult({ state, text, next }: BackgroundReading): ToolResult {
  const { command, cwd, exitCode, signal, isRunning } = state;
  const said = text.trimEnd();
  const nothing = isRunning ? 'no new output' : 'no more output';
  return {
    ok: true,
    text: `${standing(state)}; offset ${next}\n${said === '' ? `(${nothing})` : said}`,
    display: [
      { kind: 'command', command, cwd, output: text, exitCode, ...(signal === undefined ? {} : { signal }) },
      { kind: 'text', text: standing(state), tone: 'dim' },
    ],
  };
}

/** How it stands, e.g. `bg-3f2a has ended after 12 s: exit code 1`. */
export function standing({ id, isRunning, durationMs, leftBehind, ...end }: BackgroundCommand): string {
  const seconds = `${Math.round(durationMs / 1000)} s`;
  if (isRunning) return `${id} has been running for ${seconds}`;
  const background = leftBehind ? '; something it started still runs' : '';
  return `${id} has ended after ${seconds}: ${endOf(end)}${background}`;
}

export function endOf({
  exitCode,
  signal,
  wasKilled,
}: Pick<BackgroundCommand, 'exitCode' | 'signal' | 'wasKilled'>): string {
  if (wasKilled) return 'killed';
  return signal === undefined ? `exit code ${exitCode}` : `ended by signal ${signal}`;
}
